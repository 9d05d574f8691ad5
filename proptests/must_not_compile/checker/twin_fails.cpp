// The twin is wrong as well: the checker must say so.
// says: matmul_inner_axes left_has<Dk> right_has<T<Target>>
#include "attnref/attention.hpp"
#include "../vocabulary.hpp"

void twin_fails(const Matrix<double, T<Target>, Dk>& q, const Matrix<double, T<Target>, Dk>& k) { matmul(q, k); }
