#include "reports/text_compare.hpp"

#include "reports/numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace attnref {
namespace {

std::string percent(double fraction) {
  // 99.96% of the numbers are not all of them.
  const double shown = fraction < 1 ? std::min(100 * fraction, 99.9) : 100;
  return fmt::format("{:.1f}%", shown);
}

std::string table_line(const OutputComparison& output) {
  return fmt::format("{:<8}  {:>9}  {:>9}  {:>17}  {:>9}  {:>13}  {:>7}\n", name_of(output.part),
                     rounded(output.max_ulp), rounded(output.mean_ulp), percent(output.correctly_rounded),
                     output.max_kappa ? rounded(*output.max_kappa) : "-",
                     output.max_ratio ? rounded(*output.max_ratio) : "-", output.beyond);
}

std::string place(const OutputComparison& output) {
  if (output.part == Part::lse) return fmt::format("[{}]", output.row);
  return fmt::format("[{}, {}]", output.row, output.column);
}

std::string both(double value, Dtype dtype) {
  return fmt::format("{} = {}", round_trip(value, dtype), hexadecimal(value));
}

/// 4096 as "4,100": two digits, for the eye.
std::string times(double value) {
  if (value < 10) return fmt::format("{:.1f}", value);
  if (value >= 1e15) return rounded(value);
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
  std::string digits = fmt::format("{:.0f}", std::round(value / unit) * unit);
  for (std::size_t from_end = 3; from_end < digits.size(); from_end += 4) digits.insert(digits.size() - from_end, ",");
  return digits;
}

std::string explanation(const AnswerComparison& comparison) {
  if (const auto& by = comparison.explained_by) {
    const std::string wider = by->times_wider ? fmt::format(", which are {} times wider than {}'s",
                                                            times(*by->times_wider), name_of(comparison.dtype))
                                              : "";
    return fmt::format("within the bounds of profile {}{}\n", by->profile, wider);
  }
  if (comparison.verdict() == ComparisonVerdict::not_run) return "";
  return fmt::format("within the bounds of no named profile of {}\n", name_of(comparison.dtype));
}

/// The sum over the outputs.
template <class Count>
std::size_t total(const AnswerComparison& comparison, Count count) {
  std::size_t sum = 0;
  for (const OutputComparison& output : comparison.outputs) sum += count(output);
  return sum;
}

std::string open_outputs(const AnswerComparison& comparison) {
  std::vector<std::string> names;
  for (const OutputComparison& output : comparison.outputs) {
    if (output.open()) names.emplace_back(name_of(output.part));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

/// The verdict in words: "violated: 1 of 240 numbers beyond its bound, 1 not finite".
std::string verdict_line(const AnswerComparison& comparison) {
  const std::size_t all = total(comparison, [](const OutputComparison& output) { return output.size(); });
  const std::size_t judged = total(comparison, [](const OutputComparison& output) { return output.judged; });
  const std::size_t beyond = total(comparison, [](const OutputComparison& output) { return output.beyond; });
  const std::size_t not_finite = total(comparison, [](const OutputComparison& output) { return output.not_finite; });
  const std::string and_not_finite = not_finite > 0 ? fmt::format(", {} not finite", not_finite) : "";
  switch (comparison.verdict()) {
    case ComparisonVerdict::violated:
      return fmt::format("violated: {} of {} numbers beyond {} bound{}\n", beyond, all, beyond == 1 ? "its" : "their",
                         and_not_finite);
    case ComparisonVerdict::not_run:
      return fmt::format("not run: no bound says enough of {}{}\n", open_outputs(comparison), and_not_finite);
    case ComparisonVerdict::holds:
      break;
  }
  if (judged == 0) return fmt::format("holds: all of {} numbers correctly rounded\n", all);
  return fmt::format("holds: {} of {} numbers judged, all within their bounds\n", judged, all);
}

/// What the table says nothing of.
std::string gaps(const OutputComparison& output) {
  std::string text;
  const std::size_t all = output.ratios.size();
  if (output.judged < all)
    text += fmt::format("{}: {} of {} bounds say something\n", name_of(output.part), output.judged, all);
  if (output.undecided > 0) {
    text += fmt::format("{}: {} of {} golden values undecided: one of two neighbours\n", name_of(output.part),
                        output.undecided, all);
  }
  return text;
}

/// The weights, else the first that has two axes, else nothing.
const OutputComparison* matrix_of(const AnswerComparison& comparison) {
  const OutputComparison* first = nullptr;
  for (const OutputComparison& output : comparison.outputs) {
    if (output.ratios.empty() || output.part == Part::lse) continue;
    if (output.part == Part::weights) return &output;
    if (first == nullptr) first = &output;
  }
  return first;
}

/// A map has no room for more digits.
constexpr double most_shown = 999;

/// How many numbers of an axis share a cell.
std::size_t block_of(std::size_t size, std::size_t most_cells) { return (size + most_cells - 1) / most_cells; }

std::vector<std::string> first_of_blocks(std::size_t size, std::size_t block) {
  std::vector<std::string> labels;
  for (std::size_t n = 0; n < size; n += block) labels.push_back(std::to_string(n));
  return labels;
}

}  // namespace

std::string worst_number(const OutputComparison& output, Dtype dtype) {
  if (output.ratios.empty()) return fmt::format("{}: no numbers\n", name_of(output.part));
  if (output.error == 0) return fmt::format("{}: no error\n", name_of(output.part));
  const std::string bound = std::isinf(output.bound)
                                ? "no bound"
                                : fmt::format("bound {} = {}", rounded(output.bound), hexadecimal(output.bound));
  return fmt::format("{} {}: observed {}, golden {}, error {}, {}\n", name_of(output.part), place(output),
                     both(output.observed, dtype), both(output.expected, dtype), rounded(output.error), bound);
}

std::string comparison_text(const AnswerComparison& comparison) {
  std::string text =
      fmt::format("answer in {}, bounds of profile {}\n\n", name_of(comparison.dtype), comparison.profile);
  text += fmt::format("{:<8}  {:>9}  {:>9}  {:>17}  {:>9}  {:>13}  {:>7}\n", "output", "max ulp", "mean ulp",
                      "correctly rounded", "kappa", "error / bound", "beyond");
  for (const OutputComparison& output : comparison.outputs) text += table_line(output);
  text += '\n';
  for (const OutputComparison& output : comparison.outputs) text += worst_number(output, comparison.dtype);
  for (const OutputComparison& output : comparison.outputs) text += gaps(output);
  return text + verdict_line(comparison) + explanation(comparison);
}

std::string comparison_map(const AnswerComparison& comparison, const HeatMapStyle& style) {
  const OutputComparison* const output = matrix_of(comparison);
  if (output == nullptr) return "";
  const bool plain = style.colour == ColourMode::plain;
  const std::size_t high = block_of(output->rows, plain ? 8 : 16), wide = block_of(output->columns, plain ? 8 : 32);
  HeatMap map;
  map.row_labels = first_of_blocks(output->rows, high);
  map.column_labels = first_of_blocks(output->columns, wide);
  map.rows = map.row_labels.size();
  map.columns = map.column_labels.size();
  map.values.assign(map.rows * map.columns, 0);
  map.marked.resize(map.rows);
  // Ratios of an honest answer are far below 1, and alike to the eye beside it.
  const double largest = output->max_ratio.value_or(0);
  const bool small = largest > 0 && largest < 1;
  const double unit = small ? largest : 1;
  for (std::size_t n = 0; n < output->ratios.size(); ++n) {
    double& cell = map.values[n / output->columns / high * map.columns + n % output->columns / wide];
    cell = std::max(cell, std::min(static_cast<double>(output->ratios[n]) / unit, most_shown));
  }
  for (std::size_t n = 0; n < map.values.size(); ++n) {
    if (!small && map.values[n] > 1) map.marked[n / map.columns].push_back(n % map.columns);
  }
  const std::string units = small ? fmt::format(", in units of the largest, {}", rounded(unit)) : "";
  const std::string blocks =
      high * wide == 1 ? "" : fmt::format("; a cell is the largest of {} x {} numbers", high, wide);
  return fmt::format("\nerror / bound of {}{}{}\n", name_of(output->part), units, blocks) + heat_map(map, style);
}

}  // namespace attnref
