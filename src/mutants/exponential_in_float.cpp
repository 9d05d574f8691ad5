// expf for exp. In f32 it is right.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S exponential(S difference) { return static_cast<S>(std::exp(static_cast<float>(difference))); }
};

}  // namespace

Mutant exponential_in_float() {
  return {.name = "exponential_in_float",
          .mistake = "the exponential is computed in single precision, in f64 too",
          .named_law = "scores_add_in_the_key",
          .make = [] { return textbook_with<Steps>("exponential_in_float"); }};
}

}  // namespace attnref::mutant
