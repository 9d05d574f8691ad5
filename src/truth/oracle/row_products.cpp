// Dot products in double-double, eight lines at a time; why they err by so little stands in row_products.hpp.
#include "truth/oracle/row_products.hpp"

#include "truth/oracle/for_this_processor.hpp"

#include <cmath>
#include <type_traits>

namespace attnref::oracle {
namespace {

/// Items are taken this many at a time, so that sums are loaded and stored less often.
constexpr std::size_t at_once = 4;

/// Calls step(k, with `count` items from k on) for all items; count is a constant where it is called.
template <class Step>
ATTNREF_INLINE void by_groups(std::size_t length, Step step) {
  std::size_t k = 0;
  for (; k + at_once <= length; k += at_once) step(k, std::integral_constant<std::size_t, at_once>{});
  for (; k < length; ++k) step(k, std::integral_constant<std::size_t, 1>{});
}

template <bool left_low, bool right_low>
struct Multiply {
  template <class Exact>
  ATTNREF_INLINE static void run(Line left, const double* right_hi, const double* right_lo, std::size_t length,
                                 std::size_t columns, double* __restrict hi, double* __restrict lo,
                                 double* __restrict magnitudes) {
    for (std::size_t n = 0; n < columns; ++n) magnitudes[n] = bounds::lost;
    by_groups(length, [&](std::size_t k, auto count) ATTNREF_INLINE_LAMBDA {
      const double* const a = left.hi + k;
      const double* const b = right_hi + k * columns;
      for (std::size_t n = 0; n < columns; ++n) {
        double sum = magnitudes[n];
        for (std::size_t i = 0; i < count; ++i) sum += std::fabs(a[i] * b[i * columns + n]);
        magnitudes[n] = sum;
      }
    });
    // hi is S here, and lo is L.
    for (std::size_t n = 0; n < columns; ++n) hi[n] = 4 * magnitudes[n];
    for (std::size_t n = 0; n < columns; ++n) lo[n] = 0;
    by_groups(length, [&](std::size_t k, auto count) ATTNREF_INLINE_LAMBDA {
      const double* const a = left.hi + k;
      const double* const a_low = left_low ? left.lo + k : a;
      const double* const b = right_hi + k * columns;
      const double* const b_low = right_low ? right_lo + k * columns : b;
      for (std::size_t n = 0; n < columns; ++n) {
        double exact = hi[n], lost = lo[n];
        for (std::size_t i = 0; i < count; ++i) {
          const std::size_t at = i * columns + n;
          const Pair p = Exact::product(a[i], b[at]);
          const Pair s = ordered_sum(exact, p.hi);
          exact = s.hi;
          double rest = s.lo + p.lo;
          if constexpr (left_low) rest += a_low[i] * b[at];
          if constexpr (right_low) rest += a[i] * b_low[at];
          lost += rest;
        }
        hi[n] = exact;
        lo[n] = lost;
      }
    });
    for (std::size_t n = 0; n < columns; ++n) {
      const Pair total = two_sum(hi[n] - 4 * magnitudes[n], lo[n]);
      hi[n] = total.hi;
      lo[n] = total.lo;
    }
  }
};

struct AddUp {
  template <class>
  ATTNREF_INLINE static void run(const double* left, const double* right, std::size_t length, std::size_t columns,
                                 double* __restrict sums) {
    for (std::size_t n = 0; n < columns; ++n) sums[n] = bounds::lost;
    by_groups(length, [&](std::size_t k, auto count) ATTNREF_INLINE_LAMBDA {
      for (std::size_t n = 0; n < columns; ++n) {
        double sum = sums[n];
        for (std::size_t i = 0; i < count; ++i) sum += left[k + i] * right[(k + i) * columns + n];
        sums[n] = sum;
      }
    });
  }
};

struct AddUpDistances {
  template <class>
  ATTNREF_INLINE static void run(const double* left, const double* right, const double* from, std::size_t length,
                                 std::size_t columns, double* __restrict sums) {
    for (std::size_t n = 0; n < columns; ++n) sums[n] = 0;
    by_groups(length, [&](std::size_t k, auto count) ATTNREF_INLINE_LAMBDA {
      for (std::size_t n = 0; n < columns; ++n) {
        double sum = sums[n];
        for (std::size_t i = 0; i < count; ++i) sum += left[k + i] * std::fabs(right[(k + i) * columns + n] - from[n]);
        sums[n] = sum;
      }
    });
  }
};

}  // namespace

void multiply(Line left, const ScaledLines& right, RowProducts& products) {
  const auto run = [&](auto loop) {
    for_this_processor<decltype(loop)>(left, right.hi.data(), right.lo_or_null(), right.length, right.item_step,
                                       products.hi.data(), products.lo.data(), products.magnitudes.data());
  };
  const bool left_low = left.lo != nullptr, right_low = !right.exact();
  if (left_low && right_low) return run(Multiply<true, true>{});
  if (left_low) return run(Multiply<true, false>{});
  if (right_low) return run(Multiply<false, true>{});
  run(Multiply<false, false>{});
}

void add_up(const double* left, const std::vector<double>& right, std::size_t length, std::vector<double>& sums) {
  for_this_processor<AddUp>(left, right.data(), length, sums.size(), sums.data());
}

void add_up_distances(const double* left, const ScaledLines& right, const double* from, std::vector<double>& sums) {
  for_this_processor<AddUpDistances>(left, right.hi.data(), from, right.length, right.item_step, sums.data());
}

}  // namespace attnref::oracle
