// Golden values of random problems against the MPFI oracle: every format of inputs and of answers, X and projections or Q, K
// and V, scores from nearly equal to a deviation of 3000, default and given scales, and the regimes that laws draw from.
#include "catch.hpp"
#include "generators/draw.hpp"
#include "golden_agrees/agreement.hpp"
#include "golden_agrees/random_problems.hpp"

#include <array>

using namespace attnref;
using namespace attnref::test;

namespace {

/// Compares, and reports at most a few of the mismatches.
Agreement held(const Problem& problem, const std::string& what) {
  const Agreement agreement = compare(golden(problem, {.formats = all_formats}), mpfi_attention(problem));
  INFO(what);
  for (std::size_t n = 0; n < agreement.mismatches.size() && n < 3; ++n) FAIL_CHECK(to_string(agreement.mismatches[n]));
  CHECK(agreement.undecided_by_golden == 0);
  return agreement;
}

void report(const Agreement& all) {
  INFO(all.decided << " of " << all.values << " values decided by MPFI");
  CHECK(all.mismatches.empty());
  // What MPFI leaves are midpoints under one-hot rows; were it more, it would say less of golden values than it seems.
  CHECK(static_cast<double>(all.decided) > 0.95 * static_cast<double>(all.values));
}

}  // namespace

TEST_CASE("golden.random_problems_agree") {
  constexpr std::array deviations{0.01, 0.1, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0};
  Agreement all;
  for (const Dtype dtype : all_formats) {
    for (const double deviation : deviations) {
      for (const bool projected : {false, true}) {
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
          all += held(random_problem({dtype, deviation, projected, seed}),
                      std::string(name_of(dtype)) + " deviation " + std::to_string(deviation) +
                          (projected ? " projected" : "") + " seed " + std::to_string(seed));
        }
      }
    }
  }
  report(all);
  CHECK(all.decided >= 300000);
}

TEST_CASE("golden.regimes_agree") {
  Agreement all;
  for (const Dtype dtype : all_formats) {
    for (const Regime regime : {Regime::flat, Regime::moderate, Regime::peaked, Regime::tied, Regime::shifted,
                                Regime::underflow, Regime::special}) {
      for (const bool projected : {false, true}) {
        for (const int bits : {0, 3}) {
          Spec spec;
          spec.law = "golden";
          spec.dtype = dtype;
          spec.regime = regime;
          spec.projected = projected;
          spec.bits = bits;
          spec.seed = 1;
          spec.sizes = {.t_q = 9, .t_k = 9, .d_model = 7, .d_k = 5, .d_v = 6};
          Problem problem = draw_problem(spec);
          problem.outputs = all_outputs;
          all += held(problem, to_string(spec));
        }
      }
    }
  }
  report(all);
  CHECK(all.decided >= 100000);
}
