// The error bound passes implementations that are right (plain loops in double and in float, correctly rounded answers
// in every format) and fails those that are wrong, however little. (eq. output_difference, weight_cancels)
#include "attnref/backend.hpp"
#include "attnref/error_bound.hpp"
#include "bounded_problems.hpp"
#include "catch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace attnref;
using namespace attnref::test;

namespace {

/// Results in the widest format that computes them, row-major.
struct Results {
  std::vector<long double> queries, keys, values, scores, weights, output, lse;
};

/// What a wrong implementation does differently; nothing, by default.
struct Fault {
  std::function<double(std::size_t d_k)> scale = nullptr;
  bool last_key_dropped = false;
  bool sums_in_float = false;
  double denominator = 1;
  double exponent = 1;
};

template <class S>
std::vector<S> numbers(const Tensor& tensor) {
  return {tensor.values.begin(), tensor.values.end()};
}

template <class S>
std::vector<S> product(const std::vector<S>& a, const std::vector<S>& b, std::size_t rows, std::size_t inner,
                       std::size_t columns) {
  std::vector<S> result(rows * columns, S(0));
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t k = 0; k < inner; ++k) result[i * columns + j] += a[i * inner + k] * b[k * columns + j];
    }
  }
  return result;
}

/// The textbook in S: shift by the maximum, exponentials, their sum, a division.
template <class S>
Results textbook(const Problem& problem, const Fault& fault = {}) {
  const auto [batch, heads, kv_heads, t_q, t_k, d_model, d_k, d_v] = problem.sizes();
  std::vector<S> q, k, v;
  if (problem.projected()) {
    const std::vector<S> x = numbers<S>(problem.at(Part::x));
    q = product(x, numbers<S>(problem.at(Part::wq)), t_q, d_model, d_k);
    k = product(x, numbers<S>(problem.at(Part::wk)), t_k, d_model, d_k);
    v = product(x, numbers<S>(problem.at(Part::wv)), t_k, d_model, d_v);
  } else {
    q = numbers<S>(problem.at(Part::q));
    k = numbers<S>(problem.at(Part::k));
    v = numbers<S>(problem.at(Part::v));
  }
  S scale = problem.how.scale ? static_cast<S>(*problem.how.scale) : 1 / std::sqrt(static_cast<S>(d_k));
  if (fault.scale && !problem.how.scale) scale = static_cast<S>(fault.scale(d_k));
  Results r;
  r.queries.assign(q.begin(), q.end());
  r.keys.assign(k.begin(), k.end());
  r.values.assign(v.begin(), v.end());
  const std::size_t used = fault.last_key_dropped && t_k > 1 ? t_k - 1 : t_k;
  for (std::size_t i = 0; i < t_q; ++i) {
    std::vector<S> s(t_k, S(0)), w(t_k, S(0));
    for (std::size_t j = 0; j < t_k; ++j) {
      for (std::size_t c = 0; c < d_k; ++c) s[j] += q[i * d_k + c] * k[j * d_k + c];
      s[j] *= scale;
      r.scores.push_back(s[j]);
    }
    const S largest = *std::max_element(s.begin(), s.end());
    S z = 0;
    float z_in_float = 0;
    for (std::size_t j = 0; j < used; ++j) {
      w[j] = std::exp((s[j] - largest) * static_cast<S>(fault.exponent));
      z += w[j];
      z_in_float += static_cast<float>(w[j]);
    }
    if (fault.sums_in_float) z = static_cast<S>(z_in_float);
    z *= static_cast<S>(fault.denominator);
    for (std::size_t j = 0; j < t_k; ++j) {
      w[j] /= z;
      r.weights.push_back(w[j]);
    }
    for (std::size_t c = 0; c < d_v; ++c) {
      S y = 0;
      for (std::size_t j = 0; j < t_k; ++j) y += w[j] * v[j * d_v + c];
      r.output.push_back(y);
    }
    r.lse.push_back(largest + std::log(z));
  }
  return r;
}

/// A fused kernel in float: blocks, a running maximum, powers of two with the scale folded in, one division at the end.
Results online(const Problem& problem, std::size_t block) {
  const auto [batch, heads, kv_heads, t_q, t_k, d_model, d_k, d_v] = problem.sizes();
  const std::vector<float> q = numbers<float>(problem.at(Part::q)), k = numbers<float>(problem.at(Part::k)),
                           v = numbers<float>(problem.at(Part::v));
  const float log2_e = 1.4426950408889634f, ln_2 = 0.6931471805599453f;
  const float scale =
      (problem.how.scale ? static_cast<float>(*problem.how.scale) : 1 / std::sqrt(static_cast<float>(d_k))) * log2_e;
  Results r;
  for (std::size_t i = 0; i < t_q; ++i) {
    float largest = -std::numeric_limits<float>::infinity(), z = 0;
    std::vector<float> o(d_v, 0);
    for (std::size_t from = 0; from < t_k; from += block) {
      const std::size_t to = std::min(t_k, from + block);
      std::vector<float> s(to - from, 0);
      float next = largest;
      for (std::size_t j = from; j < to; ++j) {
        for (std::size_t c = 0; c < d_k; ++c) s[j - from] += q[i * d_k + c] * k[j * d_k + c];
        s[j - from] *= scale;
        next = std::max(next, s[j - from]);
      }
      const float factor = std::exp2(largest - next);
      z *= factor;
      for (float& y : o) y *= factor;
      for (std::size_t j = from; j < to; ++j) {
        const float w = std::exp2(s[j - from] - next);
        z += w;
        for (std::size_t c = 0; c < d_v; ++c) o[c] += w * v[j * d_v + c];
      }
      largest = next;
    }
    for (const float y : o) r.output.push_back(y / z);
    r.lse.push_back((largest + std::log2(z)) * ln_2);
  }
  return r;
}

/// The oracle's midpoints, each rounded once.
Results correctly_rounded(const Enclosure& truth, Dtype dtype) {
  const auto rounded = [dtype](const Enclosed& enclosed) {
    std::vector<long double> result;
    for (const long double x : enclosed.mid) {
      result.push_back(dtype == Dtype::f32 ? static_cast<long double>(static_cast<float>(x))
                                           : static_cast<long double>(round_to(dtype, static_cast<double>(x))));
    }
    return result;
  };
  return {rounded(truth[Part::queries]), rounded(truth[Part::keys]),    rounded(truth[Part::values]),
          rounded(truth[Part::scores]),  rounded(truth[Part::weights]), rounded(truth[Part::output]),
          rounded(truth[Part::lse])};
}

struct Ratios {
  double operands = 0, scores = 0, weights = 0, output = 0, lse = 0, row_sums = 0;
  std::size_t judged = 0, asked = 0;

  void see(double& worst, const std::vector<long double>& seen, const Enclosed& truth, const Bound& bound) {
    for (std::size_t n = 0; n < seen.size(); ++n) {
      ++asked;
      if (!(bound.limit[n] < INFINITY)) continue;
      if (bound.limit[n] < bound.trivial[n] / 2) ++judged;
      const long double error = std::fabs(seen[n] - truth.mid[n]) - truth.rad[n];
      if (error <= 0) continue;
      const double ratio = static_cast<double>(error / bound.limit[n]);
      worst = std::isnan(ratio) ? INFINITY : std::max(worst, ratio);
    }
  }

  void see(const Results& r, const Enclosure& e, const Bounds& b) {
    see(operands, r.queries, e[Part::queries], b[Part::queries]);
    see(operands, r.keys, e[Part::keys], b[Part::keys]);
    see(operands, r.values, e[Part::values], b[Part::values]);
    see(scores, r.scores, e[Part::scores], b[Part::scores]);
    see(weights, r.weights, e[Part::weights], b[Part::weights]);
    see(output, r.output, e[Part::output], b[Part::output]);
    see(lse, r.lse, e[Part::lse], b[Part::lse]);
    Enclosed ones(e[Part::weights].rows, 1);
    std::fill(ones.mid.begin(), ones.mid.end(), 1.0L);
    std::vector<long double> sums(e[Part::weights].rows, 0);
    for (std::size_t n = 0; n < r.weights.size(); ++n) sums[n / e[Part::weights].columns] += r.weights[n];
    if (!r.weights.empty()) see(row_sums, sums, ones, b.row_sums);
  }

  double any() const { return std::max({operands, scores, weights, output, lse, row_sums}); }

  std::string text() const {
    return fmt::format(
        "error / bound: operands {:.3g}, scores {:.3g}, weights {:.3g}, output {:.3g}, lse {:.3g}, row sums "
        "{:.3g}; judged {} of {}",
        operands, scores, weights, output, lse, row_sums, judged, asked);
  }
};

using Implementation = std::function<Results(const Problem&, const Enclosure&)>;

Ratios ratios(const ProblemChoices& choices, const Profile& profile, int problems, const Implementation& implementation,
              bool given_only = false) {
  Ratios worst;
  Random random(5, static_cast<std::uint64_t>(choices.dtype));
  for (int n = 0; n < problems; ++n) {
    const Problem problem = random_problem(random, choices);
    if (given_only && problem.projected()) continue;
    const Enclosure truth = quick_oracle(problem);
    worst.see(implementation(problem, truth), truth, error_bound(problem, truth, profile));
  }
  return worst;
}

template <class S>
Implementation faulty(Fault fault) {
  return [fault](const Problem& problem, const Enclosure&) { return textbook<S>(problem, fault); };
}

}  // namespace

TEST_CASE("error bound: the textbook passes in double and in float") {
  const Ratios in_double = ratios({.dtype = Dtype::f64}, plain_profile(Dtype::f64), 600, faulty<double>({}));
  INFO("f64 " << in_double.text());
  const Ratios in_float = ratios({.dtype = Dtype::f32}, plain_profile(Dtype::f32), 600, faulty<float>({}));
  INFO("f32 " << in_float.text());
  CHECK(in_double.any() <= 1);
  CHECK(in_float.any() <= 1);
  // Honest errors come near: the bound is not loose.
  CHECK(std::min(in_double.any(), in_float.any()) > 0.4);
  CHECK(in_double.judged > in_double.asked / 2);
}

TEST_CASE("error bound: an online kernel in float passes under its profile") {
  for (const std::size_t block : {1u, 4u, 64u}) {
    Profile profile = profile_named("fp32_online").value();
    profile.block = block;
    const Ratios worst = ratios(
        {.dtype = Dtype::f32}, profile, 300,
        [block](const Problem& problem, const Enclosure&) { return online(problem, block); }, true);
    INFO("blocks of " << block << ": " << worst.text());
    CHECK(worst.any() <= 1);
    CHECK(worst.any() > 0.2);
  }
}

TEST_CASE("error bound: the correctly rounded answer passes in every format") {
  for (const Dtype dtype : {Dtype::f64, Dtype::f32, Dtype::f16, Dtype::bf16}) {
    const Ratios worst =
        ratios({.dtype = dtype, .steepest = 8}, plain_profile(dtype), 300,
               [dtype](const Problem&, const Enclosure& truth) { return correctly_rounded(truth, dtype); });
    INFO(name_of(dtype) << " " << worst.text());
    CHECK(worst.any() <= 1);
    CHECK(worst.any() > 0.2);
  }
}

TEST_CASE("error bound: what is wrong does not pass") {
  const auto default_scale = [](Dtype dtype, const auto& implementation) {
    return ratios({.dtype = dtype, .steepest = 8, .any_scale = false}, plain_profile(dtype), 200, implementation);
  };
  const auto in_both = [&](const Fault& fault, const char* name) {
    INFO(name);
    const Ratios f64 = default_scale(Dtype::f64, faulty<double>(fault));
    const Ratios f32 = default_scale(Dtype::f32, faulty<float>(fault));
    INFO("f64 " << f64.text());
    INFO("f32 " << f32.text());
    CHECK(std::max(f64.weights, f64.output) > 1);
    CHECK(std::max(f32.weights, f32.output) > 1);
  };
  in_both({.scale = [](std::size_t d_k) { return 1 / static_cast<double>(d_k); }}, "1 / d_k");
  in_both({.scale = [](std::size_t d_k) { return 1 / std::sqrt(static_cast<double>(d_k) + 1); }}, "1 / sqrt(d_k + 1)");
  in_both({.scale = [](std::size_t d_k) { return (1 + 0x1p-12) / std::sqrt(static_cast<double>(d_k)); }},
          "scale off 2^-12");
  in_both({.last_key_dropped = true}, "the last key dropped");
  in_both({.denominator = 1 + 1e-4}, "1e-4 in the denominator");
  in_both({.exponent = 1 + 0x1p-12}, "the exponent off 2^-12");

  SECTION("sums in float fail in double and are honest in float") {
    const Fault fault{.sums_in_float = true};
    CHECK(default_scale(Dtype::f64, faulty<double>(fault)).weights > 1e3);
    CHECK(default_scale(Dtype::f32, faulty<float>(fault)).any() <= 1);
  }
  SECTION("1e-6 in the denominator, seen in the row sums of either format") {
    const Fault fault{.denominator = 1 + 1e-6};
    CHECK(default_scale(Dtype::f64, faulty<double>(fault)).row_sums > 1e6);
    CHECK(default_scale(Dtype::f32, faulty<float>(fault)).row_sums > 1);
  }
  SECTION("a double's error of one part in 2^20 of the scale, and floats where doubles are due") {
    const Fault fault{.scale = [](std::size_t d_k) { return (1 + 0x1p-20) / std::sqrt(static_cast<double>(d_k)); }};
    CHECK(default_scale(Dtype::f64, faulty<double>(fault)).any() > 1e6);
    CHECK(default_scale(Dtype::f64, faulty<float>({})).any() > 1e6);
  }
}
