// The map of two sequences typed as the map of one.
// says: Matrix T<Source> T<Target>
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void cross_map_as_square(const Matrix<double, T<Target>, Dk>& q, const Matrix<double, T<Source>, Dk>& k) {
#ifdef MISTAKE
  Matrix<double, T<Target>, T<Target>> e = scores(q, k);
#else
  Matrix<double, T<Target>, T<Source>> e = scores(q, k);
#endif
}
