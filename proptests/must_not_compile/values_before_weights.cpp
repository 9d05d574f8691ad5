// V A where A V is due.
// says: matmul_inner_axes left_has<Dv> right_has<T<Target>>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void values_before_weights(const Matrix<double, T<Target>, T<Target>>& a, const Matrix<double, T<Target>, Dv>& v) {
#ifdef MISTAKE
  matmul(v, a);
#else
  matmul(a, v);
#endif
}
