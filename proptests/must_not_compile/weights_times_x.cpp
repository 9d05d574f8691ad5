// A X where A V is due.
// says: Matrix DModel Dv
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void weights_times_x(const Matrix<double, T<Target>, T<Target>>& a, const Matrix<double, T<Target>, DModel>& x,
                     const Matrix<double, T<Target>, Dv>& v) {
  static_cast<void>(x), static_cast<void>(v);
#ifdef MISTAKE
  Matrix<double, T<Target>, Dv> y = matmul(a, x);
#else
  Matrix<double, T<Target>, Dv> y = matmul(a, v);
#endif
}
