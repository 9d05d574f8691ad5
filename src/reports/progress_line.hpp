// How far long work has come, in a line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attnref {

/// The line of progress in fewer than `width` columns: how many are done, how long the others take if they take as long
/// as those in `seconds` did, what is being done.
std::string progress_line(std::string_view what, std::size_t done, std::size_t total, double seconds,
                          std::size_t width);

}  // namespace attnref
