// The right words, and then too many: the checker must count.
// says: matmul_inner_axes left_has<Dk> right_has<T<Target>>
#include "attnref/attention.hpp"
#include "../vocabulary.hpp"

void many_lines(const Matrix<double, T<Target>, Dk>& q, const Matrix<double, T<Target>, Dk>& k) {
#ifdef MISTAKE
  matmul(q, k);
  matmul(transposed(k), transposed(q));
  matmul_transposed(transposed(q), k);
  scores(transposed(q), k);
#else
  matmul_transposed(q, k);
#endif
}
