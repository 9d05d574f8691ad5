#include "cli/lesson.hpp"

#include "lesson/programs.hpp"

namespace attnref::cli {

int lesson(const LessonVerb& verb, Console& console) {
  console.out.stream << lesson::lesson_program(verb.program);
  return 0;
}

}  // namespace attnref::cli
