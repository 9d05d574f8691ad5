// An index of 5 bits.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_rows_wrap_at_32 {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S dot(const Table<S>& q, std::size_t i, const Table<S>& k, std::size_t j) {
    return HonestSteps<S, Steps<S>>::dot(q, i % 32, k, j);
  }
};

}  // namespace in_rows_wrap_at_32

Mutant rows_wrap_at_32() {
  return {.name = "rows_wrap_at_32",
          .mistake = "query 32 + i is answered as query i",
          .named_law = "a_row_depends_on_its_query_alone",
          .make = [] { return textbook_with<in_rows_wrap_at_32::Steps>("rows_wrap_at_32"); }};
}

}  // namespace attnref::mutant
