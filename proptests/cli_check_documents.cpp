// What attnref check leaves besides its table: HTML and JUnit XML, counterexamples that replay, and the user's
// exceptions.
#include "attnref/law.hpp"
#include "catch.hpp"
#include "documents/counterexample.hpp"
#include "documents/document.hpp"
#include "doors/processes.hpp"
#include "refused.hpp"

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <map>

namespace fs = std::filesystem;
using namespace attnref;
using namespace attnref::test;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

/// A violation that every run finds.
const Words violation{"check", "--mutant", "scale_missing", "--law", "scale_is_one_over_root_dk", "--jobs", "1"};
const Words harmless{"check", "--law", "rows_sum_to_one", "--cases", "5"};

std::string line_with(const std::string& text, const std::string& start) {
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with(start)) return line;
  }
  return "";
}

}  // namespace

TEST_CASE("with - a document has stdout to itself and the table goes to stderr") {
  const Run html = run(with(violation, {"--html", "-"}));
  CHECK(html.code == 1);
  CHECK(html.out.starts_with("<!DOCTYPE html>"));
  CHECK(html.out.ends_with("</html>\n"));
  CHECK(has(html.err, "scale_is_one_over_root_dk is violated"));
  const Run junit = run(with(violation, {"--junit", "-"}));
  CHECK(junit.code == 1);
  CHECK(junit.out.starts_with("<?xml "));
  CHECK(junit.out.ends_with("</testsuites>\n"));
  CHECK(has(junit.err, "scale_is_one_over_root_dk is violated"));
}

TEST_CASE("what cannot be written costs nothing that can be") {
  const std::map<std::string, std::string> ends{
      {"--json", "}\n"}, {"--junit", "</testsuites>\n"}, {"--html", "</html>\n"}};
  for (const auto& [full, ignored] : ends) {
    const Folder folder;
    Words words = with(violation, {"--save", folder.file("found")});
    for (const auto& [option, end] : ends) {
      words.insert(words.end(), {option, option == full ? "/dev/full" : folder.file(option)});
    }
    const Run seen = run(words);
    INFO(full << "\n" << seen.err);
    CHECK(seen.code == 2);
    CHECK(has(seen.out, "scale_is_one_over_root_dk is violated"));
    CHECK(
        has(seen.err, "attnref: " + full + " /dev/full: file: expected to write it, found No space left on device\n"));
    for (const auto& [option, end] : ends) {
      if (option != full) CHECK(contents(folder.file(option)).ends_with(end));
    }
    CHECK(fs::exists(folder.file("found") + "/scale_is_one_over_root_dk.f64.safetensors"));
  }
  // All that could not be written is said, and a verb with one document shows its table all the same.
  const Run two = run(with(harmless, {"--json", "/dev/full", "--html", "/dev/full"}));
  CHECK(two.code == 2);
  const Run laws = run({"laws", "--json", "/dev/full"});
  CHECK(laws.code == 2);
  CHECK(has(laws.out, "rows_sum_to_one"));
}

TEST_CASE("documents in files appear whole, with nothing beside them, and the table stays on stdout") {
  const Folder folder;
  const Run seen = run(with(
      violation, {"--html", folder.file("r.html"), "--junit", folder.file("r.xml"), "--json", folder.file("r.json")}));
  CHECK(seen.code == 1);
  CHECK(has(seen.out, "scale_is_one_over_root_dk is violated"));
  CHECK(folder.count() == 3);
  CHECK(contents(folder.file("r.html")).ends_with("</html>\n"));
  CHECK(contents(folder.file("r.xml")).ends_with("</testsuites>\n"));
}

TEST_CASE("two documents in one place, and places that can't be written, are refused before the run") {
  const Folder folder;
  refused(with(harmless, {"--json", "-", "--html", "-"}), "--html: expected another place than --json has, found '-'");
  refused(with(harmless, {"--junit", folder.file("a"), "--html", folder.file("./a")}),
          "--html: expected another place than --junit has");
  refused(with(harmless, {"--html", folder.file("none/a.html")}), "--html");
  refused(with(harmless, {"--junit", folder.file("none/a.xml")}), "--junit");
  refused(with(harmless, {"--save", folder.file("none/a")}), "--save");
  write(folder.file("file"), "");
  refused(with(harmless, {"--save", folder.file("file")}), "expected a folder, found a file");
  CHECK(folder.count() == 1);
}

TEST_CASE("a saved counterexample is named in the report, is a problem, and puts its case again") {
  const Folder folder;
  const Run seen = run(with(violation, {"--save", folder.file("found"), "--json", folder.file("r.json")}));
  REQUIRE(seen.code == 1);
  const std::string file = folder.file("found/scale_is_one_over_root_dk.f64.safetensors");
  CHECK(line_with(seen.out, "  saved: ") == "  saved: " + file);
  const json example = json::parse(contents(folder.file("r.json")))["laws"][0]["counterexample"];
  CHECK(line_with(seen.out, "  replay: ").ends_with(" --replay " + example["replay"].get<std::string>()));
  const Spec spec = saved_case(file);
  CHECK(to_string(spec) == example["replay"]);
  const Document document = read_safetensors(file);
  CHECK(document.metadata.at("kind") == "problem");
  const Problem problem = problem_of(document, file), drawn = law_named(spec.law)->draw(spec);
  for (const auto& [part, tensor] : drawn.tensors) CHECK(problem.at(part) == tensor);

  const Run by_file = run({"check", "--mutant", "scale_missing", "--replay", file});
  const Run by_spec = run({"check", "--mutant", "scale_missing", "--replay", example["replay"]});
  CHECK(by_file.code == 1);
  CHECK(by_file.out == by_spec.out);
  CHECK(run({"check", "--replay", file}).code == 0);
  CHECK(run({"attend", "--problem", file}).code == 0);
}

TEST_CASE("a finding that rests on several answers is saved with them and with the problems they answer") {
  const Folder folder;
  const Run seen = run({"check", "--mutant", "causal_left_on", "--law", "permuting_positions_permutes_the_answer",
                        "--dtype", "f64", "--save", folder.file("found"), "--json", folder.file("r.json")});
  REQUIRE(seen.code == 1);
  const json example = json::parse(contents(folder.file("r.json")))["laws"][0]["counterexample"];
  const std::string start = folder.file("found/permuting_positions_permutes_the_answer.f64");
  REQUIRE(example["answers"].size() == 2);
  bool beyond = false;
  for (const json& answer : example["answers"]) {
    CHECK(answer["telling"] == true);
    const std::string call = answer["answer"].dump();
    const std::string problem = answer["to_case"] == true ? start : start + ".problem-" + call;
    const Run compared = run({"compare", problem + ".safetensors", start + ".answer-" + call + ".safetensors"});
    INFO(compared.out << compared.err);
    const bool without_golden = compared.code == 2 && has(compared.err, "FLINT");
    CHECK((compared.code == 0 || compared.code == 1 || without_golden));
    beyond = beyond || compared.code == 1 || without_golden;
  }
  CHECK(beyond);
}

TEST_CASE("a file that is no saved case, or whose numbers were changed, is not replayed") {
  const Folder folder;
  REQUIRE(run(with(violation, {"--save", folder.file("found")})).code == 1);
  const std::string file = folder.file("found/scale_is_one_over_root_dk.f64.safetensors");
  const std::string other = folder.file("other.safetensors");
  const Document saved = read_safetensors(file);
  const auto changed = [&](const std::function<void(Document&)>& change, const std::string& said) {
    Document document = saved;
    change(document);
    write_safetensors(other, document);
    refused({"check", "--replay", other}, said);
  };
  changed([](Document& d) { d.metadata.erase("replay"); }, "metadata replay: expected the Spec of a case");
  changed([](Document& d) { d.metadata["replay"] = "v=2,law=none"; }, "metadata replay: replay: law: expected");
  changed([](Document& d) { d.metadata["replay"] = "law=rows_sum_to_one"; },
          "metadata replay: replay: v: expected 2, found none: the line is of an earlier version of attnref");
  changed([](Document& d) { d.tensors.begin()->second.values[0] += 1; }, "found one that draws another");
  changed([](Document& d) { d.metadata["scale"] = "0.5"; }, "found one that draws another");
  for (const auto& [choice, text] : std::map<std::string, std::string>{{"causal", "bottom_right"},
                                                                       {"window", "1,1"},
                                                                       {"softcap", "30"},
                                                                       {"empty_row", "nan"},
                                                                       {"outputs", "lse"}}) {
    changed([&](Document& d) { d.metadata[choice] = text; }, "its numbers or choices were changed");
  }
  changed([](Document& d) { d.metadata["kind"] = "answer"; }, "metadata kind");
  refused({"check", "--replay", folder.file("none.safetensors")}, "--replay");
  write(other, "no document");
  refused({"check", "--replay", other}, "other.safetensors");
}

TEST_CASE("a check without violations makes the folder and saves nothing") {
  const Folder folder;
  CHECK(run(with(harmless, {"--save", folder.file("found")})).code == 0);
  CHECK(std::filesystem::is_empty(folder.file("found")));
}

TEST_CASE("a folder to make may be named with a slash at its end") {
  const Folder folder;
  CHECK(run(with(violation, {"--save", folder.file("found/")})).code == 1);
  CHECK(fs::exists(folder.file("found/scale_is_one_over_root_dk.f64.safetensors")));
}

TEST_CASE("a report whose reader leaves costs no other report, and no table") {
  const Folder folder;
  REQUIRE(::mkfifo(folder.file("fifo").c_str(), 0600) == 0);
  const pid_t reader = ::fork();
  if (reader == 0) ::_exit(::open(folder.file("fifo").c_str(), O_RDONLY) < 0);
  const Words all{"check", "--mutant", "scale_missing", "--cases", "5", "--junit", folder.file("r.xml")};
  const Run seen = run(with(all, {"--json", folder.file("fifo")}));
  ::waitpid(reader, nullptr, 0);
  INFO(seen.out << seen.err);
  CHECK(seen.code == 2);
  CHECK(has(seen.err, "fifo: file: expected to write it, found Broken pipe"));
  CHECK(has(seen.out, "is violated"));
  CHECK(fs::exists(folder.file("r.xml")));

  // A reader of stdout, as `head` is, that takes none of it.
  fs::remove(folder.file("r.xml"));
  RunningCommand command(with(all, {"--json", "-"}), [] {
    int ends[2];
    ::signal(SIGPIPE, SIG_DFL);
    if (::pipe(ends) == 0) ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[0]);
    ::close(ends[1]);
  });
  CHECK(command.wait() == -SIGPIPE);
  CHECK(fs::exists(folder.file("r.xml")));
  CHECK(has(command.err(), "is violated"));
}

TEST_CASE("a file that may grow no further is an error of the write, and nothing is left of it") {
  const Folder folder;
  RunningCommand command({"check", "--mutant", "scale_missing", "--cases", "5", "--json", folder.file("r.json")}, [] {
    const rlimit most{16384, 16384};
    ::setrlimit(RLIMIT_FSIZE, &most);
  });
  CHECK(command.wait() == 2);
  CHECK(has(command.err(), "r.json: file: expected to write it, found File too large"));
  CHECK(has(command.out(), "is violated"));
  CHECK(folder.count() == 0);
}

TEST_CASE("exceptions are listed with their reasons, and give 0") {
  const Folder folder;
  write(folder.file("e.json"), R"({"scale_is_one_over_root_dk": "scale is folded into W^Q"})");
  const Run seen =
      run(with(violation, {"--law", "rows_sum_to_one", "--exceptions", folder.file("e.json"), "--json",
                           folder.file("r.json"), "--junit", folder.file("r.xml"), "--save", folder.file("found")}));
  INFO(seen.out);
  CHECK(seen.code == 0);
  CHECK(has(line_with(seen.out, "scale_is_one_over_root_dk "), "excepted"));
  CHECK(has(seen.out, "scale is folded into W^Q"));
  CHECK(has(seen.out, "1 law holds, 1 excepted."));
  const json law = json::parse(contents(folder.file("r.json")))["laws"][0];
  CHECK(law["verdict"] == "excepted");
  CHECK(law["exception"] == "scale is folded into W^Q");
  CHECK(law["counterexample"].is_object());
  CHECK(has(contents(folder.file("r.xml")), "<skipped message=\"excepted: scale is folded into W^Q\"/>"));
  CHECK(!std::filesystem::is_empty(folder.file("found")));
}

TEST_CASE("an exception of a law that holds gives the report, a line that says so, and 1") {
  const Folder folder;
  write(folder.file("e.json"), R"({"rows_sum_to_one": "dropout"})");
  const Run seen = run(with(harmless, {"--exceptions", folder.file("e.json"), "--junit", folder.file("r.xml")}));
  CHECK(seen.code == 1);
  CHECK(has(seen.out, "Remove the exception of rows_sum_to_one (dropout): the law holds.\n"));
  CHECK(has(seen.out, "1 law holds."));
  CHECK(has(contents(folder.file("r.xml")), "failures=\"1\""));
}

TEST_CASE("a file of exceptions that can't be meant is one line and 2") {
  const Folder folder;
  const std::string file = folder.file("e.json");
  refused(with(harmless, {"--exceptions", file}), "--exceptions");
  for (const auto& [text, said] : std::initializer_list<std::pair<const char*, const char*>>{
           {"no JSON", "exceptions: expected JSON, found 'no JSON', broken at byte 2"},
           {"[]", "found array"},
           {R"({"rows_sum_to_one": ""})", "rows_sum_to_one: expected a reason, found none"},
           {R"({"rows_sum_to_one": "a", "rows_sum_to_one": "b"})",
            "expected each key once, found 'rows_sum_to_one' twice"},
           {R"({"rows_sum_to_two": "a"})", "found 'rows_sum_to_two'"}}) {
    write(file, text);
    refused(with(harmless, {"--exceptions", file}), said);
  }
}
