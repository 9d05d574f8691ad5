// Exact products of matrices of large integers, by the BLAS.
//
// Integers are cut into signed digits of b bits, x = sum_r x_r 2^(b r) with |x_r| <= 2^(b-1). The products of digit
// matrices whose places add to s are summed in double precision,
//
//   M_s = sum_{r + t = s} X_r Y_t,     X Y = sum_s M_s 2^(b s),
//
// and b is such that no entry of M_s, nor any part of its sum, exceeds 2^53: every operation is exact, so that neither
// the order of summation nor fused multiply-adds nor the vector unit can change a bit.
#pragma once

#include "truth/golden/flint.hpp"

namespace attnref::gold {

/// a b, exactly, into `result`, which has its size. Several times faster than modular arithmetic for matrices of
/// thousands of entries; small ones are left to FLINT.
void integer_product(fmpz_mat_struct* result, const fmpz_mat_struct* a, const fmpz_mat_struct* b);

/// Holds the BLAS to one thread while it lives, where it is OpenBLAS: rows are already shared among threads.
class BlasOnOneThread {
 public:
  BlasOnOneThread();
  ~BlasOnOneThread();
  BlasOnOneThread(const BlasOnOneThread&) = delete;
  BlasOnOneThread& operator=(const BlasOnOneThread&) = delete;
};

}  // namespace attnref::gold
