// A bias by distance left on, over the past only.
#include "mutants/mutant.hpp"
#include "mutants/textbook.hpp"

namespace attnref::mutant {
namespace {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> scores(const Table<S>& q, const Table<S>& k, S scale) {
    Table<S> scores = HonestSteps<S, Steps<S>>::scores(q, k, scale);
    for (std::size_t i = 0; i < scores.rows; ++i) {
      for (std::size_t j = 0; j < scores.columns && j < i; ++j) scores(i, j) -= static_cast<S>(i - j) / 16;
    }
    return scores;
  }
};

}  // namespace

Mutant distance_penalised() {
  return {.name = "distance_penalised",
          .mistake = "keys before the query lose 1/16 a position",
          .named_law = "weights_satisfy_detailed_balance",
          .make = [] { return textbook_with<Steps>("distance_penalised"); }};
}

}  // namespace attnref::mutant
