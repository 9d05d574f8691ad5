#include "files/counterexample.hpp"

#include "files/document.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attnref {
namespace {

constexpr std::string_view field = "metadata replay";

bool same_problem(const Problem& a, const Problem& b) {
  return a.dtype == b.dtype && a.sizes.t_q == b.sizes.t_q && a.sizes.t_k == b.sizes.t_k && a.scale == b.scale &&
         std::equal(a.tensors.begin(), a.tensors.end(), b.tensors.begin(), b.tensors.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first && same_bits(x.second, y.second); });
}

}  // namespace

Document document_of(const Counterexample& example) {
  Document document = document_of(example.problem);
  document.metadata["replay"] = example.replay;
  return document;
}

std::string file_name_of(const LawReport& law) {
  return fmt::format("{}.{}.safetensors", law.id, name_of(law.counterexample->problem.dtype));
}

Spec saved_case(const std::filesystem::path& path, std::string_view option) {
  const std::string source = source_name(path, option);
  Document document = read_safetensors(path, option);
  const auto line = document.metadata.find("replay");
  if (line == document.metadata.end()) {
    throw file_error(source, field, "the Spec of a case, as check --save writes it", "no such key");
  }
  Spec spec;
  try {
    spec = spec_of(line->second);
  } catch (const problem_error& error) {
    throw file_error(fmt::format("{}: {}: {}", source, field, error.what()));
  }
  if (!same_problem(problem_of(std::move(document), source), law_named(spec.law)->draw(spec))) {
    throw file_error(source, field, "the Spec of this problem",
                     "one that draws another: its numbers were changed, or drawn by another version");
  }
  return spec;
}

}  // namespace attnref
