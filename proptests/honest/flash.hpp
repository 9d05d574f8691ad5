// An honest control: a fused kernel in miniature. Keys come in tiles, the softmax is online, the scale and log2(e) are
// folded into the queries, the exponential is a power of two, the output is normalised at the end, and weights are
// never stored.
#pragma once

#include "honest/declared.hpp"

#include <algorithm>
#include <numbers>

namespace attnref::honest {

inline constexpr std::size_t flash_tile = 64;  ///< keys a tile, as profile fp32_online has it

template <class S>
struct FlashSteps : HonestSteps<S, FlashSteps<S>> {
  /// One row: the running maximum, denominator and numerators, in units of exp2.
  struct Running {
    S maximum = -std::numeric_limits<S>::infinity();
    S total = 0;
    std::vector<S> output;
  };

  static void take_tile(Running& row, const std::vector<S>& scores, const Table<S>& v, std::size_t first) {
    S maximum = row.maximum;
    for (const S score : scores) maximum = score > maximum ? score : maximum;
    // As long as no score is above -infinity there is nothing to subtract.
    const S shift = std::isinf(maximum) && maximum < 0 ? 0 : maximum;
    const S rescale = std::exp2(row.maximum - shift);
    row.total *= rescale;
    for (S& y : row.output) y *= rescale;
    for (std::size_t j = 0; j < scores.size(); ++j) {
      const S weight = std::exp2(scores[j] - shift);
      row.total += weight;
      for (std::size_t c = 0; c < v.columns; ++c) row.output[c] += weight * v(first + j, c);
    }
    row.maximum = maximum;
  }

  static Results<S> attend(Table<S> q, Table<S> k, Table<S> v, const Sizes& sizes, std::optional<S> given_scale) {
    Results<S> r;
    r.output = Table<S>(q.rows, v.columns);
    const S factor = FlashSteps::scale(sizes, given_scale) * std::numbers::log2e_v<S>;
    for (S& coordinate : q.values) coordinate *= factor;
    for (std::size_t i = 0; i < q.rows; ++i) {
      Running row;
      row.output.assign(v.columns, 0);
      for (std::size_t first = 0; first < k.rows; first += flash_tile) {
        std::vector<S> scores(std::min(flash_tile, k.rows - first));
        for (std::size_t j = 0; j < scores.size(); ++j) scores[j] = FlashSteps::dot(q, i, k, first + j);
        take_tile(row, scores, v, first);
      }
      for (std::size_t c = 0; c < v.columns; ++c) r.output(i, c) = k.rows > 0 ? row.output[c] / row.total : 0;
      r.lse.push_back((row.maximum + std::log2(row.total)) * std::numbers::ln2_v<S>);
    }
    return r;
  }
};

/// It returns the output and log-sum-exp alone. In f32 it rounds as a named profile says, in f64 as one of its own.
struct Flash {
  Textbook inner{"flash", &attend_by<double, FlashSteps<double>>, &attend_by<float, FlashSteps<float>>};

  Capabilities describe() const {
    Capabilities capabilities = inner.describe();
    capabilities.features = {Feature::projections, Feature::lse, Feature::scale};
    capabilities.profile = "fp32_online";
    Profile in_f64 = plain_profile(Dtype::f64);
    in_f64.name = "f64_online";
    in_f64.block = flash_tile;
    in_f64.c = 5;
    in_f64.c_sub = 3;
    capabilities.own_profiles = {in_f64};
    return capabilities;
  }
  Reply attend(const Problem& problem) const { return inner.attend(problem); }
};

inline AnyBackend flash() { return AnyBackend(Flash{}); }

}  // namespace attnref::honest
