// Sums that are kept in a narrower format than declared: each product and each partial sum is rounded to it. Where the
// format is the declared one or wider, nothing is wrong.
#pragma once

#include "attnref/rounding.hpp"
#include "textbook/textbook.hpp"

#include <cstddef>

namespace attnref {

/// sum + term as an accumulator of the format has it.
template <Dtype format, class S>
S accumulated(S sum, S term) {
  const auto rounded = [](S x) { return static_cast<S>(round_to(format, static_cast<double>(x))); };
  return rounded(sum + rounded(term));
}

/// Mutants' steps whose sums are of that format.
template <Dtype format>
struct Narrow {
  template <class S>
  struct Dot : HonestSteps<S, Dot<S>> {
    static S dot(const Table<S>& q, std::size_t i, const Table<S>& k, std::size_t j) {
      S sum = 0;
      for (std::size_t c = 0; c < q.columns; ++c) sum = accumulated<format>(sum, q(i, c) * k(j, c));
      return sum;
    }
  };
  template <class S>
  struct Total : HonestSteps<S, Total<S>> {
    static S total(const S* exponentials, std::size_t n) {
      S sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum = accumulated<format>(sum, exponentials[j]);
      return sum;
    }
  };
  template <class S>
  struct Output : HonestSteps<S, Output<S>> {
    static Table<S> output(const Table<S>& weights, const Table<S>& values) {
      Table<S> output(weights.rows, values.columns);
      for (std::size_t i = 0; i < weights.rows; ++i) {
        for (std::size_t j = 0; j < values.rows; ++j) {
          for (std::size_t c = 0; c < values.columns; ++c)
            output(i, c) = accumulated<format>(output(i, c), weights(i, j) * values(j, c));
        }
      }
      return output;
    }
  };
};

}  // namespace attnref
