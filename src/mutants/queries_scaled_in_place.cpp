// To save a buffer: the scale is multiplied into the caller's queries and divided out again, which rounds twice.
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_queries_scaled_in_place {

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static int32_t attend(const attnref_problem& problem) {
    const auto factor = static_cast<S>(problem.scale);
    const int32_t code = HonestCSteps<S, Steps>::attend(problem);
    const attnref_array& queries = either_input(problem, "x", "q");
    for (std::size_t i = 0; i < rows_of(queries); ++i) {
      for (std::size_t c = 0; c < columns_of(queries); ++c) {
        S& query = Steps::element(queries, i, c);
        query = factor == 0 ? query : query * factor / factor;
      }
    }
    return code;
  }
};

}  // namespace in_queries_scaled_in_place

Mutant queries_scaled_in_place() {
  return {.name = "queries_scaled_in_place",
          .mistake = "queries are scaled where they lie, and restored but for rounding",
          .named_law = "inputs_are_untouched",
          .make = [] { return c_textbook_with<in_queries_scaled_in_place::Steps, "queries_scaled_in_place">(); }};
}

}  // namespace attnref::mutant
