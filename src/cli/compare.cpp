#include "cli/compare.hpp"

#include "attnref/golden.hpp"
#include "cli/blas_threads.hpp"
#include "cli/progress.hpp"
#include "cli/usage.hpp"
#include "comparing/comparison_with_golden.hpp"
#include "documents/computed_problem.hpp"
#include "files/file_error.hpp"
#include "files/npy.hpp"
#include "files/safetensors.hpp"
#include "reports/json_comparison.hpp"
#include "reports/text_compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <variant>
#include <vector>

namespace attnref::cli {
namespace {

void require_files(const CompareVerb& verb) {
  if (!verb.answer.empty()) return;
  throw usage_error(fmt::format("compare: expected PROBLEM and ANSWER, found {}",
                                verb.problem.empty() ? "none of them" : "one file"));
}

/// Throws if the report would replace what it is about, by whatever path or link.
void require_own_report(const CompareVerb& verb) {
  if (verb.json.empty() || verb.json == "-") return;
  for (const auto& [whose, file] : {std::pair{"the problem", verb.problem}, std::pair{"the answer", verb.answer}}) {
    if (!same_file(verb.json, file)) continue;
    throw usage_error(
        fmt::format("--json: expected a file of its own, found {}, which is {}", on_one_line(verb.json, 4096), whose));
  }
}

bool is_npy(const std::string& file) { return file.ends_with(".npy"); }

/// The first output of that shape, in the order of reports.
Part output_of_shape(const std::vector<std::size_t>& shape, const Sizes& sizes, const std::string& file) {
  std::vector<std::string> shapes;
  for (const Part part : computed_outputs) {
    const std::vector<std::size_t> expected = attnref::shape_of(part, sizes);
    if (shape == expected) return part;
    shapes.push_back(fmt::format("{} of {}", shape_text(expected), attnref::name_of(part)));
  }
  throw file_error(file, "shape", fmt::format("{}", fmt::join(shapes, ", ")), shape_text(shape));
}

Answer read_array(const CompareVerb& verb, const Sizes& sizes) {
  Tensor tensor = tensor_of(read_npy(verb.answer));
  const Part part = verb.as ? *verb.as : output_of_shape(tensor.shape, sizes, verb.answer);
  Answer answer;
  answer.tensors.add(part, std::move(tensor));
  return answer;
}

Answer read_document(const CompareVerb& verb) {
  if (verb.as) throw usage_error("--as", "an answer in a .npy file", verb.answer);
  Reply reply = reply_of(read_safetensors(verb.answer), verb.answer);
  if (const auto* no = std::get_if<Unsupported>(&reply)) {
    throw file_error(verb.answer, "answer", "outputs", "unsupported: " + no->reason);
  }
  if (const auto* no = std::get_if<Failed>(&reply)) {
    throw file_error(verb.answer, "answer", "outputs", "failed: " + no->reason);
  }
  return std::get<Answer>(std::move(reply));
}

CompareOptions options_of(const CompareVerb& verb, Console& console) {
  CompareOptions options;
  options.profile = verb.profile;
  options.threads = static_cast<unsigned>(verb.jobs);
  options.progress = progress_on(console.err);
  return options;
}

int exit_code(ComparisonVerdict verdict) {
  switch (verdict) {
    case ComparisonVerdict::holds:
      return 0;
    case ComparisonVerdict::violated:
      return 1;
    case ComparisonVerdict::not_run:
      break;
  }
  return 3;
}

}  // namespace

int compare(const CompareVerb& verb, Console& console) {
  require_files(verb);
  require_own_report(verb);
  require_deliverable("--json", verb.json);
  const Problem problem = computed_problem_of(read_safetensors(verb.problem), source_name(verb.problem));
  const Answer answer = is_npy(verb.answer) ? read_array(verb, problem.sizes()) : read_document(verb);
  keep_blas_to_one_thread();
  const AnswerComparison comparison = compare_with_golden(problem, answer, options_of(verb, console));
  Channel& table = table_channel(verb.json, console);
  table.stream << comparison_text(comparison);
  if (verb.map) table.stream << comparison_map(comparison, table.style);
  table.stream << std::flush;
  if (!verb.json.empty()) deliver(comparison_json(comparison), "--json", verb.json, console);
  return exit_code(comparison.verdict());
}

}  // namespace attnref::cli
