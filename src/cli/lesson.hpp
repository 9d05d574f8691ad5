// The verb lesson: the lesson's two programs, each printed line computed.
#pragma once

#include "cli/console.hpp"
#include "lesson/programs.hpp"

namespace attnref::cli {

struct LessonVerb {
  lesson::LessonProgram program;
};

/// Returns 0. Throws lesson::lesson_error for a program or a size that there is not.
int lesson(const LessonVerb& verb, Console& console);

}  // namespace attnref::cli
