// Eight columns assigned to a matrix of four.
// says: Matrix Eight Four
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void another_static_size(const Matrix<double, T<Target>, Four>& four, const Matrix<double, T<Target>, Eight>& eight) {
  static_cast<void>(four), static_cast<void>(eight);
#ifdef MISTAKE
  Matrix<double, T<Target>, Four> m = eight;
#else
  Matrix<double, T<Target>, Four> m = four;
#endif
}
