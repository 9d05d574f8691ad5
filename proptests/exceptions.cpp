// The user's exceptions: what is on the list and violated is excepted, with the user's reason; what holds all the same
// is an error, and so is a list that can't be meant.
#include "documents/exceptions.hpp"

#include "attnref/check.hpp"
#include "attnref/reference.hpp"
#include "catch.hpp"
#include "files/file_error.hpp"
#include "mutation/mutant.hpp"

#include <optional>
#include <string>

using namespace attnref;

namespace {

constexpr const char* violated_law = "scale_is_one_over_root_dk";
constexpr const char* reason = "our scale is folded into W^Q";

Report checked(const AnyBackend& backend, std::map<std::string, std::string> exceptions,
               std::vector<std::string> laws = {violated_law, "rows_sum_to_one"}) {
  CheckOptions options;
  options.laws = std::move(laws);
  options.cases = 20;
  options.max_length = 9;
  options.exceptions = std::move(exceptions);
  return check(backend, options);
}

AnyBackend scale_missing() { return mutant_named("scale_missing")->make(); }

/// Throws, and `what()` says so.
std::string refusal(std::string_view text) {
  try {
    exceptions_of_json(text, "e.json");
  } catch (const file_error& error) {
    return error.what();
  }
  return "taken";
}

}  // namespace

TEST_CASE("an excepted law's violation does not count as one, and keeps its counterexample") {
  CHECK(checked(scale_missing(), {}).exit_code() == 1);
  const Report report = checked(scale_missing(), {{violated_law, reason}});
  CHECK(report.exit_code() == 0);
  const LawReport& law = report.laws.front();
  CHECK(law.verdict == Verdict::excepted);
  CHECK(law.reason == reason);
  CHECK(law.exception == reason);
  REQUIRE(law.counterexample);
  CHECK(law.counterexample->reason.find("observed") != std::string::npos);
  CHECK(to_text(report).find(reason) != std::string::npos);
  CHECK(report.exceptions_that_hold().empty());
}

TEST_CASE("an exception excuses its own law only") {
  const Report report = checked(scale_missing(), {{violated_law, reason}}, {violated_law, "quadrupling_dk"});
  CHECK(report.exit_code() == 1);
  CHECK(report.count(Verdict::excepted) == 1);
  CHECK(report.count(Verdict::violated) == 1);
}

TEST_CASE("an exception of a law that holds is an error that says which to remove") {
  const Report report = checked(reference(), {{"rows_sum_to_one", reason}});
  CHECK(report.count(Verdict::violated) == 0);
  CHECK(report.exit_code() == 1);
  REQUIRE(report.exceptions_that_hold().size() == 1);
  CHECK(report.exceptions_that_hold().front()->id == "rows_sum_to_one");
  CHECK(to_text(report).find("Remove the exception of rows_sum_to_one") != std::string::npos);
}

TEST_CASE("an exception of a law that is not checked, or that one replayed case does not violate, is left alone") {
  CHECK(checked(reference(), {{"values_add", reason}}).exit_code() == 0);
  CheckOptions options;
  options.replay = spec_of("v=2,law=rows_sum_to_one,t_q=2,t_k=3,d_k=2,d_v=1,seed=5");
  options.exceptions = {{"rows_sum_to_one", reason}};
  CHECK(check(reference(), options).exit_code() == 0);
}

TEST_CASE("check refuses an exception of an unknown law, and one without a reason") {
  CHECK_THROWS_AS(checked(reference(), {{"no_such_law", reason}}), problem_error);
  CHECK_THROWS_AS(checked(reference(), {{violated_law, ""}}), problem_error);
  CHECK_THROWS_AS(checked(reference(), {{violated_law, " \n"}}), problem_error);
}

TEST_CASE("a file of exceptions is a JSON object of laws and reasons") {
  CHECK(exceptions_of_json("{}", "e.json").empty());
  const auto read = exceptions_of_json(R"({"values_add": "rounds to f16", "rows_sum_to_one": "dropout"})", "e.json");
  CHECK(read == std::map<std::string, std::string>{{"values_add", "rounds to f16"}, {"rows_sum_to_one", "dropout"}});
}

TEST_CASE("another file is refused in one line that says where") {
  for (const auto& [text, said] : std::initializer_list<std::pair<const char*, const char*>>{
           {"", "expected JSON"},
           {"{", "expected JSON"},
           {"{} x", "expected JSON"},
           {"[]", "expected an object {LAW: REASON}, found array"},
           {"\"values_add\"", "found string"},
           {R"({"no_such_law": "x"})", "found 'no_such_law'"},
           {R"({"values_add": ""})", "values_add: expected a reason, found none"},
           {R"({"values_add": " \t"})", "values_add: expected a reason, found none"},
           {R"({"values_add": 1})", "values_add: expected a reason, as text, found number"},
           {R"({"values_add": {"values_add": "x"}})", "values_add: expected a reason, as text, found object"},
           {R"({"values_add": "x", "values_add": "y"})", "expected each key once, found 'values_add' twice"},
           {"{\"values_add\": \"\xff\"}", "expected JSON"}}) {
    INFO(text);
    const std::string line = refusal(text);
    INFO(line);
    CHECK(line.starts_with("e.json: "));
    CHECK(line.find(said) != std::string::npos);
    CHECK(line.find('\n') == std::string::npos);
  }
}
