// Softmax keeps both axes.
// says: Matrix T<Target> Dk
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void softmax_of_another_shape(const Matrix<double, T<Target>, T<Target>>& e) {
#ifdef MISTAKE
  Matrix<double, T<Target>, Dk> a = softmax_rows(e);
#else
  Matrix<double, T<Target>, T<Target>> a = softmax_rows(e);
#endif
}
