// W^K and W^V in each other's place.
// says: projections_d_k wq_has<Dk> wk_has<Dv>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void keys_and_values_swapped(const Matrix<double, DModel, Dk>& wq, const Matrix<double, DModel, Dk>& wk,
                             const Matrix<double, DModel, Dv>& wv) {
#ifdef MISTAKE
  const auto w = projections(wq, wv, wk);
#else
  const auto w = projections(wq, wk, wv);
#endif
}
