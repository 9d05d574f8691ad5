#include "vectors/build.hpp"

#include "attnref/golden.hpp"
#include "documents/document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <utility>

namespace attnref::vectors {
namespace {

std::map<Dtype, GoldenAnswer> answers_of(const Case& one) {
  GoldenOptions options;
  options.formats = one.formats;
  std::map<Dtype, GoldenAnswer> answers = golden(one.problem, options);
  for (auto& [dtype, answer] : answers) {
    for (const Part output : answer.parts()) {
      if (!is_asked(one, output, dtype)) answer.erase(output);
    }
  }
  return answers;
}

/// What each flag means, and the remark.
std::string notes_of(const Case& one) {
  std::string notes;
  for (const std::string_view name : one.flags) {
    if (name == by_hand) continue;
    const Flag& flag = flag_named(name);
    notes += fmt::format("{}{}: {} (law {})", notes.empty() ? "" : "; ", flag.name, flag.mistake, flag.law);
  }
  if (!one.remark.empty()) notes += (notes.empty() ? "" : "; ") + one.remark;
  return notes;
}

}  // namespace

std::string file_name(const Case& one) { return one.id + ".safetensors"; }

Built build_with_bounds(const Case& one) {
  std::map<Dtype, GoldenAnswer> answers = answers_of(one);
  LargestBounds bounds = largest_bounds(one, answers.at(Dtype::f64));
  Document document = document_of(one.problem);
  add_golden_answers(document, std::move(answers));
  document.metadata["id"] = one.id;
  document.metadata["title"] = one.title;
  document.metadata["flags"] = fmt::format("{}", fmt::join(one.flags, ","));
  document.metadata["notes"] = notes_of(one);
  document.metadata["source"] = fmt::format("attnref vectors write, version {}, seed {}", version, seed);
  return {std::move(document), std::move(bounds)};
}

Document build(const Case& one) { return build_with_bounds(one).document; }

}  // namespace attnref::vectors
