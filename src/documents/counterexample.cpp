#include "documents/counterexample.hpp"

#include "documents/document.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attnref {
namespace {

constexpr std::string_view field = "metadata replay";

std::string in_quotes(std::string_view text) { return fmt::format("'{}'", on_one_line(text, 400)); }

bool same_sizes(const Problem& problem, const Spec& spec) {
  const Sizes &a = problem.sizes(), &b = spec.sizes;
  return problem.projected() == spec.projected && a.t_q == b.t_q && a.t_k == b.t_k && a.d_k == b.d_k &&
         a.d_v == b.d_v && (!spec.projected || a.d_model == b.d_model);
}

/// The outputs as they were answered; weights that were read through the values are among them.
Document document_of(const SeenAnswer& seen) {
  Answer answer;
  for (const SeenOutput& output : seen.outputs) answer.tensors[output.part] = output.observed;
  return document_of(Reply(std::move(answer)));
}

}  // namespace

Document document_of(const Counterexample& example) {
  Document document = document_of(example.problem);
  document.metadata["replay"] = to_string(example.spec);
  return document;
}

std::vector<NamedDocument> documents_of(const LawReport& law) {
  const Counterexample& example = *law.counterexample;
  const std::string name = fmt::format("{}.{}", law.id, name_of(example.problem.dtype()));
  std::vector<NamedDocument> documents;
  documents.push_back({name + ".safetensors", document_of(example)});
  const bool case_alone = example.answers.size() == 1 && example.answers.front().to_case;
  for (const SeenAnswer& answer : example.answers) {
    if (!answer.telling || case_alone) continue;
    if (!answer.outputs.empty())
      documents.push_back({fmt::format("{}.answer-{}.safetensors", name, answer.call), document_of(answer)});
    const std::string problem = fmt::format("{}.problem-{}.safetensors", name, answer.problem_of);
    const bool is_there = std::any_of(documents.begin(), documents.end(),
                                      [&](const NamedDocument& document) { return document.file == problem; });
    if (!answer.to_case && !is_there) documents.push_back({problem, document_of(answer.problem)});
  }
  return documents;
}

Spec case_of(Document document, const std::string& source) {
  const auto line = document.metadata.find("replay");
  if (line == document.metadata.end()) {
    throw file_error(source, field, "the Spec of a case, as check --save writes it", "no such key");
  }
  Spec spec;
  const Law* found = nullptr;
  try {
    spec = spec_of(line->second);
    found = &law_of(spec);
  } catch (const problem_error& error) {
    throw file_error(fmt::format("{}: {}: {}", source, field, error.what()));
  }
  const Law& law = *found;
  if (law.fit(spec) != spec) {
    throw file_error(source, field, fmt::format("a case that law {} is about", law.id), in_quotes(line->second));
  }
  const Problem problem = problem_of(std::move(document), source);
  // Sizes first: a line may name larger ones than the file has numbers for, and drawing them costs.
  if (!same_sizes(problem, spec) || problem != law.draw(spec)) {
    throw file_error(source, field, "the Spec of this problem",
                     "one that draws another: its numbers or choices were changed, or drawn by another version");
  }
  return spec;
}

Spec saved_case(const std::filesystem::path& path, std::string_view option) {
  return case_of(read_safetensors(path, option), source_name(path, option));
}

}  // namespace attnref
