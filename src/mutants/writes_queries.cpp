// In place, to save a buffer: this answer is right and the next one is not.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_writes_queries {

struct Scaling {
  Textbook honest = honest_textbook("writes_queries");

  Capabilities describe() const { return honest.describe(); }
  Reply attend(const Problem& problem) const {
    Reply reply = honest.attend(problem);
    auto& theirs = const_cast<Tensor&>(problem.at(problem.projected() ? Part::x : Part::q));
    const double scale = problem.how.scale.value_or(1 / std::sqrt(static_cast<double>(problem.sizes().d_k)));
    for (double& value : theirs.values) value = round_to(problem.dtype(), value * scale);
    return reply;
  }
};

}  // namespace in_writes_queries

Mutant writes_queries() {
  return {.name = "writes_queries",
          .mistake = "the scale is multiplied into the caller's queries",
          .named_law = "inputs_are_untouched",
          .make = [] { return AnyBackend(in_writes_queries::Scaling{}); }};
}

}  // namespace attnref::mutant
