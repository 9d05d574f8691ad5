#include "docs/number_text.hpp"

#include <fmt/format.h>

namespace attnref::docs {

std::string in_powers_of_ten(double x, int significant, double uncertainty) {
  const std::string text = rounded_scientific(x, significant, uncertainty);
  const std::size_t e = text.find('e');
  return fmt::format("$`{} \\cdot 10^{{{}}}`$", text.substr(0, e), std::stoi(text.substr(e + 1)));
}

std::string with_commas(std::size_t n) {
  std::string text = std::to_string(n);
  for (std::size_t end = text.size(); end > 3; end -= 3) text.insert(end - 3, ",");
  return text;
}

}  // namespace attnref::docs
