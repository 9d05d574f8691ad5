#include "reports/text_counterexample.hpp"

#include "attnref/law.hpp"
#include "reports/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>

namespace attnref {
namespace {

/// More numbers than this in a tensor are not printed; a map is seen as a picture up to these sizes.
constexpr std::size_t most_numbers = 32;
constexpr std::size_t most_columns = 8;
constexpr std::size_t most_map_rows = 40;
constexpr std::size_t widest_map = 100;

/// The form and sizes of a problem's inputs, in the order in which people name them.
constexpr std::string_view input_names[] = {"x", "wq", "wk", "wv", "q", "k", "v"};

/// A map is shown where it fits into one screen.
bool fits(const Tensor& map, const HeatMapStyle& style) {
  const std::size_t cell = style.colour == ColourMode::plain ? 8 : 2;
  return map.rows() <= most_map_rows && map.columns() * cell + 8 <= std::min(style.width, widest_map);
}

std::string indented(const std::string& text, std::size_t indent) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    result += std::string(indent, ' ') + text.substr(begin, end - begin);
    begin = end;
  }
  return result;
}

std::string map_text(const Tensor& weights, const HeatMapStyle& style) {
  if (weights.rank() != 2 || weights.values.empty()) return "";
  std::string text = fmt::format("  weights last seen ({})\n", shape_of(weights));
  if (!fits(weights, style)) return text;
  const HeatMap map{weights.rows(), weights.columns(), weights.values, {}, {}};
  return text + indented(heat_map(map, style), 4);
}

std::string number_line(std::string_view name, double value, Dtype dtype) {
  return fmt::format("    {:<9} {}  = {}\n", name, round_trip(value, dtype), hexadecimal(value));
}

std::string difference_text(const Difference& worst, const Problem& problem) {
  const Dtype dtype = problem.dtype;
  std::string text = fmt::format("  at {} [{}, {}]{}\n", worst.what, worst.row, worst.column,
                                 lies_in_another_problem(worst, problem)
                                     ? " of the answer to another problem, which the law makes of this case"
                                     : "");
  // A sum or a product of observed numbers need not be a number of their dtype.
  const auto dtype_of = [dtype](double value) { return round_to(dtype, value) == value ? dtype : Dtype::f64; };
  text += number_line("observed", worst.observed, dtype_of(worst.observed));
  text += number_line("expected", worst.expected, dtype_of(worst.expected));
  if (worst.bound == 0) return text + "    bound     0\n";
  return text + fmt::format("    bound     {}   error / bound {}\n", rounded(worst.bound), rounded(worst.ratio));
}

}  // namespace

bool lies_in_another_problem(const Difference& worst, const Problem& problem) {
  // Sums of rows and other numbers that are no output's have no place in one.
  constexpr std::string_view outputs[] = {"output", "weights", "lse", "scores", "queries", "keys", "values"};
  if (std::find(std::begin(outputs), std::end(outputs), worst.what) == std::end(outputs)) return false;
  const std::vector<std::size_t> shape = shape_of(worst.what, problem.sizes);
  return worst.row >= shape.front() || worst.column >= (shape.size() < 2 ? 1 : shape.back());
}

std::vector<const LawReport*> most_telling_first(const Report& report) {
  std::vector<const LawReport*> laws;
  for (const LawReport& law : report.laws) {
    if (law.counterexample) laws.push_back(&law);
  }
  const auto rank = [](const LawReport* law) {
    std::size_t numbers = 0;
    for (const auto& [name, tensor] : law->counterexample->problem.tensors) numbers += tensor.values.size();
    const std::optional<Difference> worst = violating(*law->counterexample);
    // What is seen in another problem is not seen in the inputs that are printed.
    const bool elsewhere = worst && lies_in_another_problem(*worst, law->counterexample->problem);
    return std::tuple(law->verdict != Verdict::violated, elsewhere, numbers, -law->worst_ratio);
  };
  std::stable_sort(laws.begin(), laws.end(), [&](const LawReport* a, const LawReport* b) { return rank(a) < rank(b); });
  return laws;
}

std::string drawn_text(const std::string& line) {
  const Spec spec = spec_of(line);
  std::string text = fmt::format("regime {}", name_of(spec.regime));
  if (spec.bits > 0) text += fmt::format(", numbers of {} bit{}", spec.bits, spec.bits == 1 ? "" : "s");
  if (spec.zeroed > 0) text += fmt::format(", {}% zeroed", spec.zeroed);
  return text;
}

std::string case_text(const Problem& problem) {
  const Sizes& s = problem.sizes;
  if (problem.projected()) {
    return fmt::format("{}, X and projections, T = {}, d_model = {}, d_k = {}, d_v = {}", name_of(problem.dtype), s.t_q,
                       s.d_model, s.d_k, s.d_v);
  }
  return fmt::format("{}, queries, keys and values, {} {} by {} {}, d_k = {}, d_v = {}", name_of(problem.dtype), s.t_q,
                     s.t_q == 1 ? "query" : "queries", s.t_k, s.t_k == 1 ? "key" : "keys", s.d_k, s.d_v);
}

std::string inputs_text(const Problem& problem) {
  std::string text;
  for (const std::string_view name : input_names) {
    const auto found = problem.tensors.find(name);
    if (found == problem.tensors.end()) continue;
    const Tensor& tensor = found->second;
    text += fmt::format("  {} ({})\n", name, shape_of(tensor));
    if (tensor.values.size() <= most_numbers && tensor.columns() <= most_columns) text += rows_of(tensor, 4, true);
  }
  if (problem.scale) text += fmt::format("  scale {}  = {}\n", round_trip(*problem.scale), hexadecimal(*problem.scale));
  return text;
}

std::string counterexample_text(const Counterexample& example, const ReplayHint& replay, const HeatMapStyle& style,
                                std::string_view file) {
  // A reason that is made of the worst difference is told by its numbers below.
  const std::optional<Difference> worst = violating(example);
  const bool told = worst && example.reason.starts_with(fmt::format("{} [", worst->what));
  std::string text = told ? "" : fmt::format("  {}\n", example.reason);
  if (example.flaky) text += flaky_text;
  text +=
      fmt::format("  case: {}\n        {}{}\n", case_text(example.problem), drawn_text(example.replay),
                  example.shrinks > 0 ? fmt::format("; {} steps smaller than the first found", example.shrinks) : "");
  text += inputs_text(example.problem);
  if (worst) text += difference_text(*worst, example.problem);
  if (example.weights) text += map_text(*example.weights, style);
  text += replay.line(example.replay);
  if (!file.empty()) text += fmt::format("  saved: {}\n", file);
  return text;
}

}  // namespace attnref
