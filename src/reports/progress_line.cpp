#include "reports/progress_line.hpp"

#include "problem/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attnref {
namespace {

/// Before so many seconds have gone by an estimate means nothing.
constexpr double first_estimate = 1;

std::string time_left(double seconds) {
  if (seconds < 90) return fmt::format("about {:.0f} s left", std::max(seconds, 1.0));
  if (seconds < 90 * 60) return fmt::format("about {:.0f} min left", seconds / 60);
  return fmt::format("about {:.0f} h left", seconds / 3600);
}

}  // namespace

std::string progress_line(std::string_view what, std::size_t done, std::size_t total, double seconds,
                          std::size_t width) {
  std::string line = fmt::format("{} of {}", done, total);
  if (done > 0 && seconds >= first_estimate) {
    const double each = seconds / static_cast<double>(done);
    line += ", " + time_left(each * static_cast<double>(total - done));
  }
  line += fmt::format("  {}", what);
  // A terminal moves to the next line where the last column is written to.
  return width > 1 ? shortened(line, width - 1) : "";
}

}  // namespace attnref
