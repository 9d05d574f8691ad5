#include "grid/functions.h"

#include <algorithm>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "grid/levels.hpp"
#include "grid/program_options.hpp"
#include "grid/session.hpp"
#include "grid/story.hpp"
#include "lesson/coordinates.hpp"
#include "lesson/decimals.hpp"
#include "lesson/embedding.hpp"

namespace {

using namespace attnref;

grid::Session& session() {
  static grid::Session only;
  return only;
}

/// What the last call left for the page to read.
struct Texts {
  std::string input;
  std::string result;
  std::string refusal;
  std::vector<std::uint8_t> levels;
  std::vector<std::uint8_t> marks;
};

Texts& texts() {
  static Texts only;
  return only;
}

std::string_view input(std::uint32_t bytes) { return std::string_view(texts().input).substr(0, bytes); }

const char* result(std::string text) {
  texts().result = std::move(text);
  return texts().result.c_str();
}

/// No exception leaves C++: whether `action` was done; if not, why is kept.
template <class Action>
bool done(Action action) {
  texts().refusal.clear();
  try {
    action();
  } catch (const std::exception& error) {
    texts().refusal = error.what();
  }
  return texts().refusal.empty();
}

bool is_word(std::uint32_t word) { return word < session().words().size(); }

/// True if there is such a projection, and such an entry in it.
bool is_entry(std::uint32_t projection, std::uint32_t row, std::uint32_t column) {
  if (projection > 2) return false;
  const lesson::PlainMatrix& matrix = session().projection(static_cast<grid::Projection>(projection));
  return row < matrix.rows && column < matrix.columns;
}

}  // namespace

char* attnref_grid_input(std::uint32_t bytes) {
  texts().input.resize(bytes);
  return texts().input.data();
}

std::uint32_t attnref_grid_attend(std::uint32_t bytes, int projected, double stretch) {
  const bool taken = done([&] { session().attend(input(bytes), projected != 0, stretch); });
  if (!taken) return 0;
  texts().levels = grid::levels_of(session().grid());
  texts().marks = grid::marks_of(session().grid());
  return static_cast<std::uint32_t>(session().words().size());
}

const char* attnref_grid_refusal() { return texts().refusal.c_str(); }

const double* attnref_grid_scores() { return session().grid().attention.scores.values.data(); }

const double* attnref_grid_weights() { return session().grid().attention.weights.values.data(); }

const std::uint8_t* attnref_grid_levels() { return texts().levels.data(); }

const std::uint8_t* attnref_grid_marks() { return texts().marks.data(); }

const char* attnref_grid_word(std::uint32_t word) {
  return result(is_word(word) ? grid::word_name(session(), word) : "");
}

const char* attnref_grid_cell(std::uint32_t row, std::uint32_t column) {
  if (!is_word(row) || !is_word(column)) return result("");
  return result(lesson::fixed(session().grid().attention.weights(row, column), 3));
}

const char* attnref_grid_cell_story(std::uint32_t row, std::uint32_t column) {
  return result(is_word(row) && is_word(column) ? grid::cell_story(session(), row, column) : "");
}

const char* attnref_grid_row_story(std::uint32_t row) {
  return result(is_word(row) ? grid::row_story(session(), row) : "");
}

const char* attnref_grid_summary() { return result(grid::summary(session())); }

const char* attnref_grid_coordinate(std::uint32_t row) {
  return result(row < lesson::embedding_size ? lesson::coordinate_name(row) : "");
}

std::uint32_t attnref_grid_columns(std::uint32_t projection) {
  if (projection > 2) return 0;
  return static_cast<std::uint32_t>(session().projection(static_cast<grid::Projection>(projection)).columns);
}

const char* attnref_grid_entry(std::uint32_t projection, std::uint32_t row, std::uint32_t column) {
  if (!is_entry(projection, row, column)) return result("");
  return result(lesson::trimmed(session().projection(static_cast<grid::Projection>(projection))(row, column), 6));
}

int attnref_grid_edit(std::uint32_t bytes, std::uint32_t projection, std::uint32_t row, std::uint32_t column) {
  return done([&] {
    if (projection > 2) throw grid::input_error("projection: expected 0 to 2, found " + std::to_string(projection));
    session().edit(static_cast<grid::Projection>(projection), row, column, std::string(input(bytes)));
  });
}

void attnref_grid_reset() { session().reset(); }

const char* attnref_grid_program(std::uint32_t bytes, int which) {
  std::string text;
  done([&] { text = lesson::lesson_program(grid::program_of(which, input(bytes))); });
  return result(std::move(text));
}
