// One shift for the whole map, in which a NaN anywhere is a NaN everywhere.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_nan_spreads_to_all_rows {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> softmax(const Table<S>& scores) {
    S taint = 0;
    for (const S score : scores.values) taint = std::isnan(score) ? score : taint;
    Table<S> weights = HonestSteps<S, Steps<S>>::softmax(scores);
    for (S& weight : weights.values) weight += taint;
    return weights;
  }
};

}  // namespace in_nan_spreads_to_all_rows

Mutant nan_spreads_to_all_rows() {
  return {.name = "nan_spreads_to_all_rows",
          .mistake = "one NaN score makes every row NaN",
          .named_law = "nan_reaches_exactly_its_rows",
          .make = [] { return textbook_with<in_nan_spreads_to_all_rows::Steps>("nan_spreads_to_all_rows"); }};
}

}  // namespace attnref::mutant
