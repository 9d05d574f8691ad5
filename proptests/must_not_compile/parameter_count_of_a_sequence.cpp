// A count of parameters in which a sequence occurs.
// says: parameter_count_axis T<Lesson> is_static_and_no_sequence
#include "attnref/attention.hpp"
#include "vocabulary.hpp"

void parameter_count_of_a_sequence() {
#ifdef MISTAKE
  static_assert(parameter_count<Eight, T<Lesson>, Five>() == 136);
#else
  static_assert(parameter_count<Eight, Four, Five>() == 104);
#endif
}
