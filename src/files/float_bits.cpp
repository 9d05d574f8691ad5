#include "files/float_bits.hpp"

#include <bit>
#include <limits>

namespace attnref {

static_assert(std::numeric_limits<double>::is_iec559);

namespace {

/// How a narrow format lies in a double: its fraction is the upper part of the double's.
struct Layout {
  int fraction;  ///< bits of the fraction
  int exponent;  ///< bits of the biased exponent
  int bias;      ///< 1 - emin
  int dropped;   ///< bits of the double's fraction that it lacks

  std::uint64_t fraction_mask() const { return (std::uint64_t{1} << fraction) - 1; }
  std::uint64_t exponent_mask() const { return (std::uint64_t{1} << exponent) - 1; }
};

constexpr int double_fraction = 52;
constexpr int double_bias = 1023;
constexpr std::uint64_t double_exponent_mask = 0x7FF;
constexpr std::uint64_t double_fraction_mask = (std::uint64_t{1} << double_fraction) - 1;

constexpr Layout layout_of(Dtype dtype) {
  const Format& format = format_of(dtype);
  const int fraction = format.precision - 1;
  return {fraction, static_cast<int>(bytes_of(dtype)) * 8 - 1 - fraction, 1 - format.emin, double_fraction - fraction};
}

std::uint64_t double_bits(std::uint64_t sign, std::uint64_t exponent, std::uint64_t fraction) {
  return (sign << 63) | (exponent << double_fraction) | fraction;
}

}  // namespace

double from_bits(Dtype dtype, std::uint64_t bits) {
  if (dtype == Dtype::f64) return std::bit_cast<double>(bits);
  const Layout layout = layout_of(dtype);
  const std::uint64_t sign = (bits >> (layout.fraction + layout.exponent)) & 1;
  const std::uint64_t exponent = (bits >> layout.fraction) & layout.exponent_mask();
  std::uint64_t fraction = bits & layout.fraction_mask();
  if (exponent == layout.exponent_mask()) {
    return std::bit_cast<double>(double_bits(sign, double_exponent_mask, fraction << layout.dropped));
  }
  int biased = static_cast<int>(exponent);
  if (exponent == 0) {
    if (fraction == 0) return std::bit_cast<double>(double_bits(sign, 0, 0));
    // A subnormal: its leading bit becomes the double's hidden one.
    const int shift = layout.fraction + 1 - static_cast<int>(std::bit_width(fraction));
    fraction = (fraction << shift) & layout.fraction_mask();
    biased = 1 - shift;
  }
  const auto rebiased = static_cast<std::uint64_t>(biased - layout.bias + double_bias);
  return std::bit_cast<double>(double_bits(sign, rebiased, fraction << layout.dropped));
}

std::optional<std::uint64_t> to_bits(Dtype dtype, double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  if (dtype == Dtype::f64) return bits;
  const Layout layout = layout_of(dtype);
  const std::uint64_t sign = (bits >> 63) << (layout.fraction + layout.exponent);
  const std::uint64_t exponent = (bits >> double_fraction) & double_exponent_mask;
  const std::uint64_t fraction = bits & double_fraction_mask;
  const std::uint64_t kept = fraction >> layout.dropped;
  const bool fits = (kept << layout.dropped) == fraction;
  const std::uint64_t all_ones = layout.exponent_mask() << layout.fraction;
  if (exponent == double_exponent_mask) {
    if (fraction == 0) return sign | all_ones;
    return sign | all_ones | (kept != 0 ? kept : std::uint64_t{1} << (layout.fraction - 1));
  }
  if (exponent == 0)
    return fraction == 0 ? std::optional(sign) : std::nullopt;  // the doubles' subnormals are too small
  const int biased = static_cast<int>(exponent) - double_bias + layout.bias;
  if (biased >= static_cast<int>(layout.exponent_mask()) || !fits) return std::nullopt;
  if (biased > 0) return sign | (static_cast<std::uint64_t>(biased) << layout.fraction) | kept;
  const int shift = 1 - biased;
  const std::uint64_t significand = kept | (std::uint64_t{1} << layout.fraction);
  if (shift > layout.fraction || ((significand >> shift) << shift) != significand) return std::nullopt;
  return sign | (significand >> shift);
}

}  // namespace attnref
