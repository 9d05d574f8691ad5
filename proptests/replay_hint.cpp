// A report in C++ says in C++ how to run a counterexample again: the command's line would judge attnref's reference.
#include "attnref/check.hpp"
#include "attnref/reference.hpp"
#include "catch.hpp"

using namespace attnref;

namespace {

/// The reference, with all weights halved.
struct Halves {
  Capabilities describe() const {
    return {.name = "halves", .dtypes = {Dtype::f64}, .features = {Feature::weights, Feature::queries_keys_values}};
  }

  Reply attend(const Problem& problem) const {
    Reply reply = reference().attend(problem);
    if (Answer* answer = std::get_if<Answer>(&reply)) {
      for (double& weight : answer->tensors.at(Part::weights).values) weight /= 2;
    }
    return reply;
  }
};

/// What stands between two texts, each expected once.
std::string between(const std::string& text, const std::string& before, const std::string& after) {
  const std::size_t begin = text.find(before);
  REQUIRE(begin != std::string::npos);
  const std::size_t end = text.find(after, begin + before.size());
  REQUIRE(end != std::string::npos);
  return text.substr(begin + before.size(), end - begin - before.size());
}

}  // namespace

TEST_CASE("the replay line of a report in C++ runs the user's own backend again") {
  CheckOptions options;
  options.laws = {"rows_sum_to_one"};
  options.dtypes = {Dtype::f64};
  const AnyBackend backend{Halves{}};
  const Report report = check(backend, options);
  REQUIRE(report.exit_code() == 1);

  const std::string text = to_text(report);
  CHECK(text.find("attnref check") == std::string::npos);
  options.replay = spec_of(between(text, "  replay: options.replay = attnref::spec_of(\"", "\");"));
  const Report again = check(backend, options);
  CHECK(again.exit_code() == 1);
  CHECK(again.laws.front().counterexample->reason == report.laws.front().counterexample->reason);
}
