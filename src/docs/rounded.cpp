#include "docs/rounded.hpp"

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

namespace attnref::docs {
namespace {

/// The text of x, if both ends of its interval have it too.
template <class Format>
std::string settled(double x, double uncertainty, Format format) {
  const std::string text = format(x);
  const double error = std::fabs(x) * uncertainty;
  if (!std::isfinite(x) || format(x - error) != text || format(x + error) != text) {
    throw std::domain_error(fmt::format("{:.17g} +- {:.2g} is not settled by the digits of {}", x, error, text));
  }
  return text;
}

}  // namespace

std::string rounded(double x, int digits, double uncertainty) {
  return settled(x, uncertainty, [&](double y) {
    const std::string text = fmt::format("{:.{}f}", y, digits);
    return text.find_first_not_of("-0.") == std::string::npos && text.front() == '-' ? text.substr(1) : text;
  });
}

std::string rounded_scientific(double x, int significant, double uncertainty) {
  return settled(x, uncertainty, [&](double y) { return fmt::format("{:.{}e}", y, significant - 1); });
}

}  // namespace attnref::docs
