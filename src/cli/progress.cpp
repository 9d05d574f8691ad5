#include "cli/progress.hpp"

#include "reports/progress_line.hpp"

#include <chrono>

namespace attnref::cli {

void clear_progress(Channel& channel) {
  if (channel.is_terminal) channel.stream << "\r\x1b[K" << std::flush;
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
