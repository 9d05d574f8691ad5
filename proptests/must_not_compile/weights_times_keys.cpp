// A K where A V is due.
// says: Matrix Dk Dv
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void weights_times_keys(const Matrix<double, T<Target>, T<Target>>& a, const Matrix<double, T<Target>, Dk>& k,
                        const Matrix<double, T<Target>, Dv>& v) {
  static_cast<void>(k), static_cast<void>(v);
#ifdef MISTAKE
  Matrix<double, T<Target>, Dv> y = matmul(a, k);
#else
  Matrix<double, T<Target>, Dv> y = matmul(a, v);
#endif
}
