// The result of attention between two sequences typed as that of self-attention.
// says: AttentionResult T<Source> T<Target>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void cross_result_as_self(const Matrix<double, T<Target>, Dk>& q, const Matrix<double, T<Source>, Dk>& k,
                          const Matrix<double, T<Source>, Dv>& v) {
#ifdef MISTAKE
  AttentionResult<double, T<Target>, T<Target>, Dv> result = attention(q, k, v);
#else
  AttentionResult<double, T<Target>, T<Source>, Dv> result = attention(q, k, v);
#endif
}
