// Intervals of MPFI as values, and GMP's integers times a power of two. Nothing here knows of attention.
#pragma once

#include <gmpxx.h>
#include <mpfi.h>
#include <mpfr.h>

#include <utility>

namespace attnref::test {

/// The number n 2^exponent.
struct Dyadic {
  mpz_class n;
  long exponent = 0;
};

/// An interval that holds a real number, with both ends of a given precision. Each operation rounds its ends outwards,
/// to the precision of its left operand.
class Interval {
 public:
  /// The interval [0, 0].
  explicit Interval(long bits) {
    mpfi_init2(x_, bits);
    mpfi_set_ui(x_, 0);
  }
  /// The smallest interval of that precision that holds the number: a point where it fits.
  Interval(long bits, const Dyadic& number) {
    mpfi_init2(x_, bits);
    mpfi_set_z(x_, number.n.get_mpz_t());
    mpfi_mul_2si(x_, x_, number.exponent);
  }
  Interval(const Interval& other) {
    mpfi_init2(x_, other.bits());
    mpfi_set(x_, other.x_);
  }
  Interval(Interval&& other) noexcept {
    mpfi_init2(x_, MPFR_PREC_MIN);
    mpfi_swap(x_, other.x_);
  }
  Interval& operator=(Interval other) noexcept {
    mpfi_swap(x_, other.x_);
    return *this;
  }
  ~Interval() { mpfi_clear(x_); }

  /// A point that holds the number exactly.
  static Interval exactly(const Dyadic& number) {
    const std::size_t bits = mpz_sizeinbase(number.n.get_mpz_t(), 2);
    return Interval(bits < 2 ? 2 : static_cast<long>(bits), number);
  }

  long bits() const { return mpfi_get_prec(x_); }
  mpfr_srcptr left() const { return &x_->left; }
  mpfr_srcptr right() const { return &x_->right; }

  /// The middle, rounded to the precision of the ends, as a point: what one computes who doesn't enclose.
  Interval middle() const {
    Interval point(bits());
    mpfi_mid(&point.x_->left, x_);
    mpfr_set(&point.x_->right, &point.x_->left, MPFR_RNDN);
    return point;
  }

  friend Interval operator+(Interval a, const Interval& b) { return mpfi_add(a.x_, a.x_, b.x_), a; }
  friend Interval operator*(Interval a, const Interval& b) { return mpfi_mul(a.x_, a.x_, b.x_), a; }
  friend Interval operator/(Interval a, const Interval& b) { return mpfi_div(a.x_, a.x_, b.x_), a; }
  friend Interval exp(Interval a) { return mpfi_exp(a.x_, a.x_), a; }
  friend Interval log1p(Interval a) { return mpfi_log1p(a.x_, a.x_), a; }
  friend Interval sqrt(Interval a) { return mpfi_sqrt(a.x_, a.x_), a; }

 private:
  mpfi_t x_;
};

}  // namespace attnref::test
