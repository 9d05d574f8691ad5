// Scratch for one row, from the allocator as it was left; with an odd number of queries the last row is copied from it
// before it is filled.
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_last_row_uninitialised {

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static Results<S> results(Inputs<S> in) {
    static thread_local std::vector<S> scratch;
    Results<S> results = HonestCSteps<S, Steps>::results(std::move(in));
    Table<S>& output = results.output;
    if (output.rows < 3 || output.rows % 2 == 0) return results;
    scratch.resize(output.columns);
    std::swap_ranges(scratch.begin(), scratch.end(), Steps::last_row(output));
    return results;
  }
  static S* last_row(Table<S>& table) { return table.values.data() + (table.rows - 1) * table.columns; }
};

}  // namespace in_last_row_uninitialised

Mutant last_row_uninitialised() {
  return {.name = "last_row_uninitialised",
          .mistake = "the last of an odd number of rows holds what memory held",
          .named_law = "same_call_same_answer",
          .make = [] { return c_textbook_with<in_last_row_uninitialised::Steps, "last_row_uninitialised">(); }};
}

}  // namespace attnref::mutant
