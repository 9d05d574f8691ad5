// float accumulation in double. In f32 it is right.
#include "mutants/mutant.hpp"
#include "mutants/textbook.hpp"

namespace attnref::mutant {
namespace {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S total(const S* exponentials, std::size_t n) {
    float sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += static_cast<float>(exponentials[j]);
    return static_cast<S>(sum);
  }
};

}  // namespace

Mutant total_in_float() {
  return {.name = "total_in_float",
          .mistake = "the denominator is summed in single precision, in f64 too",
          .named_law = "rows_sum_to_one",
          .make = [] { return textbook_with<Steps>("total_in_float"); }};
}

}  // namespace attnref::mutant
