// The verb lesson: the lesson's two programs, each printed line computed.
#pragma once

#include "cli/console.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace attnref::cli {

struct LessonVerb {
  int program = 1;                    ///< 1 or 2
  std::optional<std::size_t> t;       ///< positions
  std::optional<std::uint64_t> seed;  ///< of arrays of attnref's own, instead of the lesson's
};

/// Returns 0. Throws lesson::lesson_error for a program or a number of positions that there is not.
int lesson(const LessonVerb& verb, Console& console);

}  // namespace attnref::cli
