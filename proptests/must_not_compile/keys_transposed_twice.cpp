// scores() multiplies by the transpose itself.
// says: scores_d_k queries_have<Dk> keys_have<T<Target>>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void keys_transposed_twice(const Matrix<double, T<Target>, Dk>& q, const Matrix<double, T<Target>, Dk>& k) {
#ifdef MISTAKE
  scores(q, transposed(k));
#else
  scores(q, k);
#endif
}
