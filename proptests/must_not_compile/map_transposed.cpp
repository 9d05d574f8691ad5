// Rows ask and columns answer; the transpose is another type.
// says: Matrix T<Source> T<Target>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void map_transposed(const Matrix<double, T<Target>, Dk>& q, const Matrix<double, T<Source>, Dk>& k) {
#ifdef MISTAKE
  Matrix<double, T<Source>, T<Target>> a = softmax_rows(scores(q, k));
#else
  Matrix<double, T<Target>, T<Source>> a = softmax_rows(scores(q, k));
#endif
}
