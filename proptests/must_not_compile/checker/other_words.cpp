// Fails to compile, but by a slip of the pen: the checker must not take it for the mistake.
// says: matmul_inner_axes left_has<Dk> right_has<T<Target>>
#include "attnref/attention.hpp"
#include "../vocabulary.hpp"

void other_words(const Matrix<double, T<Target>, Dk>& q, const Matrix<double, T<Target>, Dk>& k) {
#ifdef MISTAKE
  matmull(q, k);
#else
  matmul_transposed(q, k);
#endif
}
