// Queries of one sequence to keys and values of another: attention, but no self-attention.
// says: self_attention_positions queries_have<T<Target>> keys_have<T<Source>> values_have<T<Source>>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void keys_of_another_sequence(const Matrix<double, T<Target>, Dk>& q, const Matrix<double, T<Source>, Dk>& k,
                              const Matrix<double, T<Source>, Dv>& v) {
#ifdef MISTAKE
  self_attention(q, k, v);
#else
  attention(q, k, v);
#endif
}
