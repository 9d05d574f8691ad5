// Queries are projected and keys are not.
// says: attention_d_k queries_have<Dk> keys_have<DModel>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void keys_unprojected(const Matrix<double, T<Target>, DModel>& x, const Projections<double, DModel, Dk, Dv>& w) {
#ifdef MISTAKE
  attention(matmul(x, w.wq()), x, matmul(x, w.wv()));
#else
  attention(matmul(x, w.wq()), matmul(x, w.wk()), matmul(x, w.wv()));
#endif
}
