#include "lesson/projections_in_words.hpp"

#include "lesson/coordinates.hpp"
#include "lesson/hand_set_projections.hpp"

namespace attnref::lesson {

namespace {

/// The classes with a weight in a column, with commas between.
std::string classes_in(const PlainMatrix& projection, std::size_t column) {
  return names_of(rows_in(projection, column), ", ");
}

std::string classes_of(const PlainMatrix& projection) {
  std::string text;
  for (std::size_t column = 0; column < projection.columns; ++column) {
    text += (column > 0 ? ", " : "") + classes_in(projection, column);
  }
  return text;
}

}  // namespace

std::string asked_for() {
  const PlainMatrix wq = hand_set_wq(), wk = hand_set_wk();
  std::string text;
  for (std::size_t axis = 0; axis < wq.columns; ++axis) {
    text += (axis > 0 ? "; " : "") + classes_in(wq, axis) + " -> " + classes_in(wk, axis);
  }
  return text;
}

std::string offered() { return classes_of(hand_set_wk()); }

std::string read() { return classes_of(hand_set_wv()); }

}  // namespace attnref::lesson
