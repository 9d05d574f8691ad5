// What a profile may declare beside its formats, each with honest kernels that need it and are within the bound with
// it: output from recomputed weights, scaled queries that are stored, sums of a known depth. Faults that only long
// sequences have are beyond the bounds of a known depth. (eq. recomputed_output, scaled_stores, depth_counts)
#include "attnref/error_bound.hpp"
#include "bounded_problems.hpp"
#include "catch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

using namespace attnref;
using namespace attnref::test;

namespace {

/// The order in which the terms of a sum are added.
enum class Order { in_turn, by_pairs, in_32_parts };

float sum_in_turn(std::span<const float> terms) {
  float sum = 0;
  for (const float x : terms) sum += x;
  return sum;
}

float sum_by_pairs(std::span<const float> terms) {
  if (terms.size() <= 1) return terms.empty() ? 0 : terms[0];
  const std::size_t half = std::bit_ceil(terms.size()) / 2;
  return sum_by_pairs(terms.first(half)) + sum_by_pairs(terms.subspan(half));
}

float sum_in_32_parts(std::span<const float> terms) {
  std::vector<float> parts(32, 0);
  for (std::size_t n = 0; n < terms.size(); ++n) parts[n % 32] += terms[n];
  return sum_by_pairs(parts);
}

float sum(const std::vector<float>& terms, Order order) {
  return order == Order::in_turn    ? sum_in_turn(terms)
         : order == Order::by_pairs ? sum_by_pairs(terms)
                                    : sum_in_32_parts(terms);
}

/// The additions that a term meets: all but the first addend of a part, which is added to 0.
std::size_t depth_of(std::size_t n, Order order) {
  const std::size_t parts = order == Order::by_pairs ? n : std::min<std::size_t>(n, 32);
  const auto levels = static_cast<std::size_t>(std::bit_width(std::bit_ceil(parts)) - 1);
  return order == Order::in_turn ? n - 1 : order == Order::by_pairs ? levels : (n + 31) / 32 - 1 + levels;
}

float to(Dtype dtype, float x) { return static_cast<float>(round_to(dtype, x)); }

/// x with so many bits, rounded to nearest.
float to_bits(int bits, float x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  const double unit = std::ldexp(1.0, exponent - bits);
  return static_cast<float>(std::nearbyint(static_cast<double>(x) / unit) * unit);
}

/// How a kernel in f32 differs from plain loops; each `Cut` is what a number becomes before it is used.
using Cut = std::function<float(float)>;
float kept(float x) { return x; }

struct Kernel {
  Order order = Order::in_turn;
  bool root_on_both = false;
  bool scale_on_query = false;
  bool output_from_lse = false;
  float scale_factor = 1;
  Cut scaled = kept;  ///< a query or key with the scale on it
  Cut score = kept, value = kept, weight = kept, reciprocal = kept, output = kept;
};

struct Answered {
  std::vector<float> scores, weights, output, lse;
};

float dot(const Kernel& kernel, const Problem& problem, std::size_t i, std::size_t j) {
  const Tensor &q = problem.at(Part::q), &k = problem.at(Part::k);
  const float scale = kernel.scale_factor / std::sqrt(static_cast<float>(q.columns()));
  const float of_key = kernel.root_on_both ? std::sqrt(scale) : 1;
  const float of_query = kernel.root_on_both ? of_key : kernel.scale_on_query ? scale : 1;
  std::vector<float> products;
  for (std::size_t c = 0; c < q.columns(); ++c) {
    const float a = static_cast<float>(q(i, c)) * of_query, b = static_cast<float>(k(j, c)) * of_key;
    products.push_back(kernel.scaled(a) * kernel.scaled(b));
  }
  const float raw = sum(products, kernel.order);
  return kernel.root_on_both || kernel.scale_on_query ? kernel.score(raw) : kernel.score(kernel.score(raw) * scale);
}

Answered attend(const Kernel& kernel, const Problem& problem) {
  const Tensor& v = problem.at(Part::v);
  const std::size_t n = v.rows();
  Answered answer;
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    std::vector<float> s, w;
    for (std::size_t j = 0; j < n; ++j) s.push_back(dot(kernel, problem, i, j));
    answer.scores.insert(answer.scores.end(), s.begin(), s.end());
    const float largest = *std::max_element(s.begin(), s.end());
    for (const float x : s) w.push_back(std::exp(x - largest));
    const float z = sum(w, kernel.order), lse = largest + std::log(z);
    const float by = kernel.output_from_lse ? 1 : kernel.reciprocal(1 / z);
    answer.lse.push_back(lse);
    for (const float x : w) answer.weights.push_back(kernel.output_from_lse ? 0 : x * by);
    if (kernel.output_from_lse) {
      for (std::size_t j = 0; j < n; ++j) w[j] = std::exp(s[j] - lse);
    }
    for (std::size_t c = 0; c < v.columns(); ++c) {
      std::vector<float> terms;
      for (std::size_t j = 0; j < n; ++j) {
        terms.push_back(kernel.weight(w[j]) * kernel.value(static_cast<float>(v(j, c))));
      }
      answer.output.push_back(kernel.output(sum(terms, kernel.order) * by));
    }
  }
  return answer;
}

Tensor normal_tensor(Random& random, Dtype dtype, std::size_t rows, std::size_t columns, double mean = 0,
                     double deviation = 1) {
  Tensor tensor(dtype, rows, columns);
  for (double& x : tensor.values) x = round_to(dtype, mean + deviation * random.normal());
  return tensor;
}

/// The largest error / bound.
struct Ratios {
  double scores = 0, weights = 0, output = 0, lse = 0;

  static void see(double& worst, const std::vector<float>& seen, const Enclosed& truth, const Bound& bound) {
    for (std::size_t n = 0; n < seen.size(); ++n) {
      const long double error = std::fabs(seen[n] - truth.mid[n]) - truth.rad[n];
      const auto ratio = static_cast<double>(error / bound.limit[n]);
      worst = std::isfinite(ratio) ? std::max(worst, ratio) : INFINITY;
    }
  }

  double any() const { return std::max({scores, weights, output, lse}); }

  std::string text() const {
    return fmt::format("error / bound: scores {:.3g}, weights {:.3g}, output {:.3g}, lse {:.3g}", scores, weights,
                       output, lse);
  }
};

/// Problems whose kernels round as one profile says and are held to the bounds of it.
struct Trial {
  Dtype dtype = Dtype::f32;
  std::size_t t_q = 4, t_k = 16, d_k = 20, d_v = 8;
  double offset = 0;  ///< of all scores, about
  double spread = 1;  ///< of the values about 1
  int problems = 1;

  Ratios of(const Kernel& kernel, const Profile& profile) const {
    Ratios worst;
    Random random(29, t_k);
    for (int n = 0; n < problems; ++n) {
      Tensor q = normal_tensor(random, dtype, t_q, d_k), k = normal_tensor(random, dtype, t_k, d_k);
      const Tensor v = normal_tensor(random, dtype, t_k, d_v, 1, spread);
      for (std::size_t i = 0; i < t_q && offset != 0; ++i) q(i, 0) = 1;
      for (std::size_t j = 0; j < t_k && offset != 0; ++j) k(j, 0) += offset * std::sqrt(static_cast<double>(d_k));
      for (double& x : k.values) x = round_to(dtype, x);
      const Problem problem = attention_problem(std::move(q), std::move(k), v);
      const Enclosure truth = quick_oracle(problem);
      const Bounds bounds = error_bound(problem, truth, profile);
      const Answered answer = attend(kernel, problem);
      Ratios::see(worst.scores, answer.scores, truth[Part::scores], bounds[Part::scores]);
      Ratios::see(worst.lse, answer.lse, truth[Part::lse], bounds[Part::lse]);
      if (!kernel.output_from_lse)
        Ratios::see(worst.weights, answer.weights, truth[Part::weights], bounds[Part::weights]);
      Ratios::see(worst.output, answer.output, truth[Part::output], bounds[Part::output]);
    }
    return worst;
  }
};

}  // namespace

TEST_CASE("declared: an output from weights that are recomputed from the log-sum-exp") {
  Profile weights_alone = plain_profile(Dtype::f32);
  weights_alone.weights_from_lse = true;
  Profile for_output = weights_alone;
  for_output.output_from_lse = true;
  // Of equal values only what sums and divisions round is left where weights are divided by their own sum.
  const Trial trial{.t_k = 4, .d_k = 1, .offset = 1e4, .spread = 0, .problems = 20};
  const Kernel kernel{.output_from_lse = true};
  const Ratios undeclared = trial.of(kernel, weights_alone), declared = trial.of(kernel, for_output);
  INFO("undeclared " << undeclared.text() << "; declared " << declared.text());
  CHECK(undeclared.output > 100);
  CHECK(declared.output <= 1);
  CHECK(declared.output > 0.02);
}

TEST_CASE("declared: an output whose recomputed weights or sums may overflow has no bound") {
  Profile profile = plain_profile(Dtype::f32);
  profile.output_from_lse = true;
  const auto limit = [&](double v) {
    Tensor q(Dtype::f32, 1, 1), k(Dtype::f32, 2, 1), values(Dtype::f32, 2, 1);
    values.values = {v, v};
    const Problem problem = attention_problem(q, k, values);
    return error_bound(problem, quick_oracle(problem), profile).at(Part::output).limit[0];
  };
  CHECK(std::isfinite(limit(0x1p+126)));
  CHECK(std::isinf(limit(static_cast<double>(largest_finite(Dtype::f32)))));
}

TEST_CASE("declared: queries and keys that are stored with the scale on them") {
  const Profile plain = plain_profile(Dtype::f16);
  Profile stored = plain;
  stored.scaled_q_stored = Dtype::f16;
  const Cut narrow = [](float x) { return to(Dtype::f16, x); };
  const Trial trial{.dtype = Dtype::f16, .d_k = 40, .problems = 20};
  for (const bool root : {false, true}) {
    Kernel kernel{.root_on_both = root, .scale_on_query = !root};
    kernel.scaled = kernel.score = kernel.weight = kernel.output = narrow;
    const Ratios without = trial.of(kernel, plain), with = trial.of(kernel, stored);
    INFO((root ? "root on both" : "on the query") << ": undeclared " << without.text() << "; declared " << with.text());
    CHECK(without.scores > 2);
    CHECK(with.scores <= 1);
    CHECK(with.output <= 1);
    CHECK(with.scores > 0.1);
  }
  SECTION("what may overflow as it is stored has no bound") {
    const auto limit = [&](double q, double scale) {
      Tensor queries(Dtype::f32, 1, 1), keys(Dtype::f32, 2, 1), values(Dtype::f32, 2, 1);
      queries.values = {q};
      Problem problem = attention_problem(queries, keys, values);
      problem.how.scale = scale;
      Profile profile = plain_profile(Dtype::f32);
      profile.scaled_q_stored = Dtype::f16;
      return error_bound(problem, quick_oracle(problem), profile).at(Part::scores).limit[0];
    };
    CHECK(std::isfinite(limit(40000, 1)));
    CHECK(std::isinf(limit(40000, 2)));
    CHECK(std::isinf(limit(0x1p+18, 0.25)));  // the root alone is on a query: 2^17
  }
}

TEST_CASE("declared: sums of a known depth, and faults that only long sequences have") {
  const Trial trial{.t_k = 1024, .d_k = 64};
  for (const Order order : {Order::by_pairs, Order::in_32_parts}) {
    const Profile any_order = plain_profile(Dtype::f32);
    Profile known = any_order;
    known.depth_dot = depth_of(trial.d_k, order);
    known.depth_sum = known.depth_values = depth_of(trial.t_k, order);
    const Kernel honest{.order = order};
    const Ratios right = trial.of(honest, known);
    INFO((order == Order::by_pairs ? "by pairs: " : "in 32 parts: ") << right.text());
    CHECK(right.any() <= 1);
    CHECK(right.any() > 0.05);

    const auto beyond = [&](const char* fault, const Kernel& kernel) {
      const Ratios seen = trial.of(kernel, known), before = trial.of(kernel, any_order);
      INFO(fault << ": " << seen.text() << "; of any depth " << before.text());
      CHECK(seen.any() > 1);
      CHECK(before.any() < 1);
    };
    Kernel tf32_values = honest, narrow_weights = honest, rough_reciprocal = honest, scale_off = honest;
    tf32_values.value = [](float x) { return to_bits(11, x); };
    narrow_weights.weight = [](float x) { return to(Dtype::f16, x); };
    rough_reciprocal.reciprocal = [](float x) { return to_bits(14, x); };
    scale_off.scale_factor = 1 + 0x1p-18F;
    beyond("V in tf32", tf32_values);
    beyond("weights in f16", narrow_weights);
    beyond("a reciprocal of 14 bits", rough_reciprocal);
    beyond("the scale off by 2^-18", scale_off);
  }
}
