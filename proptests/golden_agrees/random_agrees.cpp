// Golden values of random problems against the MPFI oracle: every format of inputs and of answers, X and projections or
// Q, K and V, scores from nearly equal to a deviation of 3000, default and given scales, problems full of midpoints,
// and the regimes that laws draw from. (eq. golden)
#include "catch.hpp"
#include "generators/draw.hpp"
#include "golden_agrees/agreement.hpp"
#include "golden_agrees/random_problems.hpp"

#include <array>
#include <iostream>

using namespace attnref;
using namespace attnref::test;

namespace {

constexpr std::array deviations{0.01, 0.1, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0};

/// How many values that MPFI decided golden settled by dominance, and by exact tests.
struct Proofs {
  std::size_t dominance = 0, exact = 0;
};

Proofs proofs_confirmed(const Answers& golden_values, const MpfiAnswers& oracle) {
  Proofs proofs;
  for (const auto& [format, outputs] : oracle) {
    for (const auto& [part, decisions] : outputs) {
      const std::vector<Settlement>& settled = golden_values.at(format).at(part).settled;
      for (std::size_t n = 0; n < decisions.size(); ++n) {
        proofs.dominance += decisions[n] && settled[n].how() == Settled::dominance;
        proofs.exact += decisions[n] && settled[n].how() == Settled::exact;
      }
    }
  }
  return proofs;
}

/// Adds up comparisons, and shows the first few mismatches.
class Trial {
 public:
  void hold(const Problem& problem, const std::string& what) {
    const Answers golden_values = golden(problem, {.formats = all_formats});
    const MpfiAnswers oracle = mpfi_attention(problem);
    const Agreement agreement = compare(golden_values, oracle);
    for (std::size_t n = 0; n < agreement.mismatches.size() && all.mismatches.size() + n < 5; ++n) {
      FAIL_CHECK(what << ": " << to_string(agreement.mismatches[n]));
    }
    const Proofs more = proofs_confirmed(golden_values, oracle);
    proofs.dominance += more.dominance;
    proofs.exact += more.exact;
    all += agreement;
  }
  /// Prints the count, and requires that MPFI decided so many values and that share of them. `what` is on trial.
  void conclude(std::string_view what, std::size_t at_least, double share) const {
    std::cout << what << ": " << all.decided << " of " << all.values << " values decided by MPFI, "
              << all.mismatches.size() << " different; by dominance " << proofs.dominance << ", by exact tests "
              << proofs.exact << '\n';
    CHECK(all.mismatches.empty());
    CHECK(all.undecided_by_golden == 0);
    REQUIRE(all.decided >= at_least);
    CHECK(static_cast<double>(all.decided) >= share * static_cast<double>(all.values));
  }

  Agreement all;
  Proofs proofs;
};

void hold_random_problems(Trial& trial, PartSet outputs, std::uint64_t seeds) {
  for (const Dtype dtype : all_formats) {
    for (const double deviation : deviations) {
      for (const bool projected : {false, true}) {
        for (std::uint64_t seed = 0; seed < seeds; ++seed) {
          Problem problem = random_problem({dtype, deviation, projected, seed});
          problem.wanted = outputs;
          trial.hold(problem, std::string(name_of(dtype)) + (projected ? ", projected" : ", given") + ", deviation " +
                                  std::to_string(deviation) + ", seed " + std::to_string(seed));
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("golden.random_problems_agree") {
  Trial trial;
  hold_random_problems(trial, {Part::weights, Part::output, Part::lse}, 24);
  trial.conclude("weights, output and log-sum-exp", 1'000'000, 0.999);
}

TEST_CASE("golden.random_projections_and_scores_agree") {
  Trial trial;
  hold_random_problems(trial, {Part::queries, Part::keys, Part::values, Part::scores}, 8);
  trial.conclude("queries, keys, values and scores", 500'000, 1);
}

TEST_CASE("golden.midpoint_problems_agree") {
  Trial trial;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    trial.hold(midpoint_problem(seed), "midpoint problem " + std::to_string(seed));
  }
  // What MPFI leaves are midpoints beside which e^-gap is below 2^-1280.
  trial.conclude("problems full of midpoints", 300'000, 0.99);
  CHECK(trial.proofs.dominance > 10'000);
}

TEST_CASE("golden.regimes_agree") {
  Trial trial;
  for (const Dtype dtype : all_formats) {
    for (const Regime regime : {Regime::flat, Regime::moderate, Regime::peaked, Regime::tied, Regime::shifted,
                                Regime::underflow, Regime::special}) {
      for (const bool projected : {false, true}) {
        for (const int bits : {0, 3}) {
          Spec spec;
          spec.dtype = dtype;
          spec.regime = regime;
          spec.projected = projected;
          spec.bits = bits;
          spec.seed = 1;
          spec.sizes = {.t_q = 9, .t_k = 9, .d_model = 7, .d_k = 5, .d_v = 6};
          Problem problem = draw_problem(spec);
          problem.wanted = computed_outputs;
          trial.hold(problem, to_string(spec));
        }
      }
    }
  }
  trial.conclude("regimes of the laws", 100'000, 0.99);
}
