// An honest control: weights are made again from the log-sum-exps, as backward passes do, and the output from those.
#pragma once

#include "honest/declared.hpp"
#include "honest/weights_from_lse.hpp"

#include <utility>

namespace attnref::honest {

template <class S>
struct OutputFromLse : WeightsFromLse<S> {
  static Results<S> answered(Results<S> results, const Sizes& sizes) {
    results = WeightsFromLse<S>::answered(std::move(results), sizes);
    results.output = HonestSteps<S, OutputFromLse<S>>::product(results.weights, results.values);
    return results;
  }
};

inline Textbook output_from_lse() {
  return {"output from log-sum-exps", &attend_by<double, OutputFromLse<double>>,
          &attend_by<float, OutputFromLse<float>>};
}

inline AnyBackend output_from_lse_declared() {
  return AnyBackend(Declared{output_from_lse(), plain_profiles_with("output_from_lse", [](Profile& profile) {
                               profile.weights_from_lse = profile.output_from_lse = true;
                             })});
}

}  // namespace attnref::honest
