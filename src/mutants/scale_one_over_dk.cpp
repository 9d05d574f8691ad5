// The root forgotten: softmax(Q K^T / d_k) V.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S scale(const Sizes& sizes, std::optional<S> given) { return given.value_or(1 / static_cast<S>(sizes.d_k)); }
};

}  // namespace

Mutant scale_one_over_dk() {
  return {.name = "scale_one_over_dk",
          .mistake = "scores are divided by d_k instead of its root",
          .named_law = "quadrupling_dk",
          .make = [] { return textbook_with<Steps>("scale_one_over_dk"); }};
}

}  // namespace attnref::mutant
