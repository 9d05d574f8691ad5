// The trace of attention, given the values of another sequence: refused in the words of attention itself.
// says: attention_positions keys_have<T<Source>> values_have<T<Target>>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void trace_of_another_sequence(const Matrix<double, T<Target>, Dk>& q, const Matrix<double, T<Source>, Dk>& k,
                               const Matrix<double, T<Source>, Dv>& v, const Matrix<double, T<Target>, Dv>& other) {
  static_cast<void>(v), static_cast<void>(other);
#ifdef MISTAKE
  attention_trace(q, k, other);
#else
  attention_trace(q, k, v);
#endif
}
