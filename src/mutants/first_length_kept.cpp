// Shapes frozen at the first call, as by a tracing compiler: what is longer is cut, and padded again.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_first_length_kept {

struct Freezing {
  Textbook honest = honest_textbook("first_length_kept");
  std::optional<std::size_t> length;

  Capabilities describe() const { return honest.describe(); }
  Reply attend(const Problem& problem) {
    if (!problem.projected() || problem.sizes().t_k == 0) return honest.attend(problem);
    if (!length) length = problem.sizes().t_k;
    Problem cut = problem;
    Tensor& x = cut.at(Part::x);
    for (std::size_t place = *length * x.columns(); place < x.values.size(); ++place) x.values[place] = 0;
    return honest.attend(cut);
  }
};

}  // namespace in_first_length_kept

Mutant first_length_kept() {
  return {.name = "first_length_kept",
          .mistake = "positions beyond the first problem's length are read as zeros",
          .named_law = "one_set_of_weights_serves_every_length",
          .make = [] { return AnyBackend(in_first_length_kept::Freezing{}); }};
}

}  // namespace attnref::mutant
