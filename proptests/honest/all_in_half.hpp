// An honest control: every operation is rounded to f16, and the product of queries and keys is stored before it is
// scaled, as libraries do that compose attention of half-precision operators. A score whose raw product is beyond 65504
// is infinite there, which the profile f16_all says.
#pragma once

#include "attnref/error_bound.hpp"
#include "textbook/narrow.hpp"
#include "textbook/textbook.hpp"

#include <cmath>
#include <utility>
#include <variant>

namespace attnref::honest {

template <class S>
struct AllInHalf : HonestSteps<S, AllInHalf<S>> {
  static S half(S x) { return static_cast<S>(round_to(Dtype::f16, static_cast<double>(x))); }

  static S scale(const Sizes& sizes, std::optional<S> given) {
    return half(given ? *given : 1 / half(std::sqrt(half(static_cast<S>(sizes.d_k)))));
  }
  static S dot(const Table<S>& q, std::size_t i, const Table<S>& k, std::size_t j) {
    return Narrow<Dtype::f16>::Dot<S>::dot(q, i, k, j);
  }
  static Table<S> scores(const Table<S>& q, const Table<S>& k, S scale) {
    Table<S> scores = HonestSteps<S, AllInHalf<S>>::scores(q, k, scale);
    for (S& s : scores.values) s = half(s);
    return scores;
  }
  static S exponential(S difference) { return half(std::exp(half(difference))); }
  static S total(const S* exponentials, std::size_t n) { return Narrow<Dtype::f16>::Total<S>::total(exponentials, n); }
  static S weight(S exponential, S total) { return half(exponential / total); }
  static S log_sum_exp(const S* scores, std::size_t n) {
    const S shift = AllInHalf::shift(scores, n);
    S sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum = half(sum + exponential(scores[j] - shift));
    return half(shift + half(std::log(sum)));
  }
  static Table<S> project(const Table<S>& x, const Table<S>& w) { return Narrow<Dtype::f16>::Output<S>::output(x, w); }
  static Table<S> output(const Table<S>& weights, const Table<S>& values) { return project(weights, values); }
};

struct InHalf {
  Textbook inner{"all in half", &attend_by<double, AllInHalf<double>>, &attend_by<float, AllInHalf<float>>};

  Capabilities describe() const {
    Capabilities capabilities = inner.describe();
    capabilities.dtypes = {Dtype::f16};
    Profile profile = profile_named("f16_all").value();
    profile.name = "all_in_half";
    capabilities.own_profiles = {std::move(profile)};
    return capabilities;
  }
  /// f16 problems, computed on numbers that f32 holds.
  Reply attend(Problem problem) const {
    for (auto& [name, tensor] : problem.tensors) tensor.dtype = Dtype::f32;
    Reply reply = inner.attend(problem);
    if (Answer* answer = std::get_if<Answer>(&reply)) {
      for (auto& [name, tensor] : answer->tensors) tensor.dtype = Dtype::f16;
    }
    return reply;
  }
};

inline AnyBackend all_in_half() { return AnyBackend(InHalf{}); }

}  // namespace attnref::honest
