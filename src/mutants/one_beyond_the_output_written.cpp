// A loop that ends at <= instead of <.
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_one_beyond_the_output_written {

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static void outputs(const attnref_problem& problem, const Results<S>& results) {
    HonestCSteps<S, Steps>::outputs(problem, results);
    *static_cast<S*>(attnref_at(attnref_output(&problem, "output"), problem.t_q, 0)) = 0;
  }
};

}  // namespace in_one_beyond_the_output_written

Mutant one_beyond_the_output_written() {
  return {.name = "one_beyond_the_output_written",
          .mistake = "one element beyond the output is written",
          .named_law = "outputs_have_their_shapes",
          .make = [] {
            return c_textbook_with<in_one_beyond_the_output_written::Steps, "one_beyond_the_output_written">();
          }};
}

}  // namespace attnref::mutant
