// What a case may cost is bounded before it is drawn, and making one smaller ends in time, whatever sizes a backend
// takes. Work is counted here, and time is told by a clock of the test's own.
#include "attnref/check.hpp"
#include "attnref/reference.hpp"
#include "catch.hpp"
#include "search/cost.hpp"
#include "search/case_generator.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

using namespace attnref;

namespace {

Spec spec_of_sizes(std::size_t t, std::size_t d) {
  Spec spec;
  spec.law = "rows_sum_to_one";
  spec.sizes.t_q = spec.sizes.t_k = t;
  spec.sizes.d_k = spec.sizes.d_v = d;
  return spec;
}

Capabilities takes(const Constraints& constraints, bool weights = true) {
  Capabilities capabilities = reference().describe();
  if (!weights) capabilities.features.erase(Feature::weights);
  capabilities.constraints = constraints;
  return capabilities;
}

double share(const Spec& spec, const Capabilities& capabilities) { return share_of_most(cost_of(spec, capabilities)); }

struct Counting {
  Constraints constraints;
  std::function<Reply(const Problem&)> attend_by;

  Capabilities describe() const { return takes(constraints); }
  Reply attend(const Problem& problem) const { return attend_by(problem); }
};

}  // namespace

TEST_CASE("costs: what kernels ship with may be asked, and all of the largest sizes at once may not") {
  CHECK(share(spec_of_sizes(1024, 64), takes({})) < 1);
  CHECK(share(spec_of_sizes(1024, 64), takes({}, false)) < 1);
  CHECK(share(spec_of_sizes(1024, 128), takes({})) < 1);
  CHECK(share(spec_of_sizes(129, 129), takes({}, false)) < 0.25);
  CHECK(share(spec_of_sizes(4096, 64), takes({})) > 1);
  CHECK(share(spec_of_sizes(1, 4096), takes({})) < 1);
  CHECK(share(spec_of_sizes(4096, 4096), takes({})) > 10);
}

TEST_CASE("costs: reading weights through the values, and projections, cost more") {
  const Spec given = spec_of_sizes(64, 8);
  Spec projected = given;
  projected.projected = true;
  projected.sizes.d_model = 64;
  const auto operations = [](const Spec& spec, bool weights) { return cost_of(spec, takes({}, weights)).operations; };
  CHECK(operations(given, false) > 1.5 * operations(given, true));
  CHECK(operations(projected, true) > operations(given, true));
  CHECK(operations(spec_of_sizes(128, 8), true) == 4 * operations(given, true));
}

TEST_CASE("costs: lengths beyond 129 are generated where they are asked for, in sizes that a case may cost") {
  const Capabilities all = takes({});
  const CaseGenerator generator(*law_named("rows_sum_to_one"), Dtype::f64, all, 1, 4096);
  std::size_t long_keys = 0;
  for (std::size_t i = 0; i < 300; ++i) {
    const auto spec = generator.generate(i, i);
    REQUIRE(spec);
    CHECK(generator.fits(*spec));
    CHECK(share(*spec, all) <= 1);
    long_keys += spec->sizes.t_k > 1024;
  }
  CHECK(long_keys > 30);
}

TEST_CASE("costs: constraints that allow only what costs too much are not run, and nothing is asked") {
  auto calls = std::make_shared<std::size_t>(0);
  const auto attend = [calls](const Problem&) -> Reply {
    ++*calls;
    return Unsupported{"asked"};
  };
  Constraints all_large, long_only;
  all_large.t.among = all_large.d_k.among = all_large.d_v.among = long_only.t.among = {4096};
  for (const Constraints* constraints : {&all_large, &long_only}) {
    CheckOptions options;
    options.laws = {"rows_sum_to_one"};
    const Report report = check(AnyBackend(Counting{*constraints, attend}), options);
    CHECK(*calls == 0);
    CHECK(report.laws[0].verdict == Verdict::not_run);
    CHECK(report.laws[0].reason == "the constraints allow only sizes beyond what a case may cost");
    CHECK(report.exit_code() == 3);
  }
}

TEST_CASE("costs: where all cases are large there are fewer of them, and enough") {
  auto calls = std::make_shared<std::size_t>(0);
  const auto attend = [calls](const Problem& problem) -> Reply {
    ++*calls;
    CHECK(problem.sizes().t_k == 1024);
    return Unsupported{"only counts"};
  };
  CheckOptions options;
  options.laws = {"rows_sum_to_one"};
  options.dtypes = {Dtype::f64};
  const Report report = check(AnyBackend(Counting{{.t = {.least = 1024}}, attend}), options);
  CHECK(report.laws[0].count.asked >= 5);
  CHECK(report.laws[0].count.asked < options.cases / 2);
}

TEST_CASE("costs: a pace is learnt from what was asked") {
  Pace pace;
  CHECK(pace.seconds_for({1e6, 1}) == 0);
  pace.note({1e6, 1}, 2);
  pace.note({3e6, 1}, 2);
  CHECK(pace.seconds_for({1e6, 1}) == 1);
}

TEST_CASE("costs: making a case smaller begins nothing that would not be over in time") {
  // A fault of long sequences alone, in a backend that takes a millisecond a score: every smaller case that still has
  // it takes longer than there is time.
  auto clock = std::make_shared<double>(0);
  const auto attend = [clock](const Problem& problem) -> Reply {
    *clock += 1e-3 * static_cast<double>(problem.sizes().t_q * problem.sizes().t_k);
    Reply reply = reference().attend(problem);
    if (problem.sizes().t_k >= 64) {
      for (double& w : std::get<Answer>(reply).tensors.at(Part::weights).values) w *= 2;
    }
    return reply;
  };
  for (const double budget : {0.0, 0.5, 5.0}) {
    CheckOptions options;
    options.laws = {"rows_sum_to_one"};
    options.dtypes = {Dtype::f64};
    options.max_length = 129;
    options.shrink_seconds = budget;
    options.shrink_seconds_in_all = 1000;
    options.clock = [clock] { return *clock; };
    double found = 0, longest = 0;
    options.found = [&](std::string_view, const Spec& spec, const std::string&) {
      found = *clock;
      const Sizes& sizes = spec.sizes;
      longest = 1e-3 * static_cast<double>(sizes.t_q * sizes.t_k);
    };
    const Report report = check(AnyBackend(Counting{{.t = {.least = 32}}, attend}), options);
    REQUIRE(report.exit_code() == 1);
    REQUIRE(longest > 0);
    INFO("budget " << budget << ", the first case " << longest);
    // Once more to see whether it repeats, and the budget.
    CHECK(*clock - found <= longest + budget);
    CHECK(*clock - found >= longest);
  }
}
