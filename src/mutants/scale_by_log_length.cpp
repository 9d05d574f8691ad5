// The scale for lengths beyond those of training, left on: log(T) / log(512).
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scale_by_log_length {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S scale(const Sizes& sizes, std::optional<S> given) {
    const S stretch = std::log(static_cast<S>(sizes.t_k + 1)) / std::log(S{512});
    return stretch * given.value_or(1 / std::sqrt(static_cast<S>(sizes.d_k)));
  }
};

}  // namespace in_scale_by_log_length

Mutant scale_by_log_length() {
  return {.name = "scale_by_log_length",
          .mistake = "scores grow with the logarithm of the number of keys",
          .named_law = "one_set_of_weights_serves_every_length",
          .make = [] { return textbook_with<in_scale_by_log_length::Steps>("scale_by_log_length"); }};
}

}  // namespace attnref::mutant
