// A container of doubles becomes a Matrix of floats.
// says: matrix_scalars matrix_has<float> expression_has<double>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void narrowed_container(const xt::xtensor<double, 2>& numbers) {
#ifdef MISTAKE
  Matrix<float, DModel, Dk> w(numbers);
#else
  Matrix<double, DModel, Dk> w(numbers);
#endif
}
