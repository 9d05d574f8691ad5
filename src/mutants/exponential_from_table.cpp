// A table without interpolation.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_exponential_from_table {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S exponential(S difference) { return std::exp(std::round(difference * 4096) / 4096); }
};

}  // namespace in_exponential_from_table

Mutant exponential_from_table() {
  return {.name = "exponential_from_table",
          .mistake = "the exponential is read from a table of 4096 steps a unit",
          .named_law = "scores_add_in_the_key",
          .make = [] { return textbook_with<in_exponential_from_table::Steps>("exponential_from_table"); }};
}

}  // namespace attnref::mutant
