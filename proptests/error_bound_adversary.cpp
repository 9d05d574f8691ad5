// The error bound holds against an adversary whose every operation errs as much as it may, and the adversary reaches
// it: bounds that are too small fail the first, bounds that are needlessly large the second.
//
// (eq. operand_error, operand_read, score_sums, score_error, score_stores, scaled_stores)
//
// (eq. shift_interval, shift_distance, exponent_error, weight_underflow, rounding_counts, depth_counts, denominator)
//
// (eq. weight_bound, output_bound, sum_error, lse_bound, recomputed_bound, recomputed_output, row_sum_bound)
#include "adversary.hpp"
#include "attnref/error_bound.hpp"
#include "bounded_problems.hpp"
#include "catch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

using namespace attnref;
using namespace attnref::test;
using Goal = Adversary::Goal;

namespace {

/// A format coarse enough for second-order terms to count. Underflow is the given format's.
Profile toy(long double u, Dtype underflow) {
  Profile p;
  p.name = "toy";
  p.u_proj = p.u_dot = p.u_add = p.u_acc = u;
  p.accumulator = p.output = underflow;
  return p;
}

/// The largest |seen - true| / limit, the oracle's radius taken off.
struct Worst {
  double operands = 0, scores = 0, weights = 0, output = 0, lse = 0, row_sums = 0;
  std::size_t judged = 0;

  static void see(double& worst, long double seen, long double mid, long double rad, long double limit,
                  std::size_t& judged) {
    if (!(limit < INFINITY)) return;
    ++judged;
    const long double error = std::max(0.0L, std::fabs(seen - mid) - rad);
    if (error > 0) worst = std::max(worst, static_cast<double>(error / limit));
  }

  void see(const AdversaryRow& row, std::size_t i, const Enclosure& e, const Bounds& b) {
    long double sum = 0;
    for (std::size_t j = 0; j < row.weights.size(); ++j) {
      const std::size_t n = e[Part::weights].at(i, j);
      sum += row.weights[j];
      see(scores, row.scores[j], e[Part::scores].mid[n], e[Part::scores].rad[n], b[Part::scores].limit[n], judged);
      see(weights, row.weights[j], e[Part::weights].mid[n], e[Part::weights].rad[n], b[Part::weights].limit[n], judged);
    }
    for (std::size_t c = 0; c < row.output.size(); ++c) {
      const std::size_t n = e[Part::output].at(i, c);
      see(output, row.output[c], e[Part::output].mid[n], e[Part::output].rad[n], b[Part::output].limit[n], judged);
    }
    see(lse, row.lse, e[Part::lse].mid[i], e[Part::lse].rad[i], b[Part::lse].limit[i], judged);
    see(row_sums, sum, 1, 0, b.row_sums.limit[i], judged);
  }

  void see(const AdversaryOperands& seen, const Enclosure& e, const Bounds& b) {
    const auto part = [&](const AdversaryOperands::Rows& rows, const Enclosed& truth, const Bound& bound) {
      for (std::size_t r = 0; r < rows.size(); ++r) {
        for (std::size_t c = 0; c < rows[r].size(); ++c) {
          const std::size_t n = truth.at(r, c);
          see(operands, rows[r][c], truth.mid[n], truth.rad[n], bound.limit[n], judged);
        }
      }
    };
    part(seen.q, e[Part::queries], b[Part::queries]);
    part(seen.k, e[Part::keys], b[Part::keys]);
    part(seen.v, e[Part::values], b[Part::values]);
  }

  double any() const { return std::max({operands, scores, weights, output, lse, row_sums}); }

  std::string text() const {
    return fmt::format(
        "error / bound: operands {:.6f}, scores {:.6f}, weights {:.6f}, output {:.6f}, lse {:.6f}, row sums "
        "{:.6f}",
        operands, scores, weights, output, lse, row_sums);
  }
};

/// All goals, on every row of one problem: an adversary that errs as one profile allows, held to the bounds of another.
void attack(const Problem& problem, const Profile& profile, const Profile& declared, const Manner& manner,
            std::uint64_t seed, Worst& worst) {
  const Enclosure truth = quick_oracle(problem);
  const Bounds bounds = error_bound(problem, truth, declared);
  Random random(seed);
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    for (const Goal goal : {Goal::weight_up, Goal::weight_down, Goal::output_up, Goal::output_down, Goal::lse_up,
                            Goal::lse_down, Goal::sum_up, Goal::sum_down}) {
      const bool for_weights = goal != Goal::output_up && goal != Goal::output_down;
      const std::size_t target = random.below(for_weights ? problem.sizes().t_k : problem.sizes().d_v);
      const long double y = for_weights ? 0 : truth[Part::output].mid[truth[Part::output].at(i, target)];
      Adversary adversary(profile, one_of(random, std::array{1.0, 1.0, 0.7, 0.0}), random.bits(), manner);
      const AdversaryOperands operands = adversary.operands(problem);
      worst.see(operands, truth, bounds);
      worst.see(adversary.row(problem, operands, i, goal, target, y), i, truth, bounds);
    }
  }
}

Problem small_problem(Random& random, Dtype dtype) {
  const std::size_t t_k = 1 + random.below(random.chance(0.8) ? 4 : 12),
                    d_k = random.chance(0.5) ? 1 : 1 + random.below(6);
  const double deviation = one_of(random, std::array{0.0, 0.01, 0.5, 1.0, 2.0});
  const double values = one_of(random, std::array{1.0, 1.0, static_cast<double>(smallest_normal(dtype))});
  const auto tensor = [&](std::size_t rows, std::size_t columns, double scale) {
    return random_tensor(random, dtype, rows, columns, scale);
  };
  Problem problem;
  if (random.chance(0.3)) {
    const std::size_t d_model = 1 + random.below(4);
    problem = self_attention_problem(tensor(t_k, d_model, 1), tensor(d_model, d_k, deviation),
                                     tensor(d_model, d_k, deviation), tensor(d_model, 2, values));
  } else {
    problem = attention_problem(tensor(2, d_k, deviation), tensor(t_k, d_k, deviation), tensor(t_k, 2, values));
  }
  if (random.chance(0.3)) problem.how.scale = one_of(random, std::array{0.0, 1.0, -0.5, 0.01, 2.0});
  return problem;
}

Worst campaign(const Profile& profile, const Profile& declared, Dtype dtype, int problems, const Manner& manner = {}) {
  Worst worst;
  Random random(11, static_cast<std::uint64_t>(problems));
  for (int n = 0; n < problems; ++n) {
    attack(small_problem(random, dtype), profile, declared, manner, random.bits(), worst);
  }
  return worst;
}

Worst campaign(const Profile& profile, Dtype dtype, int problems, const Manner& manner = {}) {
  return campaign(profile, profile, dtype, problems, manner);
}

}  // namespace

TEST_CASE("error bound: an adversary reaches it and does not pass it, in toy formats") {
  Worst best;
  // 30 bits that underflow as f16 does: there the terms of underflow are all that counts.
  for (const int bits : {5, 7, 10, 14, 20, 30}) {
    for (const std::string_view flushes : {"nothing", "the exponential", "all"}) {
      for (const double shift : {0.0, 3.0, -3.0, static_cast<double>(NAN)}) {
        Profile profile = toy(power_of_two(-bits), bits == 14 || bits == 20 ? Dtype::f32 : Dtype::f16);
        profile.flush = flushes == "all";
        profile.exp_flush = flushes == "the exponential";
        profile.shifted = !std::isnan(shift);
        profile.shift = profile.shifted ? shift : 0;
        const Worst worst = campaign(profile, profile.output, 150);
        INFO(bits << " bits, " << flushes << " flushes, shift " << shift);
        INFO(worst.text());
        CHECK(worst.any() <= 1);
        CHECK(worst.judged > 1000);
        for (double Worst::*part :
             {&Worst::operands, &Worst::scores, &Worst::weights, &Worst::output, &Worst::lse, &Worst::row_sums}) {
          best.*part = std::max(best.*part, worst.*part);
        }
      }
    }
  }
  INFO("over all toys " << best.text());
  for (const double part : {best.scores, best.weights, best.output, best.lse, best.row_sums}) CHECK(part > 0.9);
  CHECK(best.operands > 0.5);  // the bound allows for a bias and a store that the adversary does not make
}

// Online, an exponential must err relatively down to where H5 lets it err absolutely: 22 bits, where others have 30.
TEST_CASE("error bound: the same online, and with weights recomputed from the log-sum-exp") {
  for (const int bits : {7, 10, 16, 22}) {
    for (const std::size_t block : {0u, 1u, 2u, 3u}) {
      for (const bool from_lse : {false, true}) {
        Profile profile = toy(power_of_two(-bits), bits == 16 ? Dtype::f32 : Dtype::f16);
        profile.block = block;
        profile.c_sub = block > 0 ? 3 : 1;
        profile.weights_from_lse = from_lse;
        const Worst worst = campaign(profile, profile.output, 250);
        INFO(bits << " bits, blocks of " << block << (from_lse ? ", weights from lse" : ""));
        INFO(worst.text());
        CHECK(worst.any() <= 1);
        CHECK(std::min({worst.weights, worst.output, worst.lse}) > 0.75);
      }
    }
  }
}

TEST_CASE("error bound: the same online, where a rounded maximum is subtracted from products that are not rounded") {
  for (const int bits : {7, 10, 16, 22}) {
    for (const std::size_t block : {1u, 2u, 3u}) {
      Profile profile = toy(power_of_two(-bits), bits == 16 ? Dtype::f32 : Dtype::f16);
      profile.block = block;
      profile.c_sub = 3;
      const Worst worst = campaign(profile, profile.output, 300, {.fused = true});
      INFO(bits << " bits, blocks of " << block);
      INFO(worst.text());
      CHECK(worst.any() <= 1);
      CHECK(std::min({worst.weights, worst.output, worst.lse}) > 0.5);
    }
  }
}

/// The adversary computes in long double, and so errs itself: by no more than the bound of a profile with that unit
/// roundoff. Bounds grow at least in proportion to the unit roundoffs, so that this is at most so large a part of the
/// profile's own bound.
double own_error(const Profile& profile) {
  constexpr long double own = std::numeric_limits<long double>::epsilon() / 2;
  return static_cast<double>(own / std::min(profile.u_dot, profile.u_acc));
}

TEST_CASE("error bound: the adversary does not pass it in any named profile") {
  for (const char* name :
       {"f64", "f32", "tf32", "fp32_online", "f16", "bf16", "flash_f16", "flash_bf16", "f16_all", "bf16_all"}) {
    const Profile profile = profile_named(name).value();
    const Worst worst = campaign(profile, profile.output, 200);
    INFO(name << ": " << worst.text());
    CHECK(worst.any() <= 1 + own_error(profile));
    CHECK(std::max({worst.scores, worst.weights, worst.output, worst.lse}) > 0.5);
  }
}

TEST_CASE("error bound: wherever the scale is, and whether weights are divided before they meet the values or after") {
  using ScaleOn = Manner::ScaleOn;
  for (const int bits : {7, 10, 16, 30}) {
    for (const bool flush : {false, true}) {
      for (const bool divided_first : {false, true}) {
        for (const ScaleOn scale_on : {ScaleOn::query, ScaleOn::both}) {
          Profile profile = toy(power_of_two(-bits), bits == 16 ? Dtype::f32 : Dtype::f16);
          profile.flush = flush;
          if (bits == 10) profile.u_in = 0x1p-9L;
          const Manner manner{.scale_on = scale_on, .divided_first = divided_first};
          const Worst worst = campaign(profile, profile.output, 250, manner);
          INFO(bits << " bits" << (flush ? ", flushing" : "") << (divided_first ? ", divided first" : "")
                    << (scale_on == ScaleOn::both ? ", the root on both" : ", scale on the query"));
          INFO(worst.text());
          CHECK(worst.any() <= 1);
          CHECK(std::min({worst.scores, worst.weights, worst.output, worst.lse, worst.row_sums}) > 0.5);
        }
      }
    }
  }
}

TEST_CASE("error bound: scores stored raw, scaled and once more, and weights stored before and after their division") {
  for (const int bits : {12, 20}) {
    for (const Dtype store : {Dtype::f16, Dtype::bf16}) {
      for (const bool divided_first : {false, true}) {
        for (const std::size_t block : {0u, 1u, 2u}) {
          Profile profile = toy(power_of_two(-bits), Dtype::f32);
          profile.stored_scores = profile.stored_weights = store;
          profile.c_s = 3;
          profile.block = block;
          profile.c_sub = block > 0 ? 3 : 1;
          const Manner manner{.divided_first = divided_first && block == 0, .raw_stored = true};
          const Worst worst = campaign(profile, profile.output, 200, manner);
          INFO(bits << " bits, stored in " << name_of(store) << ", blocks of " << block
                    << (divided_first ? ", divided first" : ""));
          INFO(worst.text());
          CHECK(worst.any() <= 1);
          CHECK(std::min({worst.scores, worst.weights, worst.output, worst.lse}) > 0.5);
        }
      }
    }
  }
}

TEST_CASE("error bound: a constant that is folded into the scale at run time costs two roundings") {
  // Two keys whose scores are 30 and -30: a weight's error is 60 times that of the scale.
  Tensor q(Dtype::f64, 1, 1), k(Dtype::f64, 2, 1), v(Dtype::f64, 2, 2);
  q.values = {1};
  k.values = {30, -30};
  v.values = {0, 0, 1, -1};
  const Problem far_apart = attention_problem(q, k, v);
  const auto worst = [&](int c, int c_sub) {
    Profile profile = toy(0x1p-20L, Dtype::f32);
    profile.c = c;
    profile.c_sub = c_sub;
    Worst seen;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      attack(far_apart, profile, profile, {.folded = true}, seed, seen);
    }
    INFO("c " << c << ", c_sub " << c_sub << ": " << seen.text());
    CHECK(seen.judged > 1000);
    return seen;
  };
  const Worst neither = worst(4, 1), in_argument = worst(4, 3), in_score = worst(5, 1), both = worst(5, 3);
  CHECK(neither.weights > 1.1);
  CHECK(neither.output > 1.1);
  for (const Worst& seen : {in_argument, in_score, both}) {
    CHECK(std::max(seen.weights, seen.output) <= 1);
    CHECK(std::min(seen.weights, seen.output) > 0.75);
  }
  // Brought back from base 2, a log-sum-exp has all of them: two that fold, and two that bring it back.
  CHECK(in_argument.lse > 1);
  CHECK(in_score.lse > 1);
  CHECK(both.lse <= 1);
  CHECK(both.lse > 0.9);
}

TEST_CASE("error bound: no kernel that folds a constant passes it, with the counts of the named online profiles") {
  for (const int bits : {7, 10, 16, 22}) {
    for (const std::size_t block : {0u, 1u, 3u}) {
      Profile profile = toy(power_of_two(-bits), bits == 16 ? Dtype::f32 : Dtype::f16);
      profile.block = block;
      profile.c = profile_named("fp32_online")->c;
      profile.c_sub = profile_named("fp32_online")->c_sub;
      const Worst worst = campaign(profile, profile.output, 250, {.folded = true});
      INFO(bits << " bits, blocks of " << block << ": " << worst.text());
      CHECK(worst.any() <= 1);
      CHECK(std::min({worst.weights, worst.output, worst.lse}) > 0.5);
    }
  }
}

TEST_CASE("error bound: the same where the output is made from weights recomputed from the log-sum-exp") {
  for (const int bits : {7, 10, 16, 30}) {
    for (const bool flush : {false, true}) {
      Profile profile = toy(power_of_two(-bits), bits == 16 ? Dtype::f32 : Dtype::f16);
      profile.flush = flush;
      profile.weights_from_lse = profile.output_from_lse = true;
      if (bits == 10) profile.stored_weights = Dtype::bf16;
      const Worst worst = campaign(profile, profile.output, 250);
      INFO(bits << " bits" << (flush ? ", flushing: " : ": ") << worst.text());
      CHECK(worst.any() <= 1);
      CHECK(std::min({worst.weights, worst.output, worst.lse}) > 0.5);
    }
  }
}

TEST_CASE("error bound: the same where what carries the scale is stored narrower") {
  using ScaleOn = Manner::ScaleOn;
  for (const int bits : {12, 20}) {
    for (const Dtype store : {Dtype::f16, Dtype::bf16}) {
      for (const bool flush : {false, true}) {
        for (const ScaleOn scale_on : {ScaleOn::query, ScaleOn::both}) {
          Profile profile = toy(power_of_two(-bits), Dtype::f32);
          profile.scaled_q_stored = store;
          profile.flush = flush;
          if (bits == 12) profile.u_in = 0x1p-9L;
          const Worst worst = campaign(profile, profile.output, 250, {.scale_on = scale_on});
          INFO(bits << " bits, stored in " << name_of(store) << (flush ? ", flushing" : "")
                    << (scale_on == ScaleOn::both ? ", the root on both" : ", scale on the query"));
          INFO(worst.text());
          CHECK(worst.any() <= 1);
          CHECK(worst.scores > (scale_on == ScaleOn::both ? 0.8 : 0.5));
        }
      }
    }
  }
}

TEST_CASE("error bound: what a raw score loses as it is stored meets the roundings of the scale") {
  for (const int bits : {5, 7, 10}) {
    Profile profile = toy(power_of_two(-bits), Dtype::f32);
    profile.stored_scores = Dtype::f16;
    profile.c_s = 2;
    const Worst worst = campaign(profile, profile.output, 400, {.raw_stored = true});
    INFO(bits << " bits: " << worst.text());
    CHECK(worst.any() <= 1);
    CHECK(worst.scores > 0.8);
  }
}

TEST_CASE("error bound: sums as deep as is declared reach it and do not pass it, deeper ones do") {
  for (const int bits : {7, 10, 16, 30}) {
    for (const bool flush : {false, true}) {
      for (const bool from_lse : {false, true}) {
        Profile profile = toy(power_of_two(-bits), bits == 16 ? Dtype::f32 : Dtype::f16);
        profile.flush = flush;
        profile.output_from_lse = from_lse;
        // Problems have up to 6 coordinates and 12 keys.
        profile.depth_dot = 3;
        profile.depth_sum = profile.depth_values = 4;
        const Worst worst = campaign(profile, profile.output, 250);
        INFO(bits << " bits" << (flush ? ", flushing" : "") << (from_lse ? ", output from lse" : ""));
        INFO(worst.text());
        CHECK(worst.any() <= 1);
        CHECK(std::min({worst.scores, worst.weights, worst.output, worst.lse}) > 0.5);
        if (bits != 10 || flush || from_lse) continue;
        Profile deeper = profile;
        deeper.depth_dot = deeper.depth_sum = deeper.depth_values = std::nullopt;
        const Worst deep = campaign(deeper, profile, profile.output, 250);
        INFO("deeper: " << deep.text());
        CHECK(std::min({deep.scores, deep.weights, deep.output, deep.lse}) > 1);
      }
    }
  }
}
