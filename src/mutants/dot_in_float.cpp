// float accumulation in double. In f32 it is right.
#include "mutants/mutant.hpp"
#include "mutants/textbook.hpp"

namespace attnref::mutant {
namespace {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S dot(const Table<S>& q, std::size_t i, const Table<S>& k, std::size_t j) {
    float sum = 0;
    for (std::size_t c = 0; c < q.columns; ++c) sum += static_cast<float>(q(i, c) * k(j, c));
    return static_cast<S>(sum);
  }
};

}  // namespace

Mutant dot_in_float() {
  return {.name = "dot_in_float",
          .mistake = "scores are summed in single precision, in f64 too",
          .named_law = "projections_can_be_gauged",
          .make = [] { return textbook_with<Steps>("dot_in_float"); }};
}

}  // namespace attnref::mutant
