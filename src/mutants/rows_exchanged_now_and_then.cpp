// A race of two rows for one place, made to happen on time.
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_rows_exchanged_now_and_then {

bool third_time() {
  static thread_local int calls = 0;
  return ++calls % 3 == 0;
}

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static Results<S> results(Inputs<S> in) {
    Results<S> results = HonestCSteps<S, Steps>::results(std::move(in));
    Table<S>& output = results.output;
    if (third_time() && output.rows > 1) {
      const auto second = output.values.begin() + static_cast<std::ptrdiff_t>(output.columns);
      std::swap_ranges(output.values.begin(), second, second);
    }
    return results;
  }
};

}  // namespace in_rows_exchanged_now_and_then

Mutant rows_exchanged_now_and_then() {
  return {
      .name = "rows_exchanged_now_and_then",
      .mistake = "every third call, the first two rows of the output are exchanged",
      .named_law = "same_call_same_answer",
      .make = [] { return c_textbook_with<in_rows_exchanged_now_and_then::Steps, "rows_exchanged_now_and_then">(); }};
}

}  // namespace attnref::mutant
