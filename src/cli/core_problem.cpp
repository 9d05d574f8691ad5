#include "cli/core_problem.hpp"

#include "documents/document.hpp"
#include "files/file_error.hpp"
#include "files/safetensors.hpp"
#include "problem/core.hpp"

namespace attnref::cli {

Problem read_core_problem(const std::string& file, std::string_view option) {
  const std::string source = source_name(file, option);
  Problem problem = problem_of(read_safetensors(file, option), source);
  if (const auto beyond = first_choice_beyond_the_core(problem)) {
    throw file_error(source, beyond->field, beyond->expected + ", for only unmasked attention of one head is built yet",
                     beyond->found);
  }
  return problem;
}

}  // namespace attnref::cli
