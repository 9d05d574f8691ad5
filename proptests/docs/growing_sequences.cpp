// docs/growing-sequences.md: what a new row of X does to the rows that were there.
#include "catch.hpp"
#include "docs/enclosed.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"

#include <array>
#include <cstddef>

using namespace attnref;
using namespace attnref::docs_test;

namespace {

/// X of T + 1 rows with its projections, and the same without the last row.
struct Grown {
  Problem before, after;
};

Grown grown(Regime regime, std::size_t t) {
  const Spec spec{.law = "docs",
                  .regime = regime,
                  .sizes = {.t_q = t + 1, .t_k = t + 1, .d_model = 8, .d_k = 4, .d_v = 5},
                  .projected = true,
                  .seed = t};
  const Problem after = draw_problem(spec);
  return {self_attention_problem(rows_in_order(after.at(Part::x), in_order(t)), after.at(Part::wq), after.at(Part::wk),
                                 after.at(Part::wv)),
          after};
}

template <class Judge>
void for_each_growth(Judge judge) {
  for (const Regime regime : {Regime::flat, Regime::moderate, Regime::peaked, Regime::tied}) {
    for (const std::size_t t : {std::size_t{1}, std::size_t{2}, std::size_t{6}, std::size_t{17}}) {
      const Grown problems = grown(regime, t);
      judge(t, quick_oracle(problems.before), quick_oracle(problems.after));
    }
  }
}

}  // namespace

// (eq. old_rows_shrink)
TEST_CASE("a new key takes its weight from the old ones in proportion") {
  for_each_growth([](std::size_t t, const Enclosure& before, const Enclosure& after) {
    for (std::size_t i = 0; i < t; ++i) {
      const Measured left = exactly(1) - at(after[Part::weights], i, t);
      for (std::size_t j = 0; j < t; ++j) {
        REQUIRE(same(at(after[Part::weights], i, j), left * at(before[Part::weights], i, j), 0x1p-20L));
      }
    }
  });
}

// (eq. old_outputs_move)
TEST_CASE("an old output moves towards the new value by the new weight") {
  for_each_growth([](std::size_t t, const Enclosure& before, const Enclosure& after) {
    for (std::size_t i = 0; i < t; ++i) {
      const Measured taken = at(after[Part::weights], i, t);
      for (std::size_t c = 0; c < 5; ++c) {
        const Measured moved =
            at(before[Part::output], i, c) + taken * (at(after[Part::values], t, c) - at(before[Part::output], i, c));
        REQUIRE(same(at(after[Part::output], i, c), moved, 1));
      }
    }
  });
}

// (eq. log_sum_exp_grows)
TEST_CASE("the log-sum-exp grows by the new score, and the new weight is what it grew by") {
  for_each_growth([](std::size_t t, const Enclosure& before, const Enclosure& after) {
    for (std::size_t i = 0; i < t; ++i) {
      const Measured old_one = at(before[Part::lse], i), new_one = at(after[Part::lse], i),
                     score = at(after[Part::scores], i, t);
      REQUIRE(same(exp(new_one - score), exp(old_one - score) + exactly(1)));
      REQUIRE(same(exp(old_one - new_one), exactly(1) - at(after[Part::weights], i, t), 0x1p-20L));
    }
  });
}
