// The scale forgotten: softmax(Q K^T) V.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scale_missing {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S scale(const Sizes&, std::optional<S> given) { return given.value_or(1); }
};

}  // namespace in_scale_missing

Mutant scale_missing() {
  return {.name = "scale_missing",
          .mistake = "scores are not divided by anything",
          .named_law = "scale_is_one_over_root_dk",
          .make = [] { return textbook_with<in_scale_missing::Steps>("scale_missing"); }};
}

}  // namespace attnref::mutant
