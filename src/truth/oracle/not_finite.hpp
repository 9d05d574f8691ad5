// What infinities and NaNs make of a dot product: arithmetic's answer, without an overflow of its own.
#pragma once

#include <cmath>
#include <cstddef>
#include <optional>

namespace attnref::oracle {

/// x with any finite number replaced by its sign.
inline long double sign_or_itself(long double x) {
  if (!std::isfinite(x) || x == 0) return x;
  return x < 0 ? -1 : 1;
}

/// A number that is known to within rad.
struct Known {
  long double mid;
  long double rad = 0;
};

/// sum a(k) b(k) where one of the numbers at least is not finite: an infinity or NaN. Nothing where an infinity meets a
/// number of unknown sign.
template <class A, class B>
std::optional<long double> dot_beyond_finite(std::size_t n, A a, B b) {
  const auto undecided = [](Known x, Known infinite) {
    return std::isinf(infinite.mid) && x.rad > 0 && std::fabs(x.mid) <= x.rad;
  };
  long double sum = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const Known x = a(k), y = b(k);
    if (std::isfinite(x.mid) && std::isfinite(y.mid)) continue;
    if (undecided(x, y) || undecided(y, x)) return std::nullopt;
    sum += sign_or_itself(x.mid) * sign_or_itself(y.mid);
  }
  return sum;
}

}  // namespace attnref::oracle
