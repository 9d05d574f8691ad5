// One token a row, not a column.
// says: self_attention_d_model x_has<T<Target>> projections_have<DModel>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void x_transposed(const Matrix<double, T<Target>, DModel>& x, const Projections<double, DModel, Dk, Dv>& w) {
#ifdef MISTAKE
  self_attention(transposed(x), w);
#else
  self_attention(x, w);
#endif
}
