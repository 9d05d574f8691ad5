// One of two operands passes through a narrower register.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_queries_in_bfloat16 {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> scores(const Table<S>& q, const Table<S>& k, S scale) {
    Table<S> narrow = q;
    for (S& x : narrow.values) {
      int exponent = 0;
      const S fraction = std::frexp(x, &exponent);
      if (std::isfinite(fraction)) x = std::ldexp(std::round(fraction * 256), exponent - 8);
    }
    return HonestSteps<S, Steps<S>>::scores(narrow, k, scale);
  }
};

}  // namespace in_queries_in_bfloat16

Mutant queries_in_bfloat16() {
  return {.name = "queries_in_bfloat16",
          .mistake = "queries are rounded to 8 bits, keys are not",
          .named_law = "scores_are_symmetric_when_queries_equal_keys",
          .make = [] { return textbook_with<in_queries_in_bfloat16::Steps>("queries_in_bfloat16"); }};
}

}  // namespace attnref::mutant
