// No law may flag an honest implementation, however differently from the reference it computes: other orders of
// summation, online and tiled softmax, folded scales, another shift, more precision.
#include "attnref/check.hpp"
#include "attnref/error_bound.hpp"
#include "catch.hpp"
#include "generators/draw.hpp"
#include "generators/random.hpp"
#include "honest/all_in_half.hpp"
#include "honest/exp_flushed.hpp"
#include "honest/flash.hpp"
#include "honest/flushed.hpp"
#include "honest/long_double_once.hpp"
#include "honest/output_from_lse.hpp"
#include "honest/reversed_sums.hpp"
#include "honest/shifted_by_20.hpp"
#include "honest/weights_from_lse.hpp"
#include "textbook/textbook.hpp"
#include "search/case_generator.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

using namespace attnref;

namespace {

constexpr std::size_t cases = 20;
constexpr std::array<std::uint64_t, 3> seeds{default_seed, 1, 2};
constexpr std::size_t longest = 65;  ///< just past the fused kernel's tile

void no_law_flags(const AnyBackend& backend) {
  for (const std::uint64_t seed : seeds) {
    CheckOptions options;
    options.cases = cases;
    options.max_length = longest;
    options.seed = seed;
    options.dtypes = backend.describe().dtypes;
    options.shrink_tries = 0;
    const Report report = check(backend, options);
    CHECK(report.count(Verdict::holds) > 0);
    for (const LawReport& law : report.laws) {
      INFO("seed " << seed << ", " << law.id << ": " << law.reason
                   << (law.counterexample ? "\n" + to_string(law.counterexample->spec) : ""));
      CHECK(law.verdict != Verdict::violated);
      // A law that judged nothing would pass anything.
      if (law.verdict != Verdict::unsupported) CHECK(law.verdict == Verdict::holds);
    }
  }
}

double worst_ratio(const Tensor& seen, const Enclosed& truth, const Bound& bound) {
  double worst = 0;
  for (std::size_t n = 0; n < seen.values.size(); ++n) {
    const long double error = std::fabs(seen.values[n] - truth.mid[n]) - truth.rad[n];
    if (!std::isfinite(bound.limit[n]) || std::isnan(truth.mid[n])) continue;
    worst = std::max(worst, static_cast<double>(error / bound.limit[n]));
  }
  return worst;
}

/// Every output of the backend against the definition, over drawn problems, by the bound of `profile`.
double worst_ratio(const AnyBackend& backend, const Profile& profile) {
  const Law& law = *law_named("agrees_with_the_definition");
  const CaseGenerator generator(law, profile.output, backend.describe(), default_seed, longest);
  double worst = 0;
  for (std::size_t index = 0; index < 2 * cases; ++index) {
    const auto spec = generator.generate(index, Random(index).bits());
    if (!spec) continue;
    Problem problem = law.draw(*spec);
    problem.wanted = {Part::output};
    if (backend.describe().can(Feature::weights)) problem.wanted.insert(Part::weights);
    const Answer answer = std::get<Answer>(backend.attend(problem));
    const Enclosure truth = quick_oracle(problem);
    const Bounds bounds = error_bound(problem, truth, profile);
    worst = std::max(worst, worst_ratio(answer.at(Part::output), truth[Part::output], bounds[Part::output]));
    if (problem.wanted.contains(Part::weights)) {
      worst = std::max(worst, worst_ratio(answer.at(Part::weights), truth[Part::weights], bounds[Part::weights]));
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("no law flags the textbook") { no_law_flags(textbook()); }

TEST_CASE("no law flags long double rounded once") { no_law_flags(honest::long_double_once()); }

TEST_CASE("no law flags reversed sums and a reciprocal") { no_law_flags(honest::reversed_sums()); }

TEST_CASE("no law flags a fused kernel that declares its profile") { no_law_flags(honest::flash()); }

TEST_CASE("no law flags a shift beyond the maximum that is declared") {
  no_law_flags(honest::shifted_by_20_declared());
}

TEST_CASE("no law flags weights made from log-sum-exps if that is declared") {
  no_law_flags(honest::weights_from_lse_declared());
}

TEST_CASE("no law flags an output made from such weights if that is declared") {
  no_law_flags(honest::output_from_lse_declared());
}

TEST_CASE("no law flags a unit that flushes subnormals if that is declared") {
  if (honest::can_flush) no_law_flags(honest::flushed());
}

TEST_CASE("no law flags an exponential that flushes if that is declared") {
  no_law_flags(honest::exp_flushed_declared());
}

TEST_CASE("no law flags half precision throughout, where raw scores overflow") { no_law_flags(honest::all_in_half()); }

TEST_CASE("the declarations are needed: the plain bounds are too small for what they declare") {
  const Profile plain = plain_profile(Dtype::f64);
  CHECK(worst_ratio(as_backend(honest::shifted_by_20()), plain) > 1);
  CHECK(worst_ratio(as_backend(honest::weights_from_lse()), plain) > 1);
  Profile weights_alone = plain;
  weights_alone.weights_from_lse = true;
  CHECK(worst_ratio(as_backend(honest::output_from_lse()), weights_alone) > 1);
  CHECK(worst_ratio(as_backend(honest::exp_flushed()), plain) > 1);
  if (honest::can_flush) CHECK(worst_ratio(honest::flushed(), plain) > 1);
}

TEST_CASE("declared profiles are met") {
  for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
    for (const AnyBackend& backend :
         {honest::shifted_by_20_declared(), honest::weights_from_lse_declared(), honest::output_from_lse_declared(),
          honest::flash(), honest::flushed(), honest::exp_flushed_declared()}) {
      INFO(backend.describe().name << ", " << name_of(dtype));
      CHECK(worst_ratio(backend, backend.describe().profile_of(dtype)) <= 1);
    }
  }
}
