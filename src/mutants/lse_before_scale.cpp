// The sum is taken where the scale has not been multiplied in yet, so that one set of sums would serve every scale.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_lse_before_scale {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Results<S> attend(Table<S> q, Table<S> k, Table<S> v, const Sizes& sizes, std::optional<S> given_scale) {
    const Table<S> unscaled = Steps::scores(q, k, S{1});
    auto results = HonestSteps<S, Steps<S>>::attend(std::move(q), std::move(k), std::move(v), sizes, given_scale);
    for (std::size_t i = 0; i < results.lse.size(); ++i)
      results.lse[i] = Steps::log_sum_exp(Steps::row(unscaled, i), unscaled.columns);
    return results;
  }
};

}  // namespace in_lse_before_scale

Mutant lse_before_scale() {
  return {.name = "lse_before_scale",
          .mistake = "log-sum-exp is that of the scores before their scale",
          .named_law = "single_key_returns_its_value",
          .make = [] { return textbook_with<in_lse_before_scale::Steps>("lse_before_scale"); }};
}

}  // namespace attnref::mutant
