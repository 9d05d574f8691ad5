// Training's noise at inference, the same each time.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_dropout_left_on {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> output(const Table<S>& weights, const Table<S>& values) {
    Table<S> kept = weights;
    for (std::size_t place = 0; place < kept.values.size(); ++place) {
      kept.values[place] *= place % 10 == 9 ? 0 : S{10} / S{9};
    }
    return Steps::product(kept, values);
  }
};

}  // namespace in_dropout_left_on

Mutant dropout_left_on() {
  return {.name = "dropout_left_on",
          .mistake = "every tenth weight is dropped and the others are enlarged by 10/9",
          .named_law = "constant_values_give_constant_output",
          .make = [] { return textbook_with<in_dropout_left_on::Steps>("dropout_left_on"); }};
}

}  // namespace attnref::mutant
