// W^Q is d_model x d_k, not d_k x d_model.
// says: projections_d_model wq_has<Dk> wk_has<DModel> wv_has<DModel>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void projection_transposed(const Matrix<double, DModel, DModel>& wq, const Matrix<double, Dk, DModel>& wrong,
                           const Matrix<double, DModel, DModel>& wk, const Matrix<double, DModel, Dv>& wv) {
  static_cast<void>(wq), static_cast<void>(wrong);
#ifdef MISTAKE
  const auto w = projections(wrong, wk, wv);
#else
  const auto w = projections(wq, wk, wv);
#endif
}
