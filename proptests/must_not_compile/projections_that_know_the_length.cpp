// A parameter for every position: W^V as wide as the sequence is long.
// says: projections_axis T<Target> is_no_sequence
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void projections_that_know_the_length(const Matrix<double, DModel, Dk>& wq, const Matrix<double, DModel, Dk>& wk,
                                      const Matrix<double, DModel, Dv>& wv,
                                      const Matrix<double, DModel, T<Target>>& wide) {
  static_cast<void>(wv), static_cast<void>(wide);
#ifdef MISTAKE
  const auto w = projections(wq, wk, wide);
#else
  const auto w = projections(wq, wk, wv);
#endif
}
