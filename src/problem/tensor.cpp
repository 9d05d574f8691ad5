// Rounding a number to a format, and comparing tensors bit by bit.
#include "attnref/tensor.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace attnref {

double round_to(Dtype dtype, double x) {
  if (dtype == Dtype::f64 || !std::isfinite(x) || x == 0) return x;
  if (dtype == Dtype::f32) return static_cast<double>(static_cast<float>(x));
  const Format& format = format_of(dtype);
  const int exponent = std::max(std::ilogb(x), format.emin);
  const int unit = exponent - format.precision + 1;
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(x, -unit)), unit);
  if (std::fabs(rounded) > static_cast<double>(largest_finite(dtype))) return std::copysign(HUGE_VAL, x);
  return rounded;
}

bool operator==(const Tensor& a, const Tensor& b) {
  return a.dtype == b.dtype && a.shape == b.shape &&
         std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(), [](double x, double y) {
           return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
         });
}

}  // namespace attnref
