#include "docs/attained_by_loops.hpp"

#include "attnref/error_bound.hpp"
#include "docs/plain_steps.hpp"
#include "docs/rounded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>

namespace attnref::docs {
namespace {

constexpr std::size_t terms = 1024;

/// The oracle knows the true values to some 2^-60 of themselves, and errors of f32 are some 2^-26 of them.
constexpr double uncertainty = 1e-8;

Tensor table(std::size_t rows, std::size_t columns, std::vector<double> values) {
  Tensor tensor(Dtype::f32, rows, columns);
  tensor.values = std::move(values);
  return tensor;
}

/// 1 and then `small`, a number for each term.
std::vector<double> one_and(double small) {
  std::vector<double> values(terms, small);
  values[0] = 1;
  return values;
}

Problem one_key() {
  return attention_problem(table(1, terms, std::vector<double>(terms, 1)), table(1, terms, one_and(0x1p-24)),
                           table(1, 1, {1}));
}

Problem two_keys() {
  // Scores of about 16: what the exponentials and the sum of two weights round is little beside that.
  std::vector<double> keys = one_and(0x1p-24);
  const std::vector<double> other =
      one_and(0x1p-24 * (1 + 0x1p-10));  // more than half a unit: it counts for a whole one
  keys.insert(keys.end(), other.begin(), other.end());
  return attention_problem(table(1, terms, std::vector<double>(terms, 512)), table(2, terms, keys),
                           table(2, 1, {-1, 1}));
}

Problem many_keys() {
  const auto score = std::nextafter(static_cast<float>(-24 * std::log(2.0)), -17.0F);
  std::vector<double> scores(terms, score);
  scores[0] = 0;
  return attention_problem(table(1, 1, {1}), table(terms, 1, scores), Tensor(Dtype::f32, terms, 1));
}

double largest(Problem problem, Part part) {
  problem.wanted = {part};
  const Enclosure truth = quick_oracle(problem);
  const Bounds bounds = error_bound(problem, truth, plain_profile(Dtype::f32));
  const Answer answer = std::get<Answer>(textbook_with<PlainSteps>("plain loops").attend(problem));
  const Tensor& seen = answer.at(part);
  double most = 0;
  for (std::size_t n = 0; n < seen.values.size(); ++n) {
    const long double error = std::fabs(seen.values[n] - truth[part].mid[n]);
    most = std::max(most, static_cast<double>(error / bounds[part].limit[n]));
  }
  return most;
}

}  // namespace

AttainedByLoops attained_by_loops() {
  return {.scores = largest(one_key(), Part::scores),
          .output = largest(two_keys(), Part::output),
          .weights = largest(many_keys(), Part::weights)};
}

std::pair<std::string, std::string> attained_table() {
  const AttainedByLoops seen = attained_by_loops();
  const auto text = [](double ratio) { return rounded(ratio, 3, uncertainty); };
  return {"tolerance.attained",
          fmt::format("| of | error / bound |\n|---|---|\n| scores, {0} coordinates | {1} |\n"
                      "| the output of two keys, {0} coordinates | {2} |\n| weights of {0} keys | {3} |",
                      terms, text(seen.scores), text(seen.output), text(seen.weights))};
}

}  // namespace attnref::docs
