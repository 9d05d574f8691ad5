// X in single precision, projections in double.
// says: self_attention_scalars x_has<float> projections_have<double>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void projections_of_another_precision(const Matrix<float, T<Target>, DModel>& x,
                                      const Projections<float, DModel, Dk, Dv>& w,
                                      const Projections<double, DModel, Dk, Dv>& other) {
  static_cast<void>(w), static_cast<void>(other);
#ifdef MISTAKE
  self_attention(x, other);
#else
  self_attention(x, w);
#endif
}
