// Progress on a terminal: one line on stderr that the next one overwrites. None where nobody watches.
#pragma once

#include "cli/console.hpp"

#include <cstddef>
#include <functional>
#include <string_view>

namespace attnref::cli {

/// What long work calls now and then: what is being done, how many are done, how many there are.
using Progress = std::function<void(std::string_view what, std::size_t done, std::size_t total)>;

/// Prints on a terminal, as wide as it is then; empty where the channel is none.
Progress progress_on(Channel& channel);

/// Clears the line of progress, before other text.
void clear_progress(Channel& channel);

}  // namespace attnref::cli
