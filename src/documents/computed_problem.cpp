#include "documents/computed_problem.hpp"

#include "files/file_error.hpp"
#include "problem/computed.hpp"

#include <utility>

namespace attnref {

Problem computed_problem_of(Document document, const std::string& source) {
  Problem problem = problem_of(std::move(document), source);
  if (const auto choice = first_not_computed(problem)) {
    throw file_error(source, choice->field, choice->expected, choice->found);
  }
  return problem;
}

}  // namespace attnref
