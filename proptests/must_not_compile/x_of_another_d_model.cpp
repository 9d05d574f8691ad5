// X has another d_model than the projections read.
// says: self_attention_d_model x_has<OtherModel> projections_have<DModel>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void x_of_another_d_model(const Matrix<double, T<Target>, DModel>& x,
                          const Matrix<double, T<Target>, OtherModel>& other,
                          const Projections<double, DModel, Dk, Dv>& w) {
  static_cast<void>(x), static_cast<void>(other);
#ifdef MISTAKE
  self_attention(other, w);
#else
  self_attention(x, w);
#endif
}
