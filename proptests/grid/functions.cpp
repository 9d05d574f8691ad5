// The functions that the page calls (src/grid/functions.h), natively: the results and the refusals.
#include <cmath>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grid/functions.h"

namespace {

std::uint32_t put(const std::string& text) {
  char* buffer = attnref_grid_input(static_cast<std::uint32_t>(text.size()));
  text.copy(buffer, text.size());
  return static_cast<std::uint32_t>(text.size());
}

std::uint32_t attend(const std::string& sentence, bool projected = true, double stretch = 1) {
  return attnref_grid_attend(put(sentence), projected, stretch);
}

std::string refusal() { return attnref_grid_refusal(); }

bool edit(const std::string& typed, std::uint32_t projection, std::uint32_t row, std::uint32_t column) {
  return attnref_grid_edit(put(typed), projection, row, column) != 0;
}

std::vector<int> marks_of_row(std::uint32_t words, std::uint32_t row) {
  const std::uint8_t* marks = attnref_grid_marks() + row * words;
  return {marks, marks + words};
}

std::string program(const std::string& fields, int which) { return attnref_grid_program(put(fields), which); }

constexpr std::uint32_t keys = 1, are = 5;

}  // namespace

TEST_CASE("grid: are looks at keys, and why") {
  REQUIRE(attend("the keys to this car are here") == 7);
  CHECK(std::string(attnref_grid_cell(are, keys)) == "0.825");
  CHECK(attnref_grid_scores()[are * 7 + keys] == 5.0);
  CHECK(std::string(attnref_grid_cell_story(are, keys)) ==
        "verb asks noun\t6 × 1 = 6\n"
        "plural asks plural\t4 × 1 = 4\n"
        "their sum, over √4 = 2\tscore 5\n"
        "softmax over the row\te^(5 − 5) / 1.212 = 0.825\n");
  CHECK(std::string(attnref_grid_cell_story(are, 0)) ==
        "nothing asked is offered here\t0\n"
        "their sum, over √4 = 2\tscore 0\n"
        "softmax over the row\te^(0 − 5) / 1.212 = 0.006\n");
  CHECK(
      std::string(attnref_grid_row_story(are)) ==
      "\u2068are\u2069 looks at \u2068keys\u2069 0.825, \u2068car\u2069 0.112, itself 0.041, and reads singular 0.117, "
      "plural 0.866, none 0.017.");
  CHECK(std::string(attnref_grid_summary()) == "0 of 7 rows look at themselves most.");
  CHECK(std::string(attnref_grid_word(keys)) == "keys");
}

TEST_CASE("grid: without projections a score is what four blocks add") {
  REQUIRE(attend("the keys to this car are here", false) == 7);
  CHECK(std::string(attnref_grid_summary()) == "7 of 7 rows look at themselves most.");
  const std::string story = attnref_grid_cell_story(are, are);
  CHECK(story.find("same part of speech\t1\nsame number\t1\nsame word\t1\nsame position\t1\n") == 0);
  CHECK(story.find("their sum, over √16 = 4\tscore 1\n") != std::string::npos);
  CHECK(std::string(attnref_grid_row_story(are)).find("reads") == std::string::npos);
}

TEST_CASE("grid: every largest of a row is marked, and rows that look at every word alike are told apart") {
  REQUIRE(attend("the keys to the cars are blorp") == 7);
  CHECK(marks_of_row(7, are) == std::vector<int>{0, 1, 0, 0, 1, 0, 0});
  CHECK(marks_of_row(7, 6) == std::vector<int>(7, 2));
  CHECK(std::string(attnref_grid_row_story(6)).find("looks at every word alike, 0.143 each") != std::string::npos);
  REQUIRE(attend("blorp") == 1);
  CHECK(marks_of_row(1, 0) == std::vector<int>{1});
}

TEST_CASE("grid: longer vectors tighten the diagonal, vectors of no length look at every word alike") {
  double last = 0;
  for (const double stretch : {0.0, 0.5, 1.0, 2.0, 4.0}) {
    REQUIRE(attend("the keys to this car are here", false, stretch) == 7);
    const double diagonal = attnref_grid_weights()[are * 7 + are];
    CHECK(diagonal > last);
    last = diagonal;
    CHECK(marks_of_row(7, are)[are] == (stretch == 0 ? 2 : 1));
  }
}

TEST_CASE("grid: levels rise with weights, from 0 to 50") {
  REQUIRE(attend("the keys to this car are here", false, 16) == 7);
  for (int cell = 0; cell < 49; ++cell) {
    const double weight = attnref_grid_weights()[cell];
    const int level = attnref_grid_levels()[cell];
    if (weight < 1e-6) CHECK(level == 0);
    if (weight > 0.999999) CHECK(level == 50);
    CHECK(level <= 50);
  }
}

TEST_CASE("grid: what can't be shown is refused in one line, and nothing changes") {
  REQUIRE(attend("the keys to this car are here") == 7);
  CHECK(attend("") == 0);
  CHECK(refusal() == "sentence: words: expected at least 1, found none");
  CHECK(attend("a\xff") == 0);
  CHECK(refusal() == "sentence: text: expected UTF-8, found the byte 0xff at 1");
  CHECK(attend("a", true, 17) == 0);
  CHECK(refusal() == "length: expected 0 to 16, found 17");
  CHECK(attend("a", true, -1) == 0);
  CHECK(attend("a", true, NAN) == 0);
  std::string many;
  for (int i = 0; i < 513; ++i) many += "a ";
  CHECK(attend(many) == 0);
  CHECK(refusal() == "sentence: words: expected at most 512, found 513");
  CHECK(std::string(attnref_grid_cell(are, keys)) == "0.825");
  CHECK(attend("a") == 1);
  CHECK(refusal().empty());
}

TEST_CASE("grid: out of range there is nothing") {
  REQUIRE(attend("the keys") == 2);
  for (const char* text : {attnref_grid_word(2), attnref_grid_cell(0, 2), attnref_grid_cell_story(2, 0),
                           attnref_grid_row_story(2), attnref_grid_coordinate(16), attnref_grid_entry(3, 0, 0),
                           attnref_grid_entry(0, 16, 0), attnref_grid_entry(0, 0, 4)}) {
    CHECK(std::string(text).empty());
  }
  CHECK(attnref_grid_columns(0) == 4);
  CHECK(attnref_grid_columns(2) == 3);
  CHECK(attnref_grid_columns(3) == 0);
  CHECK(!edit("1", 3, 0, 0));
  CHECK(!edit("1", 2, 0, 3));
}

TEST_CASE("grid: projections can be edited and put back") {
  constexpr std::uint32_t verb = 1;
  REQUIRE(std::string(attnref_grid_coordinate(verb)) == "verb");
  CHECK(std::string(attnref_grid_entry(0, verb, 0)) == "6");
  REQUIRE(edit("-2.5", 0, verb, 0));
  CHECK(std::string(attnref_grid_entry(0, verb, 0)) == "-2.5");
  REQUIRE(attend("the keys to this car are here") == 7);
  CHECK(attnref_grid_scores()[are * 7 + keys] == 0.75);
  CHECK(std::string(attnref_grid_cell_story(are, keys)).find("verb asks noun\t(−2.5) × 1 = −2.5\n") == 0);
  attnref_grid_reset();
  REQUIRE(attend("the keys to this car are here") == 7);
  CHECK(std::string(attnref_grid_cell(are, keys)) == "0.825");
}

TEST_CASE("grid: what is not a number is not an entry") {
  for (const char* typed : {"", "x", "1x", "inf", "nan", "0x10", "1e999", "1000.001", "--1", "1,5", "1 2"}) {
    INFO(typed);
    CHECK(!edit(typed, 0, 1, 0));
    CHECK(refusal() ==
          "W^Q: row verb, column 1: expected a number from -1000 to 1000, found '" + std::string(typed) + "'");
    CHECK(std::string(attnref_grid_entry(0, 1, 0)) == "6");
  }
  for (const char* typed : {"1000", "-1000", ".5", "1e-3", "+7"}) CHECK(edit(typed, 0, 1, 0));
  attnref_grid_reset();
}

TEST_CASE("grid: the lesson's programs run with what is typed") {
  CHECK(program("\n\n\n\n", 1).find("parameters: 104 = ") != std::string::npos);
  const std::string nine = program("9\n\n\n\n", 1);
  CHECK(nine.find("A 9 x 9") != std::string::npos);
  CHECK(nine.find("parameters: 104 = ") != std::string::npos);
  CHECK(program(" 9 \n12\n3\n7\n1", 1).find("V 9 x 7") != std::string::npos);
  CHECK(program("\n\n\n\n18446744073709551615", 2).find("seed 18446744073709551615") != std::string::npos);
  CHECK(refusal().empty());
  CHECK(program("0\n\n\n\n", 1).empty());
  CHECK(refusal() == "T: expected 1 to 512, found 0");
  CHECK(program("\n\n4294967297\n\n", 1).empty());
  CHECK(refusal() == "d_k: expected 1 to 512, found 4294967297");
  for (const char* typed : {"x", "-1", "1.5", "9 9", "18446744073709551616"}) {
    CHECK(program("\n" + std::string(typed) + "\n\n\n", 1).empty());
    CHECK(refusal() == "d_model: expected a whole number, found '" + std::string(typed) + "'");
  }
  CHECK(program("\n\n\n5\n", 2).empty());
  CHECK(program("", 3).empty());
}
