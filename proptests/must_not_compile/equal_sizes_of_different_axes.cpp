// d_k and d_v are both 4 and still two axes: V is no K.
// says: scores_d_k queries_have<Four> keys_have<OtherFour>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void equal_sizes_of_different_axes(const Matrix<double, T<Target>, Four>& q, const Matrix<double, T<Target>, Four>& k,
                                   const Matrix<double, T<Target>, OtherFour>& v) {
  static_cast<void>(k), static_cast<void>(v);
#ifdef MISTAKE
  scores(q, v);
#else
  scores(q, k);
#endif
}
