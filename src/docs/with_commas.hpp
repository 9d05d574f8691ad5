// Counts as the chapters print them.
#pragma once

#include <cstddef>
#include <string>

namespace attnref::docs {

/// 98304 as "98,304".
inline std::string with_commas(std::size_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

}  // namespace attnref::docs
