// The output is computed in a buffer that only grows, in tiles of 4 queries; the tail is copied out uncomputed, and
// holds what an earlier, larger call left there.
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_rows_of_last_tile_stale {

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static Results<S> results(Inputs<S> in) {
    static thread_local std::vector<S> buffer;
    Results<S> results = HonestCSteps<S, Steps>::results(std::move(in));
    Table<S>& output = results.output;
    if (output.values.size() > buffer.size()) buffer.resize(output.values.size());
    const std::size_t computed = output.rows < 4 ? output.values.size() : output.rows / 4 * 4 * output.columns;
    std::copy_n(output.values.begin(), computed, buffer.begin());
    std::copy_n(buffer.begin(), output.values.size(), output.values.begin());
    return results;
  }
};

}  // namespace in_rows_of_last_tile_stale

Mutant rows_of_last_tile_stale() {
  return {.name = "rows_of_last_tile_stale",
          .mistake = "output rows beyond a multiple of 4 are those of an earlier, larger call",
          .named_law = "earlier_calls_leave_no_trace",
          .make = [] { return c_textbook_with<in_rows_of_last_tile_stale::Steps, "rows_of_last_tile_stale">(); }};
}

}  // namespace attnref::mutant
