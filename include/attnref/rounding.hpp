// Floating-point formats, and the two functions of a unit roundoff that every error bound is made of.
// The error bounds themselves are those of error_bound.hpp, derived in docs/tolerance.md.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>

namespace attnref {

/// The formats a tensor's numbers may have. Each is a subset of the doubles.
enum class Dtype { f64, f32, f16, bf16 };

/// A binary floating-point format: p bits of precision, exponents emin..emax (IEEE 754-2019, section 3.3).
struct Format {
  Dtype dtype;
  std::string_view name;  ///< as written in options, documents and reports: "f64"
  int precision;          ///< p, hidden bit included
  int emin;               ///< exponent of the smallest normal number
  int emax;               ///< exponent of the largest binade
};

inline constexpr std::array<Format, 4> formats{{
    {Dtype::f64, "f64", 53, -1022, 1023},
    {Dtype::f32, "f32", 24, -126, 127},
    {Dtype::f16, "f16", 11, -14, 15},
    {Dtype::bf16, "bf16", 8, -126, 127},
}};

/// The format of a dtype.
constexpr const Format& format_of(Dtype dtype) { return formats[static_cast<std::size_t>(dtype)]; }

/// "f64", "f32", "f16" or "bf16".
constexpr std::string_view name_of(Dtype dtype) { return format_of(dtype).name; }

/// The dtype of that name, if there is one; "F64" and "f64" alike.
constexpr std::optional<Dtype> dtype_named(std::string_view name) {
  for (const Format& format : formats) {
    if (name.size() != format.name.size()) continue;
    bool same = true;
    for (std::size_t i = 0; i < name.size(); ++i) {
      const char c = name[i] >= 'A' && name[i] <= 'Z' ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
      same = same && c == format.name[i];
    }
    if (same) return format.dtype;
  }
  return std::nullopt;
}

/// 2^n, exactly, for any n whose power is a long double. std::ldexp is not constexpr in C++20.
constexpr long double power_of_two(int n) {
  long double power = 1;
  long double square = n < 0 ? 0.5L : 2.0L;
  for (int left = n < 0 ? -n : n; left > 0; left /= 2) {
    if (left % 2 == 1) power *= square;
    if (left > 1) square *= square;
  }
  return power;
}

/// u = 2^-p: rounding to nearest changes a normal result by a factor 1 + d, |d| <= u.
constexpr long double unit_roundoff(Dtype dtype) { return power_of_two(-format_of(dtype).precision); }

/// The spacing of the subnormals: 2^(emin - p + 1).
constexpr long double smallest_subnormal(Dtype dtype) {
  return power_of_two(format_of(dtype).emin - format_of(dtype).precision + 1);
}

/// 2^emin.
constexpr long double smallest_normal(Dtype dtype) { return power_of_two(format_of(dtype).emin); }

/// (2 - 2^(1-p)) 2^emax.
constexpr long double largest_finite(Dtype dtype) {
  return (2 - power_of_two(1 - format_of(dtype).precision)) * power_of_two(format_of(dtype).emax);
}

/// l(u) = -log(1 - u), so that a factor 1 + d with |d| <= u < 1, or its inverse, lies in e^[-l(u), l(u)].
/// (Step 0 of the derivation in docs/tolerance.md, lemma 0.)
inline long double log_roundoff(long double u) { return -std::log1p(-u); }

/// G(x) = e^x - 1. A product of n factors (1 + d_i)^(+-1), |d_i| <= u, is 1 + D with |D| <= G(n l(u)).
/// It takes the place of every gamma_n = n u / (1 - n u), which is of use only where n u < 1.
inline long double growth(long double x) { return std::expm1(x); }

/// The number of the format nearest to x, ties to even; overflow gives infinity, as IEEE 754 has it.
double round_to(Dtype dtype, double x);

}  // namespace attnref
