// Libraries that do worse than compute wrongly: each fault is a finding that names the law and the input, the check
// goes on, and no process is left behind.
#include "catch.hpp"
#include "doors/child_backend.hpp"
#include "doors/fault.hpp"
#include "doors/processes.hpp"
#include "run_command.hpp"

#include <nlohmann/json.hpp>

using namespace attnref;
using namespace attnref::test;
using nlohmann::json;

namespace {

std::string library(const std::string& fault) { return std::string(ATTNREF_FAULTS_DIR) + "/" + fault + ".so"; }

Run check(const std::string& fault, const std::vector<std::string>& more = {}) {
  return run(with({"check", "--library", library(fault), "--law", "rows_sum_to_one", "--law",
                   "agrees_with_the_definition", "--cases", "20", "--max-length", "9", "--timeout", "1"},
                  more));
}

}  // namespace

TEST_CASE("an honest library holds, by strides and without", "[libraries]") {
  const Run seen = check("none", {"--json", "-"});
  INFO(seen.out << seen.err);
  REQUIRE(seen.code == 0);
  CHECK(json::parse(seen.out)["counts"]["holds"] == 2);
}

TEST_CASE("each fault of a library is a finding with its law and input", "[libraries]") {
  const std::vector<Fault> faults{
      {"crashes", "was ended by signal 11"},
      {"aborts", "was ended by signal 6"},
      {"hangs", "gave no answer in "},
      {"exits", "ended with code 0 before it answered"},
      {"one_too_far", "wrote outside of output: "},
      {"one_before", "wrote outside of output: "},
      {"between_rows", "wrote outside of output: between its elements, behind [0, "},
      {"writes_problem", "wrote to the attnref_problem itself"},
      {"writes_array", "wrote to an attnref_array of its outputs"},
      {"writes_input", "wrote to its input k, at [0, 0]"},
      {"changes_rounding", "left the floating-point environment changed: rounding upward"},
      {"leaves_tail", "numbers of output unwritten"},
      {"reads_past_rows", " from memory outside of its arrays: guard bytes are NaN"},
      {"adds_to_output", "numbers of output from what it held before the call"},
      {"scales_output", "numbers of output from what it held before the call"},
      {"every_third_fails", "no luck this time"},
      {"returns_nan", "output"},
  };
  for (const Fault& fault : faults) {
    INFO(fault.name);
    const Run seen = check(fault.name, {"--json", "-"});
    INFO(seen.out << seen.err);
    REQUIRE(seen.code == 1);
    const json report = json::parse(seen.out);
    std::size_t found = 0;
    for (const json& law : report["laws"]) {
      if (law["verdict"] != "violated") continue;
      if (has(law["reason"], fault.words)) ++found;
      CHECK(law["counterexample"]["inputs"].contains("q"));
      CHECK(has(law["counterexample"]["replay"], "law=" + law["id"].get<std::string>()));
    }
    CHECK(found > 0);
    CHECK(!runs(library(fault.name)));
  }
}

TEST_CASE("a fault of some inputs is shrunk to the smallest of them", "[libraries]") {
  // Those that need no new process: shrinking is bounded by time too.
  for (const char* fault : {"one_too_far", "writes_input", "leaves_tail"}) {
    INFO(fault);
    const Run seen = check(fault, {"--json", "-"});
    INFO(seen.out << seen.err);
    REQUIRE(seen.code == 1);
    const json report = json::parse(seen.out);
    for (const json& law : report["laws"]) {
      if (law["verdict"] == "violated") CHECK(law["counterexample"]["sizes"]["t_q"] == 3);
    }
  }
}

TEST_CASE("what fails for ever once it has failed is shrunk to what makes it fail", "[libraries]") {
  const Run seen = run({"check", "--library", library("poisoned"), "--law", "rows_sum_to_one", "--law",
                        "agrees_with_the_definition", "--cases", "20", "--max-length", "33", "--json", "-"});
  INFO(seen.out << seen.err);
  REQUIRE(seen.code == 1);
  std::size_t found = 0;
  const json report = json::parse(seen.out);
  for (const json& law : report["laws"]) {
    if (law["verdict"] != "violated") continue;
    ++found;
    CHECK(law["counterexample"]["sizes"]["t_q"] == 9);
    CHECK(law["counterexample"]["flaky"] == false);
  }
  CHECK(found > 0);
}

TEST_CASE("a lack of memory violates nothing", "[libraries]") {
  const Run seen = check("no_memory", {"--json", "-"});
  INFO(seen.out << seen.err);
  const json report = json::parse(seen.out);
  CHECK(report["counts"]["violated"] == 0);
  CHECK(report["laws"][0]["by_dtype"]["f64"]["unsupported"] > 0);
}

TEST_CASE("a library that fails at the end of its process is a finding", "[libraries]") {
  const std::vector<Fault> faults{{"crashes_at_end", "was ended by signal 11"}, {"exits_badly", "ended with code 3"}};
  for (const Fault& fault : faults) {
    INFO(fault.name);
    const Folder folder;
    const Run seen = check(fault.name, {"--json", folder.file("json"), "--junit", folder.file("xml"), "--html",
                                        folder.file("html"), "--jobs", "2"});
    INFO(seen.out << seen.err);
    CHECK(seen.code == 1);
    CHECK(has(seen.out, "The backend failed at its end: " + fault.words));
    const json report = json::parse(contents(folder.file("json")));
    CHECK(report["counts"]["holds"] == 2);
    CHECK(has(report["failed_at_end"], fault.words + " "));
    CHECK(has(contents(folder.file("xml")), "tests=\"3\" failures=\"1\""));
    CHECK(has(contents(folder.file("xml")), "name=\"end_of_input\""));
    CHECK(has(contents(folder.file("html")), fault.words));
  }
  const Run well = check("none", {"--json", "-"});
  CHECK(json::parse(well.out)["failed_at_end"].is_null());
}

TEST_CASE("a library whose memory grows with every call gets a note", "[libraries]") {
  const auto check_long = [](const std::string& fault) {
    return run({"check", "--library", library(fault), "--law", "rows_sum_to_one", "--law", "agrees_with_the_definition",
                "--cases", "1500", "--max-length", "9", "--json", "-"});
  };
  const Run grows = check_long("grows"), none = check_long("none");
  INFO(grows.out << grows.err);
  CHECK(grows.code == 0);
  const json notes = json::parse(grows.out)["notes"];
  REQUIRE(notes.size() == 1);
  CHECK(has(notes[0], " kB a call, over "));
  CHECK(none.code == 0);
  CHECK(json::parse(none.out)["notes"].empty());
}

TEST_CASE("a failure that does not repeat is told apart", "[libraries]") {
  const Run seen = check("every_third_fails", {"--json", "-"});
  bool flaky = false;
  const json report = json::parse(seen.out);
  for (const json& law : report["laws"]) {
    flaky = flaky || (!law["counterexample"].is_null() && law["counterexample"]["flaky"] == true);
  }
  CHECK(flaky);
}

TEST_CASE("a violation that takes the calls before it is not said to repeat", "[libraries]") {
  const Run seen = check("stale", {"--json", "-"});
  INFO(seen.out << seen.err);
  const json law = json::parse(seen.out)["laws"][1];
  REQUIRE(law["id"] == "agrees_with_the_definition");
  REQUIRE(law["verdict"] == "violated");
  const Run alone = run({"check", "--library", library("stale"), "--replay", law["counterexample"]["replay"]});
  CHECK(alone.code == 0);
  CHECK(law["counterexample"]["flaky"] == true);
  CHECK(has(check("stale").out, "it did not repeat, or not alone in a new process"));
  // So do those that are told in short.
  const Run all = run({"check", "--library", library("stale"), "--cases", "20", "--max-length", "9"});
  INFO(all.out);
  const std::size_t in_short = all.out.find(" more laws are violated:");
  REQUIRE(in_short != std::string::npos);
  CHECK(all.out.find("not repeated", in_short) != std::string::npos);
  // What depends on nothing but the input does repeat.
  const Run steady = check("leaves_tail", {"--json", "-"});
  CHECK(json::parse(steady.out)["laws"][1]["counterexample"]["flaky"] == false);
}

TEST_CASE("a number of another problem is not said to be the case's", "[libraries]") {
  const Run seen = run({"check", "--library", library("drops_ninth"), "--law", "earlier_calls_leave_no_trace"});
  INFO(seen.out << seen.err);
  CHECK(seen.code == 1);
  CHECK(has(seen.out, "  problem 2, which the law makes of the case"));
  CHECK(has(seen.out, "] of answer 2\n"));
  // Beside a law that shows the mistake on its own inputs, it comes after that.
  const Run both = run({"check", "--library", library("drops_ninth"), "--law", "earlier_calls_leave_no_trace", "--law",
                        "agrees_with_the_definition", "--verbose"});
  INFO(both.out);
  CHECK(both.out.find("agrees_with_the_definition is violated:") <
        both.out.find("earlier_calls_leave_no_trace is violated:"));
  CHECK(has(both.out, "earlier_calls_leave_no_trace is violated:"));
}

TEST_CASE("a time-out that came sooner than --timeout says so", "[libraries]") {
  const Run seen = check("hangs");
  INFO(seen.out << seen.err);
  CHECK(has(seen.out, " (less than --timeout, since an answer timed out before)"));
}

TEST_CASE("a replayed case of a crash crashes again", "[libraries]") {
  const Run seen = check("crashes", {"--json", "-"});
  const json law = json::parse(seen.out)["laws"][0];
  const Run again = run({"check", "--library", library("crashes"), "--replay", law["counterexample"]["replay"]});
  INFO(again.out << again.err);
  CHECK(again.code == 1);
  CHECK(has(again.out, "was ended by signal 11"));
}

TEST_CASE("what a library prints stays out of the answers", "[libraries]") {
  const Run seen = check("prints");
  INFO(seen.out << seen.err);
  CHECK(seen.code == 0);
  CHECK(has(seen.err, "a stray word on standard output"));
}

TEST_CASE("arrays may be asked for without gaps", "[libraries]") {
  const Run seen = check("ignores_strides", {});
  INFO(seen.out << seen.err);
  CHECK(seen.code == 1);
  CHECK(check("dense", {}).code == 0);
}

TEST_CASE("arrays have any strides where a library takes them, and only there", "[libraries]") {
  const auto check_strides = [](const std::string& fault) {
    const Run seen = check(fault, {"--law", "constant_values_give_constant_output"});
    INFO(fault << seen.out << seen.err);
    return seen.code;
  };
  CHECK(check_strides("any_strides") == 0);
  CHECK(check_strides("ignores_signs") == 1);
  CHECK(check_strides("ignores_columns") == 1);
  CHECK(check_strides("repeats_nothing") == 1);
}

TEST_CASE("a library is asked for nothing that it does not declare", "[libraries]") {
  const Run seen = check("declares_nothing");
  INFO(seen.out << seen.err);
  CHECK(seen.code == 0);
  const AnyBackend backend = child_backend({{command_path, "serve", "--library", library("declares_nothing")}, {}});
  const auto reply = [&backend](Problem problem) { return backend.attend(problem); };
  const Problem bare = [] {
    Problem problem = attention_problem(Tensor(Dtype::f64, 2, 2), Tensor(Dtype::f64, 2, 2), Tensor(Dtype::f64, 2, 2));
    problem.wanted = {Part::output};
    return problem;
  }();
  CHECK(std::holds_alternative<Answer>(reply(bare)));
  const auto declined = [&](const Problem& problem, const std::string& words) {
    const Reply answer = reply(problem);
    REQUIRE(std::holds_alternative<Unsupported>(answer));
    CHECK(std::get<Unsupported>(answer).reason == words);
  };
  Problem lse = bare, scaled = bare,
          narrow = attention_problem(Tensor(Dtype::f32, 2, 2), Tensor(Dtype::f32, 2, 2), Tensor(Dtype::f32, 2, 2));
  lse.wanted = {Part::output, Part::lse};
  scaled.how.scale = 0.25;
  declined(lse, "declares no feature lse");
  declined(scaled, "declares no feature scale");
  declined(narrow, "declares no dtype f32");
  Problem projected = as_projected(bare);
  projected.wanted = {Part::output};
  declined(projected, "declares no feature projections");
}

TEST_CASE("a library that never answers is given up, and the rest is not run", "[libraries]") {
  const Run seen = run({"check", "--library", library("always_hangs"), "--cases", "3", "--max-length", "5", "--timeout",
                        "0.5", "--silence", "2", "--json", "-"});
  INFO(seen.out << seen.err);
  CHECK(seen.code == 1);
  const json report = json::parse(seen.out);
  CHECK(report["counts"]["violated"] > 0);
  CHECK(report["counts"]["not_run"] > 0);
  bool said = false;
  for (const json& law : report["laws"]) {
    if (law["verdict"] == "not_run") said = has(law["reason"], "given up: no answer");
  }
  CHECK(said);
  CHECK(!runs(library("always_hangs")));
}

TEST_CASE("a library that can't be judged says why in a line", "[libraries]") {
  const Run newer = check("other_version"), older = check("version_1"), name = check("no_name");
  const Run none = check("not_there");
  INFO(newer.err << older.err << name.err << none.err);
  CHECK(newer.code == 3);
  CHECK(has(newer.err, "attnref_abi_version: expected 2, found 99: the library needs a newer attnref\n"));
  CHECK(older.code == 3);
  CHECK(has(older.err,
            "attnref_abi_version: expected 2, found 1: compile the library with this attnref's abi.h, where "
            "arrays are found by name\n"));
  CHECK(name.code == 3);
  CHECK(has(name.err, "hello: name: expected what the backend is called"));
  CHECK(none.code == 2);
  CHECK(has(none.err, "library: expected a file, found none"));
  Folder folder;
  write(folder.file("text.so"), "no library");
  const Run text = run({"check", "--library", folder.file("text.so")});
  CHECK(text.code == 3);
  CHECK(has(text.err, "expected one that can be loaded"));
}
