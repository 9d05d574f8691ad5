// What the lesson's two programs print, line by line, against the figures that the lesson gives.
#include "catch.hpp"
#include "lesson/arrays.hpp"
#include "lesson/programs.hpp"

using namespace attnref::lesson;

namespace {

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string refusal(const LessonProgram& program) {
  try {
    lesson_program(program);
  } catch (const lesson_error& error) {
    return error.what();
  }
  return "none";
}

/// A line of a program's output that begins with `start`, without it.
std::string line_after(const std::string& text, const std::string& start) {
  const std::size_t begin = text.find(start);
  if (begin == std::string::npos) return "no such line";
  return text.substr(begin + start.size(), text.find('\n', begin) - begin - start.size());
}

}  // namespace

TEST_CASE("lesson: program 1 prints the lesson's figures at T = 6") {
  const std::string text = lesson_program({1});
  CHECK(contains(text, "inputs: the lesson's own arrays at T = 6\n"));
  CHECK(contains(text, "X 6 x 8  Q 6 x 4  K 6 x 4  V 6 x 5\n"));
  CHECK(contains(text, "E 6 x 6  A 6 x 6  Y 6 x 5\n"));
  CHECK(line_after(text, "row sums of A:") == " 1.000 1.000 1.000 1.000 1.000 1.000");
  CHECK(line_after(text, "row 0 of A:") == " 0.387 0.009 0.128 0.251 0.222 0.002");
  CHECK(contains(text, "parameters: 104 = "));
}

TEST_CASE("lesson: a longer sentence grows the map and not the parameters") {
  const std::string text = lesson_program({1, 9});
  CHECK(contains(text, "inputs: the lesson's own arrays at T = 9\n"));
  CHECK(contains(text, "A 9 x 9"));
  CHECK(line_after(text, "row 0 of A:") == " 0.003 0.007 0.002 0.896 0.018 0.034 0.003 0.018 0.019");
  CHECK(contains(text, "parameters: 104 = "));
  CHECK(line_after(text, "parameters: ") == line_after(lesson_program({1}), "parameters: "));
}

TEST_CASE("lesson: program 2 prints the lesson's figures") {
  const std::string text = lesson_program({2});
  const std::size_t longer = text.find("length 3");
  REQUIRE(longer != std::string::npos);
  CHECK(line_after(text, "diagonal of A:") == " 0.227 0.214 0.204 0.207 0.203 0.197");
  CHECK(line_after(text.substr(longer), "diagonal of A:") == " 0.824 0.699 0.637 0.607 0.574 0.500");
  CHECK(line_after(text, "row 0 of A:") == " 0.290 0.080 0.122 0.242 0.221 0.045");
  CHECK(line_after(text, "diagonal largest of its row: ") == "2 of 6: 0 5");
  CHECK(contains(text, "     8      0.558    0.330\n    64      0.775    0.399\n   512      0.983    0.486\n"));
}

TEST_CASE("lesson: other sizes and seeds are drawn, each seed alike every time") {
  CHECK(contains(lesson_program({1, 7}), "inputs: drawn at T = 7, seed 5\n"));
  CHECK(lesson_program({1, 7}) == lesson_program({.which = 1, .t = 7, .seed = 5}));
  for (const int which : {1, 2}) {
    const auto row_0 = [&](std::uint64_t seed) {
      return line_after(lesson_program({.which = which, .seed = seed}), "row 0 of A:");
    };
    CHECK(row_0(8) != row_0(9));
    CHECK(contains(lesson_program({which, 1}), "row 0 of A: 1.000\n"));
  }
}

TEST_CASE("lesson: widths change the shapes and the parameters, the lesson's own change nothing") {
  const std::string text = lesson_program({1, 9, 12, 3, 7});
  CHECK(contains(text, "inputs: drawn at T = 9, seed 5\n"));
  CHECK(contains(text, "X 9 x 12  Q 9 x 3  K 9 x 3  V 9 x 7\n"));
  CHECK(contains(text, "E 9 x 9  A 9 x 9  Y 9 x 7\n"));
  CHECK(contains(text, "parameters: 156 = d_model (2 d_k + d_v) = 12 (2 * 3 + 7), T does not occur\n"));
  CHECK(contains(text, "numbers in X: 108 = T d_model; in A: 81 = T^2\n"));
  CHECK(line_after(text, "parameters: ") == line_after(lesson_program({1, 30, 12, 3, 7}), "parameters: "));
  CHECK(lesson_program({1, 6, 8, 4, 5}) == lesson_program({1}));
  CHECK(lesson_program({2, 6, 8, 4}) == lesson_program({2}));
  CHECK(contains(lesson_program({2, 6, 8, 3}), "inputs: drawn"));
  // W^V doesn't enter A.
  CHECK(line_after(lesson_program({1, 7, 8, 4, 5}), "row 0 of A:") ==
        line_after(lesson_program({1, 7, 8, 4, 50}), "row 0 of A:"));
}

TEST_CASE("lesson: a program or size that doesn't exist is refused in one line") {
  CHECK(refusal({3, 6}) == "lesson: program: expected 1 or 2, found 3");
  CHECK(refusal({1, 0}) == "lesson: --t: expected 1 to 512, found 0");
  CHECK(refusal({2, 513}) == "lesson: --t: expected 1 to 512, found 513");
  CHECK(refusal({2, 512}) == "none");
  CHECK(refusal({.which = 1, .d_model = 0}) == "lesson: --d-model: expected 1 to 512, found 0");
  CHECK(refusal({.which = 2, .d_k = 513}) == "lesson: --d-k: expected 1 to 512, found 513");
  CHECK(refusal({.which = 1, .d_v = 513}) == "lesson: --d-v: expected 1 to 512, found 513");
  CHECK(refusal({.which = 2, .d_v = 5}) == "lesson: --d-v: expected program 1, found program 2, which has no values");
}

TEST_CASE("lesson: an array that isn't there is refused") { CHECK_THROWS_AS(array("cell3_X"), std::out_of_range); }
