// The root forgotten: softmax(Q K^T / d_k) V.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scale_one_over_dk {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S scale(const Sizes& sizes, std::optional<S> given) { return given.value_or(1 / static_cast<S>(sizes.d_k)); }
};

}  // namespace in_scale_one_over_dk

Mutant scale_one_over_dk() {
  return {.name = "scale_one_over_dk",
          .mistake = "scores are divided by d_k instead of its root",
          .named_law = "quadrupling_dk",
          .make = [] { return textbook_with<in_scale_one_over_dk::Steps>("scale_one_over_dk"); }};
}

}  // namespace attnref::mutant
