// W^V reads another d_model than W^Q.
// says: projections_d_model wq_has<DModel> wk_has<DModel> wv_has<OtherModel>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void values_of_another_d_model(const Matrix<double, DModel, Dk>& wq, const Matrix<double, DModel, Dk>& wk,
                               const Matrix<double, DModel, Dv>& wv, const Matrix<double, OtherModel, Dv>& other) {
  static_cast<void>(wv), static_cast<void>(other);
#ifdef MISTAKE
  const auto w = projections(wq, wk, other);
#else
  const auto w = projections(wq, wk, wv);
#endif
}
