// expf for exp. In f32 it is right.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_exponential_in_float {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S exponential(S difference) { return static_cast<S>(std::exp(static_cast<float>(difference))); }
};

}  // namespace in_exponential_in_float

Mutant exponential_in_float() {
  return {.name = "exponential_in_float",
          .mistake = "the exponential is computed in single precision, in f64 too",
          .named_law = "scores_add_in_the_key",
          .make = [] { return textbook_with<in_exponential_in_float::Steps>("exponential_in_float"); }};
}

}  // namespace attnref::mutant
