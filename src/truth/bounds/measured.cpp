// Arithmetic on numbers with bounds. Each operation's own rounding in long double is part of the result's bound.
#include "attnref/error_bound.hpp"

#include <cmath>
#include <limits>

namespace attnref {
namespace {

constexpr long double u = std::numeric_limits<long double>::epsilon() / 2;
constexpr long double infinity = std::numeric_limits<long double>::infinity();
constexpr long double not_a_number = std::numeric_limits<long double>::quiet_NaN();

/// Above what underflows in a bound's evaluation in all: 2^-16400, or 2^-1040 where a long double is a double.
constexpr long double underflow = std::numeric_limits<long double>::min() * 0x1p-18L;
/// From here on a sum with `underflow` rounds to what it was. It is left out there, since processors take a hundred
/// times as long for a number that is subnormal.
constexpr long double absorbing = std::numeric_limits<long double>::min() / std::numeric_limits<long double>::epsilon();

/// A bound is evaluated in fewer than 8 roundings.
Measured outward(long double value, long double bound) {
  const long double rounded = bound * (1 + 16 * u);
  const long double upper = rounded >= absorbing ? rounded : rounded + underflow;
  return {value, std::isnan(upper) ? infinity : upper};
}

bool finite(Measured a, Measured b) { return std::isfinite(a.value) && std::isfinite(b.value); }

/// No true value lies a finite bound away from a NaN or an infinity. Where one was measured all the same the bound
/// stays finite and the value is a NaN, so that a comparison fails and is not taken for one that says nothing.
Measured impossible(long double bound) { return {not_a_number, bound}; }

/// The result with its true value, and with the answers that its operands come from.
Measured made_of(const Measured& a, const Measured& b, long double truth, Measured result) {
  result.truth = truth;
  result.source = {.answers = a.source.answers | b.source.answers};
  return result;
}

}  // namespace

Measured operator+(Measured a, Measured b) {
  const auto value = [&] {
    if (!finite(a, b)) return impossible(a.bound + b.bound);
    const long double sum = a.value + b.value;
    return outward(sum, a.bound + b.bound + u * std::fabs(sum));
  };
  return made_of(a, b, a.truth + b.truth, value());
}

Measured operator-(Measured a, Measured b) { return a + Measured{-b.value, b.bound, -b.truth, b.source}; }

Measured operator*(Measured a, Measured b) {
  const auto value = [&] {
    if (!finite(a, b)) return impossible(a.bound + b.bound);
    const long double product = a.value * b.value;
    // a'b' - ab = a(b'-b) + b(a'-a) + (a'-a)(b'-b)
    return outward(product, std::fabs(a.value) * b.bound + std::fabs(b.value) * a.bound + a.bound * b.bound +
                                u * std::fabs(product));
  };
  return made_of(a, b, a.truth * b.truth, value());
}

Measured operator/(Measured a, Measured b) {
  const auto value = [&]() -> Measured {
    if (!finite(a, b)) return impossible(a.bound + b.bound);
    const long double quotient = a.value / b.value;
    const long double least = std::fabs(b.value) - b.bound;
    if (!(least > 0)) return {quotient, infinity};
    // a'/b' - a/b = ((a'-a) - a/b (b'-b)) / b'
    return outward(quotient, (a.bound + std::fabs(quotient) * b.bound) / least + u * std::fabs(quotient));
  };
  return made_of(a, b, a.truth / b.truth, value());
}

Measured log(Measured a) {
  const auto value = [&]() -> Measured {
    if (!std::isfinite(a.value) || a.value + a.bound < 0) return impossible(a.bound);
    const long double logarithm = std::log(a.value);
    const long double least = a.value - a.bound;
    if (!(least > 0)) return {logarithm, infinity};
    // The logarithm is concave: it moves most towards zero. logl errs by at most one ulp.
    return outward(logarithm, std::log1p(a.bound / least) + 2 * u * std::fabs(logarithm));
  };
  return made_of(a, {}, std::log(a.truth), value());
}

Measured exp(Measured a) {
  const auto value = [&] {
    if (!std::isfinite(a.value)) return impossible(a.bound);
    const long double power = std::exp(a.value);
    // Convex: it moves most upwards. expl errs by at most one ulp.
    return outward(power, power * (1 + 4 * u) * std::expm1(a.bound) + 2 * u * power);
  };
  return made_of(a, {}, std::exp(a.truth), value());
}

}  // namespace attnref
