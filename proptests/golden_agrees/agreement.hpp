// Golden values held to the MPFI oracle, bit by bit: what is counted and what is found.
#pragma once

#include "attnref/golden.hpp"
#include "golden_agrees/mpfi_oracle.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace attnref::test {

using Answers = std::map<Dtype, GoldenAnswer>;

inline const std::vector<Dtype> all_formats{Dtype::f64, Dtype::f32, Dtype::f16, Dtype::bf16};

/// One number that differs from what it should be.
struct Mismatch {
  Dtype format;
  Part output;
  std::size_t index;
  double found, expected;
};

/// "weights.f32[5]: expected 0x1p-1, found 0x1.000002p-1".
std::string to_string(const Mismatch& mismatch);

struct Agreement {
  std::size_t values = 0;   ///< numbers, each counted in each format
  std::size_t decided = 0;  ///< of them by MPFI: these were compared
  std::size_t undecided_by_golden = 0;
  std::vector<Mismatch> mismatches;

  Agreement& operator+=(const Agreement& other);
};

/// True where both are NaN, or one number with one sign.
bool same_number(double a, double b);

/// Compares every number that MPFI decided. Throws std::out_of_range where an answer lacks an output that the oracle
/// has, and std::invalid_argument where it has another number of values.
Agreement compare(const Answers& golden, const MpfiAnswers& oracle);

}  // namespace attnref::test
