#include "reports/text_compare.hpp"

#include "reports/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attnref {
namespace {

std::string percent(double fraction) {
  // 99.96% of the numbers are not all of them.
  const double shown = fraction < 1 ? std::min(100 * fraction, 99.9) : 100;
  return fmt::format("{:.1f}%", shown);
}

std::string table_line(const OutputComparison& output) {
  return fmt::format("{:<8}  {:>9}  {:>9}  {:>17}  {:>9}  {:>13}\n", output.name, rounded(output.max_ulp),
                     rounded(output.mean_ulp), percent(output.correctly_rounded),
                     output.max_kappa ? rounded(*output.max_kappa) : "-", rounded(output.max_ratio));
}

std::string place(const OutputComparison& output) {
  if (output.name == "lse") return fmt::format("[{}]", output.row);
  return fmt::format("[{}, {}]", output.row, output.column);
}

std::string both(double value, Dtype dtype) {
  return fmt::format("{} = {}", round_trip(value, dtype), hexadecimal(value));
}

/// "weights [3, 5]: observed 0.25 = 0x1p-2, golden ..., bound ..."
std::string worst_line(const OutputComparison& output, Dtype dtype) {
  if (output.ratios.empty()) return fmt::format("{}: no numbers\n", output.name);
  if (output.max_ratio == 0) return fmt::format("{}: no error that its bound speaks of\n", output.name);
  return fmt::format("{} {}: observed {}, golden {}, bound {} = {}\n", output.name, place(output),
                     both(output.observed, dtype), both(output.expected, dtype), rounded(output.bound),
                     hexadecimal(output.bound));
}

std::string explanation(const AnswerComparison& comparison) {
  if (comparison.explained_by) return fmt::format("explained by profile {}\n", *comparison.explained_by);
  return "no named profile explains these errors\n";
}

/// What the table says nothing of.
std::string gaps(const OutputComparison& output) {
  std::string text;
  const std::size_t all = output.ratios.size();
  if (output.judged < all) text += fmt::format("{}: {} of {} bounds say something\n", output.name, output.judged, all);
  if (output.undecided > 0) {
    text += fmt::format("{}: {} of {} golden values undecided: one of two neighbours\n", output.name, output.undecided,
                        all);
  }
  return text;
}

/// The weights, else the first that has two axes, else nothing.
const OutputComparison* matrix_of(const AnswerComparison& comparison) {
  const OutputComparison* first = nullptr;
  for (const OutputComparison& output : comparison.outputs) {
    if (output.ratios.empty() || output.name == "lse") continue;
    if (output.name == "weights") return &output;
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

std::string comparison_text(const AnswerComparison& comparison) {
  std::string text =
      fmt::format("answer in {}, bounds of profile {}\n\n", name_of(comparison.dtype), comparison.profile);
  text += fmt::format("{:<8}  {:>9}  {:>9}  {:>17}  {:>9}  {:>13}\n", "output", "max ulp", "mean ulp",
                      "correctly rounded", "kappa", "error / bound");
  for (const OutputComparison& output : comparison.outputs) text += table_line(output);
  text += '\n';
  for (const OutputComparison& output : comparison.outputs) text += worst_line(output, comparison.dtype);
  for (const OutputComparison& output : comparison.outputs) text += gaps(output);
  return text + explanation(comparison);
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
  const bool small = output->max_ratio > 0 && output->max_ratio < 1;
  const double unit = small ? output->max_ratio : 1;
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
  return fmt::format("\nerror / bound of {}{}{}\n", output->name, units, blocks) + heat_map(map, style);
}

}  // namespace attnref
