// The queries before their projection, in a buffer of the right size.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_queries_returned_unprojected {

struct Unprojecting {
  Textbook honest = honest_textbook("queries_returned_unprojected");

  Capabilities describe() const { return honest.describe(); }
  Reply attend(const Problem& problem) const {
    Reply reply = honest.attend(problem);
    auto* answer = std::get_if<Answer>(&reply);
    if (!answer || !problem.projected() || problem.sizes().d_model != problem.sizes().d_k) return reply;
    if (Tensor* queries = answer->tensors.find(Part::queries)) *queries = problem.at(Part::x);
    return reply;
  }
};

}  // namespace in_queries_returned_unprojected

Mutant queries_returned_unprojected() {
  return {.name = "queries_returned_unprojected",
          .mistake = "X is returned for the queries where the widths allow it",
          .named_law = "agrees_with_the_definition",
          .make = [] { return AnyBackend(in_queries_returned_unprojected::Unprojecting{}); }};
}

}  // namespace attnref::mutant
