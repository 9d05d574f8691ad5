// What is typed into the fields of a program on the page.
#pragma once

#include <string_view>

#include "lesson/programs.hpp"

namespace attnref::grid {

/// The program of five texts with newlines between them: T, d_model, d_k, d_v, seed. An empty one is left out. Throws
/// input_error for a text that is not a number and for a size out of range.
lesson::LessonProgram program_of(int which, std::string_view fields);

}  // namespace attnref::grid
