// attnref check as scripts and people meet it: exit codes, the table, the JSON report, and cases that replay.
#include "attnref/law.hpp"
#include "catch.hpp"
#include "run_command.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

using namespace attnref;
using namespace attnref::test;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

std::vector<std::string> keys_of(const json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

/// The part of the line that begins with `start`, after it.
std::string after(const std::string& text, const std::string& start) {
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with(start)) return line.substr(start.size());
  }
  return "";
}

/// A violation that every run finds.
const Words violation{"check", "--mutant", "scale_missing", "--law", "scale_is_one_over_root_dk", "--jobs", "1"};

}  // namespace

TEST_CASE("a check of the reference lists every law, and nothing goes to stderr") {
  const Run seen = run({"check", "--cases", "3", "--max-length", "9"});
  INFO(seen.out << seen.err);
  CHECK(seen.err.empty());
  CHECK((seen.code == 0 || seen.code == 3));
  const std::vector<std::string> lines = lines_of(seen.out);
  for (const Law& law : laws()) {
    CHECK(std::count_if(lines.begin(), lines.end(),
                        [&](const std::string& line) { return line.starts_with(std::string(law.id) + ' '); }) == 1);
  }
  CHECK(has(seen.out, "Seed 20170612, "));
  CHECK(!has(seen.out, "\x1b"));
}

TEST_CASE("only the laws asked for are checked, each once") {
  const Run seen = run({"check", "--law", "rows_sum_to_one", "--law", "rows_sum_to_one", "--law",
                        "single_key_returns_its_value", "--cases", "20", "--dtype", "f32", "--json", "-"});
  REQUIRE(seen.code == 0);
  const json report = json::parse(seen.out);
  REQUIRE(report["laws"].size() == 2);
  CHECK(report["laws"][0]["id"] == "rows_sum_to_one");
  CHECK(keys_of(report["laws"][0]["by_dtype"]) == Words{"f32"});
  CHECK(report["laws"][0]["cases"] == 20);
}

TEST_CASE("a violation gives 1, the smallest case, and a line that replays it") {
  const Run seen = run(violation);
  INFO(seen.out << seen.err);
  REQUIRE(seen.code == 1);
  CHECK(has(seen.out, "scale_is_one_over_root_dk is violated"));
  CHECK(has(seen.out, "observed"));
  CHECK(has(seen.out, "0x"));
  CHECK(seen.err.empty());

  const std::string replay = after(seen.out, "  replay: attnref ");
  REQUIRE(replay.starts_with("check --mutant scale_missing --replay v=2,law="));
  Words words;
  std::istringstream stream(replay);
  for (std::string word; stream >> word;) words.push_back(word);
  const Run again = run(words);
  CHECK(again.code == 1);
  for (const char* line : {"  case: ", "    observed ", "    expected ", "    bound "}) {
    INFO(line);
    CHECK(after(again.out, line) == after(seen.out, line));
    CHECK(!after(again.out, line).empty());
  }
}

TEST_CASE("with --verbose a finding is told as it is found, and the table and all findings are shown") {
  const Run seen = run(with(violation, {"--verbose"}));
  INFO(seen.out << seen.err);
  REQUIRE(seen.code == 1);
  // The seed and the first case are out before anything is made smaller.
  CHECK(has(seen.err, "violated with seed 20170612"));
  CHECK(has(seen.err, "v=2,law=scale_is_one_over_root_dk,"));
  CHECK(has(seen.out, "judged / asked"));
  CHECK(has(seen.out, "scale_is_one_over_root_dk is violated"));
}

TEST_CASE("a replayed case that the reference passes gives 0 and says so") {
  const Run seen = run({"check", "--replay", "v=2,law=rows_sum_to_one,t_q=2,t_k=3,d_k=2,d_v=1,seed=5"});
  INFO(seen.out << seen.err);
  CHECK(seen.code == 0);
  CHECK(has(seen.out, "rows_sum_to_one holds"));
  CHECK(has(seen.out, "2 queries by 3 keys"));
}

TEST_CASE("a check that judges nothing gives 3") {
  // Scores about 3e4 are known to so little that the bound on what the law compares says nothing.
  const Run seen =
      run({"check", "--replay",
           "v=2,law=queries_and_keys_exchange,regime=shifted,t_q=5,t_k=5,d_model=3,d_k=4,d_v=3,seed=2", "--json", "-"});
  INFO(seen.out << seen.err);
  CHECK(seen.code == 3);
  CHECK(json::parse(seen.out)["laws"][0]["verdict"] == "not_run");
  CHECK(has(seen.err, "0 of 1 cases judged"));
}

TEST_CASE("the same seed gives the same report, another seed another one") {
  const auto report = [](const std::string& seed) {
    const Run seen = run({"check", "--law", "rows_sum_to_one", "--cases", "40", "--seed", seed, "--json", "-"});
    REQUIRE(seen.code == 0);
    return seen.out;
  };
  CHECK(report("7") == report("7"));
  json seven = json::parse(report("7")), eight = json::parse(report("8"));
  CHECK(seven["seed"] == 7);
  CHECK(seven["laws"][0]["worst_ratio"] != eight["laws"][0]["worst_ratio"]);
  CHECK(json::parse(report("18446744073709551615"))["seed"] == 18446744073709551615u);
  CHECK(json::parse(report("random"))["seed"].is_number_unsigned());
}

TEST_CASE("threads change nothing in the report") {
  const auto report = [](const char* jobs) {
    return run({"check", "--cases", "4", "--max-length", "8", "--jobs", jobs, "--json", "-"}).out;
  };
  CHECK(report("1") == report("3"));
}

TEST_CASE("with --json - stdout is JSON alone and the table goes to stderr") {
  const Run seen = run(with(violation, {"--json", "-"}));
  REQUIRE(seen.code == 1);
  CHECK(has(seen.err, "scale_is_one_over_root_dk is violated"));
  const json report = json::parse(seen.out);
  CHECK(keys_of(report) == Words{"attnref", "backend", "counts", "declined", "ended_early", "exit_code",
                                 "failed_at_end", "judged", "largest", "laws", "notes", "require_judged",
                                 "resolving_power", "seed", "why"});
  CHECK(keys_of(report["backend"]) ==
        Words{"constraints", "name", "own_profiles", "profiles", "version", "weights_read_through_values"});
  CHECK(report["exit_code"] == 1);
  CHECK(report["why"].is_null());
  CHECK(keys_of(report["counts"]) == Words{"excepted", "holds", "not_run", "total", "unsupported", "violated"});
  CHECK(report["counts"]["violated"] == 1);
  CHECK(report["counts"]["total"] == 1);
  const json& law = report["laws"][0];
  CHECK(keys_of(law) == Words{"by_dtype", "cases", "counterexample", "exception", "id", "judged", "reason",
                              "resolving_power", "title", "verdict", "worst_ratio"});
  CHECK(law["verdict"] == "violated");
  CHECK(law["reason"].is_string());
  const json& example = law["counterexample"];
  CHECK(keys_of(example) == Words{"answers", "bound", "compared_with", "dtype", "expected", "flaky", "inputs",
                                  "observed", "reason", "regime", "replay", "scale", "shrinks", "sizes", "unshrunk",
                                  "where"});
  CHECK(keys_of(example["sizes"]) == Words{"batch", "d_k", "d_model", "d_v", "heads", "kv_heads", "t_k", "t_q"});
  CHECK(example["observed"] != example["expected"]);
  CHECK(spec_of(example["replay"].get<std::string>()).law == "scale_is_one_over_root_dk");
}

TEST_CASE("a counterexample's inputs in JSON are the numbers of its case, and how it was found is said") {
  const json report = json::parse(run(with(violation, {"--json", "-"})).out);
  const json& example = report["laws"][0]["counterexample"];
  const Spec spec = spec_of(example["replay"].get<std::string>());
  const Problem problem = law_named(spec.law)->draw(spec);
  REQUIRE(example["inputs"].size() == problem.tensors.size());
  for (const auto& [part, tensor] : problem.tensors) {
    const std::string name(name_of(part));
    INFO(name);
    const json& input = example["inputs"][name];
    CHECK(input["shape"] == tensor.shape);
    REQUIRE(input["values"].size() == tensor.rows());
    for (std::size_t i = 0; i < tensor.rows(); ++i) {
      for (std::size_t j = 0; j < tensor.columns(); ++j) CHECK(input["values"][i][j].get<double>() == tensor(i, j));
    }
  }
  CHECK(example["dtype"] == name_of(spec.dtype));
  CHECK(example["regime"] == name_of(spec.regime));
  CHECK(example["scale"] == "default");
  CHECK(example["flaky"] == false);
  CHECK(example["shrinks"] > 0);
  CHECK(example["unshrunk"] != example["replay"]);
}

TEST_CASE("a large input is left out of the JSON, its shape is not, and a case that is not made smaller says so") {
  const Run seen = run({"check", "--mutant", "weights_not_normalised", "--replay",
                        "v=2,law=rows_sum_to_one,regime=flat,t_q=3,t_k=65,d_k=4,d_v=2,seed=1", "--json", "-"});
  INFO(seen.err);
  REQUIRE(seen.code == 1);
  const json example = json::parse(seen.out)["laws"][0]["counterexample"];
  CHECK(example["inputs"]["k"]["values"].is_null());
  CHECK(example["inputs"]["k"]["shape"] == json{65, 4});
  CHECK(example["inputs"]["q"]["values"].size() == 3);
  CHECK(example["shrinks"] == 0);
  CHECK(example["unshrunk"] == example["replay"]);
}

TEST_CASE("what does not apply is null, and what JSON cannot say is a string") {
  const Run seen = run(
      {"check", "--law", "single_key_returns_its_value", "--law", "rows_sum_to_one", "--cases", "10", "--json", "-"});
  REQUIRE(seen.code == 0);
  const json report = json::parse(seen.out);
  for (const json& law : report["laws"]) {
    CHECK(law["counterexample"].is_null());
    CHECK(law["reason"].is_null());
    CHECK(law["worst_ratio"].is_number());
  }
  const Run violated = run({"check", "--mutant", "values_reversed", "--law", "same_call_same_answer", "--law",
                            "values_enter_column_by_column", "--law", "constant_values_give_constant_output", "--cases",
                            "5", "--json", "-"});
  CHECK(json::parse(violated.out)["laws"].size() == 3);
}

TEST_CASE("a JSON file appears whole, with nothing beside it") {
  const Folder folder;
  const std::string file = folder.file("report.json");
  write(file, "old");
  const Run seen = run({"check", "--law", "rows_sum_to_one", "--cases", "5", "--json", file});
  CHECK(seen.code == 0);
  CHECK(has(seen.out, "rows_sum_to_one"));
  CHECK(json::parse(contents(file))["counts"]["holds"] == 1);
  CHECK(folder.count() == 1);
}

TEST_CASE("a share that must be judged, lengths beyond 129 and a profile in JSON are options") {
  const Run all =
      run({"check", "--law", "rows_sum_to_one", "--law", "queries_and_keys_exchange", "--require-judged", "1"});
  INFO(all.out);
  CHECK(all.code == 3);
  CHECK(has(all.out, " was judged, less than 100%: the bound said too little of "));
  const Run longer =
      run({"check", "--law", "inputs_are_untouched", "--max-length", "600", "--cases", "12", "--json", "-"});
  CHECK(longer.code == 0);
  CHECK(json::parse(longer.out)["largest"]["t_k"] > 129);
  const Run wide = run({"check", "--law", "rows_sum_to_one", "--cases", "10", "--dtype", "f32", "--profile",
                        R"({"profile": "f32", "input_roundoff": 0.0001})"});
  CHECK(wide.code == 0);
  CHECK(has(wide.out, "f32 (profile f32 with {\"input_roundoff\":0.0001})"));
  const Run mean = run({"check", "--law", "rows_sum_to_one", "--law", "agrees_with_the_definition", "--cases", "20",
                        "--dtype", "f32", "--profile", R"({"profile": "f32", "input_roundoff": 0.9})"});
  CHECK(mean.code == 3);
}

TEST_CASE("--time generates cases for so long, however many") {
  const Run seen = run({"check", "--law", "rows_sum_to_one", "--time", "0.3", "--max-length", "4", "--json", "-"});
  CHECK(seen.code == 0);
  CHECK(json::parse(seen.out)["laws"][0]["cases"] > 200);
}

TEST_CASE("every verb's help has examples and exit codes") {
  for (const char* verb : {"check", "attend", "show", "lesson", "laws", "mutants"}) {
    const Run seen = run({verb, "--help"});
    INFO(verb << "\n" << seen.err);
    CHECK(seen.code == 0);
    CHECK(has(seen.out, std::string("  attnref ") + verb));
    CHECK(has(seen.out, "Exit codes: 0"));
  }
  // An option that may be repeated takes one value each time; only words without an option may be many.
  const std::string check = run({"check", "--help"}).out;
  CHECK(has(check, "  --law ID   "));
  CHECK(has(check, "give --law once for each (not with --replay)"));
  CHECK(!has(check, "..."));
  CHECK(!has(check, "Excludes"));
  CHECK(has(run({"show", "--help"}).out, "[sentence...]"));
  const Run seen = run({"--help"});
  CHECK(seen.code == 0);
  for (const char* verb : {"check", "attend", "show", "lesson", "laws", "mutants"})
    CHECK(has(seen.out, std::string("  ") + verb));
  CHECK(run({"--version"}).out.starts_with("attnref "));
}
