// Y has d_v columns, not d_k.
// says: Matrix Dv Dk
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void output_on_the_wrong_axis(const Matrix<double, T<Target>, DModel>& x,
                              const Projections<double, DModel, Dk, Dv>& w) {
#ifdef MISTAKE
  Matrix<double, T<Target>, Dk> y = self_attention(x, w).output;
#else
  Matrix<double, T<Target>, Dv> y = self_attention(x, w).output;
#endif
}
