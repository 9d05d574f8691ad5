// Single and double precision in one product.
// says: matmul_scalars left_has<float> right_has<double>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void float_times_double(const Matrix<float, T<Target>, DModel>& x, const Matrix<float, DModel, Dk>& w,
                        const Matrix<double, DModel, Dk>& other) {
  static_cast<void>(w), static_cast<void>(other);
#ifdef MISTAKE
  matmul(x, other);
#else
  matmul(x, w);
#endif
}
