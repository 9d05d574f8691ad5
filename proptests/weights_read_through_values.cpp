// Weights that a backend does not return are read through V = I; with projections that takes a wider X, of a width
// that the backend takes.
#include "attnref/check.hpp"
#include "attnref/reference.hpp"
#include "catch.hpp"

#include <string>

using namespace attnref;

namespace {

/// The reference without weights, which fails on an X of a width that its constraints exclude.
struct Narrow {
  AxisConstraint d_model;
  bool only_projected = true;
  AnyBackend inner;

  explicit Narrow(const AxisConstraint& allowed) : d_model(allowed), inner(reference()) {}

  Capabilities describe() const {
    Capabilities capabilities = inner.describe();
    capabilities.features.erase(Feature::weights);
    capabilities.constraints.d_model = d_model;
    capabilities.constraints.only_projected = only_projected;
    return capabilities;
  }
  Reply attend(const Problem& problem) const {
    if (problem.projected() && !d_model.allows(problem.sizes().d_model)) {
      return Failed{"d_model of " + std::to_string(problem.sizes().d_model)};
    }
    return inner.attend(problem);
  }
};

LawReport checked(const Narrow& backend) {
  CheckOptions options;
  options.laws = {"one_set_of_weights_serves_every_length"};
  options.cases = 20;
  options.max_length = 17;
  return check(AnyBackend(backend), options).laws.front();
}

}  // namespace

TEST_CASE("weights are read with an X as wide as the backend takes") {
  for (const AxisConstraint& d_model :
       {AxisConstraint{.multiple_of = 8, .least = 8}, AxisConstraint{.among = {4, 16, 64}},
        AxisConstraint{.multiple_of = 24, .least = 30, .most = 120}}) {
    const LawReport law = checked(Narrow(d_model));
    INFO(law.reason);
    CHECK(law.verdict == Verdict::holds);
  }
}

TEST_CASE("weights that need a wider X than the backend takes are not read, and that is no violation") {
  const LawReport law = checked(Narrow({.most = 1}));
  INFO(law.reason);
  CHECK(law.verdict == Verdict::unsupported);
  CHECK(law.reason.find("as wide as") != std::string::npos);
}

TEST_CASE("no law looks at weights that it has not asked for") {
  CheckOptions options;
  options.cases = 10;
  options.max_length = 9;
  for (const bool only_projected : {false, true}) {
    Narrow backend({});
    backend.only_projected = only_projected;
    const Report report = check(AnyBackend(backend), options);
    INFO(report.why());
    CHECK(report.count(Verdict::violated) == 0);
    CHECK(report.count(Verdict::holds) > 20);
  }
}

TEST_CASE("the smallest allowed size of at least another one") {
  const AxisConstraint any, tiles{.multiple_of = 8}, some{.among = {64, 16, 32}, .most = 32}, late{.least = 9};
  CHECK(any.at_least(5) == 5);
  CHECK(tiles.at_least(16) == 16);
  CHECK(tiles.at_least(17) == 24);
  CHECK(late.at_least(3) == 9);
  CHECK(some.at_least(3) == 16);
  CHECK(some.at_least(17) == 32);
  CHECK(!some.at_least(33));
  CHECK(!AxisConstraint{.multiple_of = 10, .most = 15}.at_least(11));
}
