// The mistake is none: the checker must say so.
// says: matmul_inner_axes
#include "attnref/attention.hpp"
#include "../vocabulary.hpp"

void mistake_compiles(const Matrix<double, DModel, Dk>& w) { transposed(w); }
