// K is not transposed: the inner axes of Q K are d_k and the positions.
// says: matmul_inner_axes left_has<Dk> right_has<T<Target>>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void keys_not_transposed(const Matrix<double, T<Target>, Dk>& q, const Matrix<double, T<Target>, Dk>& k) {
#ifdef MISTAKE
  matmul(q, k);
#else
  matmul(q, transposed(k));
#endif
}
