// An honest control: a fused kernel keeps log-sum-exps only, and what returns the weights makes them again from those,
// as backward passes do.
#pragma once

#include "honest/declared.hpp"

namespace attnref::honest {

template <class S>
struct WeightsFromLse : HonestSteps<S, WeightsFromLse<S>> {
  static Results<S> answered(Results<S> results, const Sizes&) {
    for (std::size_t i = 0; i < results.weights.rows; ++i) {
      for (std::size_t j = 0; j < results.weights.columns; ++j) {
        results.weights(i, j) = std::exp(results.scores(i, j) - results.lse[i]);
      }
    }
    return results;
  }
};

inline Textbook weights_from_lse() {
  return {"weights from log-sum-exps", &attend_by<double, WeightsFromLse<double>>,
          &attend_by<float, WeightsFromLse<float>>};
}

inline AnyBackend weights_from_lse_declared() {
  return AnyBackend(Declared{weights_from_lse(), plain_profiles_with("weights_from_lse", [](Profile& profile) {
                               profile.weights_from_lse = true;
                             })});
}

}  // namespace attnref::honest
