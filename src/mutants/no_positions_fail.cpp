// T = 0 has an answer: an empty one.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <stdexcept>

namespace attnref::mutant {
namespace in_no_positions_fail {

struct Refusing {
  Textbook honest = honest_textbook("no_positions_fail");

  Capabilities describe() const { return honest.describe(); }
  Reply attend(const Problem& problem) const {
    if (problem.sizes().t_q == 0 || problem.sizes().t_k == 0) throw std::invalid_argument("the sequence is empty");
    return honest.attend(problem);
  }
};

}  // namespace in_no_positions_fail

Mutant no_positions_fail() {
  return {.name = "no_positions_fail",
          .mistake = "an empty sequence is an error",
          .named_law = "outputs_have_their_shapes",
          .make = [] { return AnyBackend(in_no_positions_fail::Refusing{}); }};
}

}  // namespace attnref::mutant
