#include "reports/numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnref {
namespace {

using Texts = std::vector<std::string>;

/// Rows of texts in columns that line up, between brackets.
std::string bracketed(const std::string* texts, const std::vector<std::size_t>& widths) {
  std::string line = "[";
  for (std::size_t j = 0; j < widths.size(); ++j)
    line += fmt::format("{}{:>{}}", j > 0 ? "  " : "", texts[j], widths[j]);
  return line + "]";
}

std::vector<std::size_t> column_widths(const Texts& texts, std::size_t columns) {
  std::vector<std::size_t> widths(columns, 0);
  for (std::size_t n = 0; n < texts.size(); ++n) widths[n % columns] = std::max(widths[n % columns], texts[n].size());
  return widths;
}

/// Of a NaN nothing is printed but that it is one: its sign says nothing.
double without_sign_of_nan(double value) {
  return std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value;
}

}  // namespace

std::string round_trip(double number, Dtype dtype) {
  const double value = without_sign_of_nan(number);
  // A number of a narrower dtype than f32 is one of f32 as well, whose decimals are short enough.
  return dtype == Dtype::f64 ? fmt::format("{}", value) : fmt::format("{}", static_cast<float>(value));
}

std::string hexadecimal(double value) { return fmt::format("{:a}", without_sign_of_nan(value)); }

std::string decimals(double value) { return fmt::format("{:.3f}", without_sign_of_nan(value)); }

std::string rounded(double value) { return fmt::format("{:.3g}", without_sign_of_nan(value)); }

std::string rows_of(const Tensor& tensor, std::size_t indent, bool with_hexadecimal) {
  // A vector is shown as a column, an element a line.
  const std::size_t columns = tensor.rank() < 2 ? 1 : tensor.columns();
  if (columns == 0) return "";
  Texts decimals, hexadecimals;
  for (const double value : tensor.values) {
    decimals.push_back(round_trip(value, tensor.dtype));
    hexadecimals.push_back(hexadecimal(value));
  }
  const auto decimal_widths = column_widths(decimals, columns);
  const auto hexadecimal_widths = column_widths(hexadecimals, columns);
  std::string text;
  for (std::size_t n = 0; n < tensor.values.size(); n += columns) {
    text += std::string(indent, ' ') + bracketed(&decimals[n], decimal_widths);
    if (with_hexadecimal) text += "  = " + bracketed(&hexadecimals[n], hexadecimal_widths);
    text += '\n';
  }
  return text;
}

std::string in_one_line(const Tensor& tensor, std::optional<int> digits) {
  const std::size_t columns = tensor.rank() < 2 ? tensor.values.size() : tensor.columns();
  std::string text;
  for (std::size_t n = 0; n < tensor.values.size(); ++n) {
    if (n > 0) text += n % columns == 0 ? "], [" : ", ";
    text += digits ? fmt::format("{:.{}g}", without_sign_of_nan(tensor.values[n]), *digits)
                   : round_trip(tensor.values[n], tensor.dtype);
  }
  return tensor.rank() < 2 ? fmt::format("[{}]", text) : fmt::format("[[{}]]", text);
}

std::string shape_of(const Tensor& tensor) { return fmt::format("{}", fmt::join(tensor.shape, " x ")); }

}  // namespace attnref
