// The trace of self-attention, with projections of another precision: refused in the words of self-attention itself.
// says: self_attention_scalars x_has<double> projections_have<float>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void trace_of_another_precision(const Matrix<double, T<Source>, DModel>& x,
                                const Projections<double, DModel, Dk, Dv>& w,
                                const Projections<float, DModel, Dk, Dv>& other) {
  static_cast<void>(w), static_cast<void>(other);
#ifdef MISTAKE
  self_attention_trace(x, other);
#else
  self_attention_trace(x, w);
#endif
}
