#include "cli/progress.hpp"

#include "reports/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace attnref::cli {
namespace {

/// Before so many seconds have gone by an estimate means nothing.
constexpr double first_estimate = 1;

std::string time_left(double seconds) {
  if (seconds < 90) return fmt::format("about {:.0f} s left", std::max(seconds, 1.0));
  if (seconds < 90 * 60) return fmt::format("about {:.0f} min left", seconds / 60);
  return fmt::format("about {:.0f} h left", seconds / 3600);
}

}  // namespace

void clear_progress(Channel& channel) {
  if (channel.is_terminal) channel.stream << "\r\x1b[K" << std::flush;
}

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

Progress progress_on(Channel& channel) {
  if (!channel.is_terminal) return {};
  return
      [&channel, start = std::chrono::steady_clock::now()](std::string_view what, std::size_t done, std::size_t total) {
        clear_progress(channel);
        if (done >= total) return;
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        // The user may have made the terminal narrower since.
        const std::size_t width = channel.columns_now ? channel.columns_now() : channel.style.width;
        channel.stream << progress_line(what, done, total, seconds, width) << std::flush;
      };
}

}  // namespace attnref::cli
