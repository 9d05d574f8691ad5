#include "reports/text_counterexample.hpp"

#include "attnref/law.hpp"
#include "judging/seen_answer.hpp"
#include "reports/lines.hpp"
#include "reports/numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

/// In brief a tensor takes no more lines than this, and an answer shows no more outputs.
constexpr std::size_t most_brief_rows = 4;
constexpr std::size_t most_brief_outputs = 2;

/// Lines are no longer than this where nothing limits them.
constexpr std::size_t widest_line = 100;

/// The form and sizes of a problem's inputs, in the order in which people name them.

/// How a finding is printed.
struct Page {
  HeatMapStyle style;
  Detail detail;
  std::size_t width() const { return std::min(style.width, widest_line); }
  bool brief() const { return detail == Detail::brief; }
};

std::string indented(const std::string& text, std::size_t indent) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    result += std::string(indent, ' ') + text.substr(begin, end - begin);
    begin = end;
  }
  return result;
}

bool is_same(const Tensor& a, const Tensor* b) { return b && a == *b; }

// ---- tensors

/// An input: in brief on its name's line where it fits, otherwise a line a row.
std::string input_text(std::string_view name, const Tensor& tensor, std::size_t indent, const Page& page) {
  const std::string head = fmt::format("{}{} ({})", std::string(indent, ' '), name, shape_of(tensor));
  const bool few = tensor.values.size() <= most_numbers && tensor.columns() <= most_columns;
  if (page.brief() && few && !tensor.values.empty()) {
    const std::string line = fmt::format("{}  {}\n", head, in_one_line(tensor));
    if (line.size() <= page.width() + 1) return line;
    if (tensor.rows() > most_brief_rows) return head + "\n";
  }
  return head + "\n" + (few ? rows_of(tensor, indent + 2, !page.brief()) : "");
}

/// The numbers in one line that fits, with as many digits as have room; a line a row; nothing where all that is too
/// much.
std::string numbers_text(std::string_view label, const Tensor& tensor, const Page& page) {
  constexpr int digits_for_the_eye = 6;
  const std::string head = fmt::format("      {:<10}  ", label);
  if (tensor.values.size() > most_numbers) return "";
  for (const std::optional<int> digits : {std::optional<int>{}, std::optional{digits_for_the_eye}}) {
    const std::string line = head + in_one_line(tensor, digits) + "\n";
    if (line.size() <= page.width() + 1) return line;
  }
  if (tensor.rank() < 2 || tensor.columns() > most_columns) return "";
  if (page.brief() && tensor.rows() > most_brief_rows) return "";
  std::string text;
  for (std::size_t i = 0; i < tensor.rows(); ++i) {
    Tensor row(tensor.dtype, 1, tensor.columns());
    for (std::size_t j = 0; j < tensor.columns(); ++j) row(0, j) = tensor(i, j);
    const std::string numbers = in_one_line(row, digits_for_the_eye);
    text += (i == 0 ? head : std::string(head.size(), ' ')) + numbers.substr(1, numbers.size() - 2) + "\n";
  }
  return text;
}

/// Of an output that is too large to print: how many numbers are beyond their bounds, and the furthest.
std::string beyond_text(const SeenOutput& output) {
  std::size_t beyond = 0, furthest = 0;
  double largest = 0;
  for (std::size_t n = 0; n < output.expected.size(); ++n) {
    const double ratio = output.ratio(n).value_or(0);
    if (ratio > 1) ++beyond;
    if (!(ratio > largest)) continue;
    largest = ratio;
    furthest = n;
  }
  if (output.expected.empty()) return "";
  if (beyond == 0) return "      within its bounds\n";
  const std::size_t columns = output.observed.rank() < 2 ? 1 : output.observed.columns();
  return fmt::format("      {} of {} numbers beyond their bounds, the furthest at [{}, {}]\n", beyond,
                     output.expected.size(), furthest / columns, furthest % columns);
}

std::string output_text(const SeenOutput& output, const Page& page) {
  const std::string head = fmt::format("    {} ({})\n", name_of(output.part), shape_of(output.observed));
  const std::string observed = numbers_text("observed", output.observed, page);
  if (observed.empty()) return head + beyond_text(output);
  if (output.expected.empty()) return head + observed;
  Tensor truth = output.observed;
  truth.values = output.expected;
  // True values are of no format.
  truth.dtype = Dtype::f64;
  return head + observed + numbers_text("true value", truth, page);
}

/// A map is shown where it fits into one screen.
std::string map_text(const SeenOutput& weights, const HeatMapStyle& style) {
  const Tensor& map = weights.observed;
  const std::size_t cell = style.colour == ColourMode::plain ? 8 : 2;
  if (map.rank() != 2 || map.values.empty() || map.rows() > most_map_rows) return "";
  if (map.columns() * cell + 8 > std::min(style.width, widest_map)) return "";
  return indented(heat_map({map.rows(), map.columns(), map.values, {}, {}}, style), 6);
}

// ---- problems and answers

/// How the answer is, where that can be said in a few words.
std::string_view remark_on(const SeenAnswer& answer) {
  if (!answer.failure.empty()) return ": this call failed";
  return within_bounds(answer) ? ": within all of its bounds" : "";
}

std::string answer_text(const SeenAnswer& answer, const Counterexample& example, const Page& page) {
  if (is_the_case_failing(answer, example.answers.size())) return "";
  std::string text =
      wrapped(fmt::format("  {}{}", answer_title(answer, example.answers.size()), remark_on(answer)), page.width(), 4) +
      '\n';
  std::size_t shown = 0;
  for (const SeenOutput* output : shown_outputs(answer, violating(example))) {
    if (page.brief() && shown++ == most_brief_outputs) break;
    text += output_text(*output, page);
    if (!page.brief() && output->part == Part::weights) text += map_text(*output, page.style);
  }
  return text;
}

std::string other_problem(const SeenAnswer& answer, const Problem& drawn, const Page& page) {
  std::string text = wrapped(fmt::format("  problem {}, which the law makes of the case: {}", answer.problem_of,
                                         other_problem_text(answer.problem, drawn)),
                             page.width(), 4) +
                     '\n';
  for (const Part part : changed_inputs(answer.problem, drawn)) {
    text += input_text(name_of(part), answer.problem.at(part), 4, page);
  }
  return text;
}

/// The problems that the finding rests on, beside the case.
std::string other_problems(const Counterexample& example, const Page& page) {
  std::string text;
  std::vector<std::size_t> told;
  for (const SeenAnswer& answer : example.answers) {
    if (!answer.telling || answer.to_case) continue;
    if (std::find(told.begin(), told.end(), answer.problem_of) != told.end()) continue;
    told.push_back(answer.problem_of);
    text += other_problem(answer, example.problem, page);
  }
  return text;
}

/// The answers that the finding rests on.
std::string telling_answers(const Counterexample& example, const Page& page) {
  std::string text;
  for (const SeenAnswer& answer : example.answers) {
    if (answer.telling) text += answer_text(answer, example, page);
  }
  return text;
}

// ---- the numbers

std::string number_line(std::string_view name, double value, Dtype dtype, std::string_view says = {}) {
  // A sum or a product of observed numbers need not be a number of their dtype.
  const Dtype own = round_to(dtype, value) == value ? dtype : Dtype::f64;
  return fmt::format("    {:<9} {}  = {}{}{}\n", name, round_trip(value, own), hexadecimal(value),
                     says.empty() ? "" : ", ", says);
}

std::string difference_text(const Difference& worst, const Counterexample& example) {
  const Dtype dtype = example.problem.dtype();
  std::string text = fmt::format("  at {}\n", place_text(worst, example.answers.size()));
  text += number_line("observed", worst.observed, dtype);
  const bool of_another = worst.other && !worst.to_truth;
  text += number_line("expected", worst.expected, worst.to_truth ? Dtype::f64 : dtype,
                      of_another       ? "which is " + place_text(*worst.other)
                      : worst.to_truth ? "the true value"
                                       : std::string());
  text += worst.bound == 0
              ? "    bound     0\n"
              : fmt::format("    bound     {}   error / bound {}\n", rounded(worst.bound), rounded(worst.ratio));
  if (!worst.other) return text;
  if (!of_another) text += number_line("compared", worst.other->value, dtype, place_text(*worst.other));
  if (worst.other->truth && *worst.other->truth != worst.expected)
    text += number_line("true", *worst.other->truth, Dtype::f64, of_another ? "" : "what that must be");
  return text;
}

// ---- which finding tells most

/// The answers that a number was made of are all to one problem, the same for both sides.
bool of_one_problem(const Counterexample& example, const Difference& worst) {
  std::vector<std::size_t> problems;
  for (const Side* side : {&*worst.side, &*worst.other}) {
    for (const std::size_t call : side->answers) {
      if (call > example.answers.size()) return false;
      problems.push_back(example.answers[call - 1].problem_of);
    }
  }
  return std::adjacent_find(problems.begin(), problems.end(), std::not_equal_to<>()) == problems.end();
}

bool is_of_state(const LawReport& report) {
  const Law* law = law_named(report.id);
  return law && law->of_state;
}

/// A problem that was asked twice had two answers, one of them beyond its bounds.
bool shows_state(const LawReport& law) {
  if (law.verdict != Verdict::violated || !is_of_state(law) || law.counterexample->flaky) return false;
  const std::optional<Difference> worst = violating(*law.counterexample);
  return worst && worst->other && worst->to_truth && of_one_problem(*law.counterexample, *worst);
}

std::size_t numbers_of(const Problem& problem) {
  std::size_t numbers = 0;
  for (const auto& [name, tensor] : problem.tensors) numbers += tensor.values.size();
  return numbers;
}

/// How many inputs one reads to follow the finding: the case's, and those of the other problems that it rests on.
std::size_t numbers_to_read(const Counterexample& example) {
  std::size_t numbers = numbers_of(example.problem);
  for (const SeenAnswer& answer : example.answers) {
    if (answer.telling && !answer.to_case && answer.problem_of == answer.call) numbers += numbers_of(answer.problem);
  }
  return numbers;
}

/// A law that says what the answer is names no mistake: another one may take so many times as much reading.
constexpr std::size_t worth_of_a_name = 4;

/// True where the finding names a number of that output of that answer.
bool names(const Difference& worst, const SeenAnswer& answer, const SeenOutput& output) {
  if (!worst.side) return worst.what == name_of(output.part);
  for (const Side* side : {&*worst.side, worst.other ? &*worst.other : &*worst.side}) {
    if (side->output == output.part && side->answers.front() == answer.call) return true;
  }
  return false;
}

bool is_beyond(const SeenOutput& output) {
  for (std::size_t n = 0; n < output.expected.size(); ++n) {
    if (output.ratio(n).value_or(0) > 1) return true;
  }
  return false;
}

}  // namespace

std::vector<const LawReport*> most_telling_first(const Report& report) {
  std::vector<const LawReport*> laws;
  for (const LawReport& law : report.laws) {
    if (law.counterexample) laws.push_back(&law);
  }
  const bool has_state = std::any_of(laws.begin(), laws.end(), [](const LawReport* law) { return shows_state(*law); });
  const auto rank = [&](const LawReport* law) {
    const Counterexample& example = *law->counterexample;
    const Law* known = law_named(law->id);
    const std::size_t reading = numbers_to_read(example) * (known && known->general ? worth_of_a_name : 1);
    const bool beside_the_point = has_state ? !shows_state(*law) : is_of_state(*law);
    return std::tuple(law->verdict != Verdict::violated, example.flaky, beside_the_point, reading, -law->worst_ratio);
  };
  std::stable_sort(laws.begin(), laws.end(), [&](const LawReport* a, const LawReport* b) { return rank(a) < rank(b); });
  return laws;
}

std::string place_text(const Side& side) {
  if (!side.output) return "a number made of " + answers_text(side.answers);
  return fmt::format("{} [{}, {}] of {}", name_of(*side.output), side.row, side.column, answers_text(side.answers));
}

std::string place_text(const Difference& difference, std::size_t answers) {
  const bool named = difference.side && answers > 1;
  const bool made = named && !difference.side->output;
  return fmt::format("{} [{}, {}]{}{}", difference.what, difference.row, difference.column,
                     made    ? ", made of "
                     : named ? " of "
                             : "",
                     named ? answers_text(difference.side->answers) : "");
}

bool is_the_case_failing(const SeenAnswer& answer, std::size_t answers) {
  return answers == 1 && answer.to_case && !answer.failure.empty() && answer.outputs.empty();
}

std::string answer_title(const SeenAnswer& answer, std::size_t answers) {
  if (answers == 1)
    return answer.to_case ? "the answer" : "the answer to another problem, which the law makes of the case";
  return fmt::format("answer {}, to {}", answer.call,
                     answer.to_case ? "the case" : fmt::format("problem {}", answer.problem_of));
}

std::vector<Part> changed_inputs(const Problem& problem, const Problem& drawn) {
  std::vector<Part> changed;
  for (const auto& [part, tensor] : problem.tensors) {
    if (!is_same(tensor, drawn.tensors.find(part))) changed.push_back(part);
  }
  return changed;
}

std::string other_problem_text(const Problem& problem, const Problem& drawn) {
  std::vector<std::string> same;
  for (const auto& [part, tensor] : problem.tensors) {
    if (is_same(tensor, drawn.tensors.find(part))) same.emplace_back(name_of(part));
  }
  std::string text = problem.sizes() == drawn.sizes() ? "" : case_text(problem);
  const auto add = [&text](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
  if (!same.empty()) add(fmt::format("{} as in the case", fmt::join(same, " and ")));
  if (problem.how.scale != drawn.how.scale)
    add(problem.how.scale ? fmt::format("scale {}", round_trip(*problem.how.scale)) : "the default scale");
  return text.empty() ? "other numbers" : text;
}

std::vector<const SeenOutput*> shown_outputs(const SeenAnswer& answer, const std::optional<Difference>& worst) {
  std::vector<const SeenOutput*> shown;
  // What the finding names comes first, since in brief not all are shown.
  for (const SeenOutput& output : answer.outputs) {
    if (worst && names(*worst, answer, output)) shown.push_back(&output);
  }
  for (const SeenOutput& output : answer.outputs) {
    if (is_beyond(output) && std::find(shown.begin(), shown.end(), &output) == shown.end()) shown.push_back(&output);
  }
  if (shown.empty() && !answer.outputs.empty()) shown.push_back(&answer.outputs.front());
  return shown;
}

bool within_bounds(const SeenAnswer& answer) {
  return !answer.outputs.empty() && !answer.outputs.front().expected.empty() &&
         std::none_of(answer.outputs.begin(), answer.outputs.end(), is_beyond);
}

std::string drawn_text(const Spec& spec) {
  std::string text = fmt::format("regime {}", name_of(spec.regime));
  if (spec.bits > 0) text += fmt::format(", numbers of {} bit{}", spec.bits, spec.bits == 1 ? "" : "s");
  if (spec.zeroed > 0) text += fmt::format(", {}% zeroed", spec.zeroed);
  return text;
}

std::string case_text(const Problem& problem) {
  const Sizes& s = problem.sizes();
  if (problem.projected()) {
    return fmt::format("{}, X and projections, T = {}, d_model = {}, d_k = {}, d_v = {}", name_of(problem.dtype()),
                       s.t_q, s.d_model, s.d_k, s.d_v);
  }
  return fmt::format("{}, queries, keys and values, {} {} by {} {}, d_k = {}, d_v = {}", name_of(problem.dtype()),
                     s.t_q, s.t_q == 1 ? "query" : "queries", s.t_k, s.t_k == 1 ? "key" : "keys", s.d_k, s.d_v);
}

std::string inputs_text(const Problem& problem, const HeatMapStyle& style, Detail detail) {
  std::string text;
  for (const auto& [part, tensor] : problem.tensors) text += input_text(name_of(part), tensor, 2, {style, detail});
  if (problem.how.scale)
    text += fmt::format("  scale {}  = {}\n", round_trip(*problem.how.scale), hexadecimal(*problem.how.scale));
  return text;
}

std::string counterexample_text(const Counterexample& example, const ReplayHint& replay, const HeatMapStyle& style,
                                Detail detail, std::string_view file) {
  // A reason that is made of the worst difference is told by its numbers below.
  const std::optional<Difference> worst = violating(example);
  const bool told = worst && example.reason.starts_with(fmt::format("{} [", worst->what));
  std::string text = told ? "" : wrapped("  " + example.reason, std::min(style.width, widest_line), 2) + '\n';
  if (example.flaky) text += flaky_text;
  const Page page{style, detail};
  const std::string smaller =
      example.shrinks > 0 ? fmt::format("; {} steps smaller than the first found", example.shrinks) : "";
  text += wrapped(fmt::format("  case: {}", case_text(example.problem)), page.width(), 8) + '\n' +
          wrapped(fmt::format("        {}{}", drawn_text(example.spec), smaller), page.width(), 8) + '\n';
  text += inputs_text(example.problem, style, detail) + other_problems(example, page);
  if (worst) text += difference_text(*worst, example);
  text += telling_answers(example, page);
  text += replay.line(example.spec);
  if (!file.empty()) text += fmt::format("  saved: {}\n", file);
  return text;
}

}  // namespace attnref
