// The only place that includes FLINT and Arb: their headers, which moved in FLINT 3, and owners of their numbers.
#pragma once

#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_mat.h>
// Arb is part of FLINT 3, and a library of its own beside FLINT 2.
#if __has_include(<flint/arb.h>)
#include <flint/arb.h>
#include <flint/arf.h>
#include <flint/mag.h>
#else
#include <arb.h>
#include <arf.h>
#include <mag.h>
#endif

#include <cstddef>
#include <utility>

namespace attnref::gold {

/// FLINT keeps caches for each thread that uses it. After this call the calling thread's go when it ends.
inline void free_caches_with_this_thread() {
  struct AtTheEnd {
    ~AtTheEnd() { flint_cleanup(); }
  };
  [[maybe_unused]] thread_local const AtTheEnd at_the_end;
}

/// Owns an integer of any size.
class Integer {
 public:
  Integer() { fmpz_init(value_); }
  Integer(const Integer& other) { fmpz_init_set(value_, other.value_); }
  Integer(Integer&& other) noexcept : Integer() { fmpz_swap(value_, other.value_); }
  Integer& operator=(Integer other) noexcept {
    fmpz_swap(value_, other.value_);
    return *this;
  }
  ~Integer() { fmpz_clear(value_); }
  fmpz* get() { return value_; }
  const fmpz* get() const { return value_; }

 private:
  fmpz_t value_;
};

/// Owns a ball: a midpoint and a radius, between which the true value lies.
class Ball {
 public:
  Ball() { arb_init(value_); }
  Ball(const Ball& other) : Ball() { arb_set(value_, other.value_); }
  Ball(Ball&& other) noexcept : Ball() { arb_swap(value_, other.value_); }
  Ball& operator=(Ball other) noexcept {
    arb_swap(value_, other.value_);
    return *this;
  }
  ~Ball() { arb_clear(value_); }
  arb_ptr get() { return value_; }
  arb_srcptr get() const { return value_; }

 private:
  arb_t value_;
};

/// Owns a matrix of integers.
class IntegerMatrix {
 public:
  IntegerMatrix(std::size_t rows, std::size_t columns) {
    fmpz_mat_init(value_, static_cast<slong>(rows), static_cast<slong>(columns));
  }
  IntegerMatrix() : IntegerMatrix(0, 0) {}
  IntegerMatrix(const IntegerMatrix&) = delete;
  IntegerMatrix(IntegerMatrix&& other) noexcept : IntegerMatrix() { fmpz_mat_swap(value_, other.value_); }
  IntegerMatrix& operator=(IntegerMatrix other) noexcept {
    fmpz_mat_swap(value_, other.value_);
    return *this;
  }
  ~IntegerMatrix() { fmpz_mat_clear(value_); }

  fmpz_mat_struct* get() { return value_; }
  const fmpz_mat_struct* get() const { return value_; }
  fmpz* at(std::size_t i, std::size_t j) {
    return fmpz_mat_entry(value_, static_cast<slong>(i), static_cast<slong>(j));
  }
  const fmpz* at(std::size_t i, std::size_t j) const {
    return fmpz_mat_entry(value_, static_cast<slong>(i), static_cast<slong>(j));
  }

 private:
  fmpz_mat_t value_;
};

}  // namespace attnref::gold
