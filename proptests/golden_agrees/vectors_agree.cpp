// The committed golden vectors: MPFI agrees with each number that it decides, and each faulty oracle is found by them.
#include "catch.hpp"
#include "documents/document.hpp"
#include "golden_agrees/agreement.hpp"
#include "golden_agrees/wrong_oracles.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

using namespace attnref;
using namespace attnref::test;

namespace {

/// A vector of finite numbers, as its file has it.
struct Vector {
  std::string id;
  Problem problem;
  Answers answers;
};

bool is_finite(const Document& document) {
  return std::all_of(document.tensors.begin(), document.tensors.end(), [](const auto& entry) {
    const bool input = entry.first.find('.') == std::string::npos;
    const std::vector<double>& values = entry.second.values;
    return !input || std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
  });
}

Answers answers_of(const Document& document) {
  Answers answers;
  for (const auto& [name, stored] : document.tensors) {
    const std::size_t dot = name.find('.');
    if (dot == std::string::npos) continue;
    const std::optional<Dtype> format = dtype_named(name.substr(dot + 1));
    if (!format) continue;
    GoldenOutput& output = answers[*format][part_named(name.substr(0, dot)).value()];
    output.tensor.dtype = *format;
    output.tensor.shape = stored.shape;
    output.tensor.values = stored.values;
    output.settled.assign(stored.values.size(), Settlement());
  }
  return answers;
}

/// The vectors that MPFI computes: finite inputs, and a key at least.
std::vector<Vector> vectors() {
  std::vector<Vector> all;
  for (const auto& entry : std::filesystem::directory_iterator(ATTNREF_VECTORS_DIR)) {
    if (entry.path().extension() != ".safetensors") continue;
    Document document = read_safetensors(entry.path());
    if (!is_finite(document)) continue;
    Answers answers = answers_of(document);
    Problem problem = problem_of(std::move(document), entry.path().filename().string());
    if (problem.sizes().t_k == 0 || problem.sizes().t_q == 0) continue;
    all.push_back({entry.path().stem().string(), std::move(problem), std::move(answers)});
  }
  return all;
}

/// Answers as decisions, to compare others with; of weights, output and lse only, which faulty oracles publish.
MpfiAnswers as_decisions(const Answers& answers) {
  MpfiAnswers decisions;
  for (const auto& [format, answer] : answers) {
    for (const auto& [part, output] : answer) {
      if (part != Part::weights && part != Part::output && part != Part::lse) continue;
      decisions[format][part].assign(output.tensor.values.begin(), output.tensor.values.end());
    }
  }
  return decisions;
}

/// The ids of vectors in which an oracle of that fault publishes a wrong number.
std::set<std::string> found_by(const std::vector<Vector>& all, const Fault& fault) {
  std::set<std::string> ids;
  for (const Vector& vector : all) {
    // Long ones show nothing that short ones don't.
    if (vector.problem.sizes().t_q * vector.problem.sizes().t_k > 600) continue;
    if (!compare(faulty_golden(vector.problem, fault), as_decisions(vector.answers)).mismatches.empty()) {
      ids.insert(vector.id);
    }
  }
  return ids;
}

}  // namespace

TEST_CASE("golden.vectors_agree_with_mpfi") {
  Agreement total;
  const std::vector<Vector> all = vectors();
  CHECK(all.size() >= 60);
  for (Vector vector : all) {
    INFO(vector.id);
    for (const auto& [format, answer] : vector.answers) {
      Problem problem = vector.problem;
      problem.wanted = answer.parts();
      const Agreement agreement =
          compare({{format, answer}}, mpfi_attention(problem, {.formats = {format}, .most_bits = 640}));
      CHECK(agreement.mismatches.empty());
      total += agreement;
    }
  }
  CHECK(total.values > 50000);
  CHECK(total.decided > total.values / 100 * 95);
}

TEST_CASE("golden.vectors_find_faulty_oracles") {
  const std::vector<Vector> all = vectors();
  CHECK(found_by(all, {}).size() < 10);  // dominance alone is beyond it
  for (const std::string& id : found_by(all, {})) {
    INFO(id);
    CHECK((id.find("2_to_the_1000") != std::string::npos || id.find("log_sum_exp_exceeds") != std::string::npos ||
           id.find("minus_2148") != std::string::npos || id.find("large_scale") != std::string::npos));
  }
  CHECK(found_by(all, {.most_bits = 256}).size() > found_by(all, {}).size());
  CHECK(!found_by(all, {.one_precision = true, .first_bits = 200}).empty());
  CHECK(found_by(all, {.narrow_from_f64 = true}).contains("a_narrow_format_is_not_rounded_from_a_wide_one"));
  CHECK(found_by(all, {.scale_rounded = true}).contains("the_scale_is_not_rounded_first"));
  CHECK(!found_by(all, {.argument_error_forgotten = true}).empty());
}
