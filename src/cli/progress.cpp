#include "cli/progress.hpp"

#include <fmt/format.h>

namespace attnref::cli {

void clear_progress(Channel& channel) {
  if (channel.is_terminal) channel.stream << "\r\x1b[K" << std::flush;
}

Progress progress_on(Channel& channel) {
  if (!channel.is_terminal) return {};
  return [&channel](std::string_view what, std::size_t done, std::size_t total) {
    clear_progress(channel);
    if (done < total) channel.stream << fmt::format("{} of {}  {}", done, total, what) << std::flush;
  };
}

}  // namespace attnref::cli
