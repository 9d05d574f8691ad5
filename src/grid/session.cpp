#include "grid/session.hpp"

#include <cmath>
#include <cstdlib>
#include <utility>

#include "lesson/coordinates.hpp"
#include "lesson/decimals.hpp"
#include "lesson/embedding.hpp"
#include "lesson/hand_set_projections.hpp"
#include "problem/utf8.hpp"

namespace attnref::grid {

namespace {

/// A decimal number and nothing else; NaN if it isn't one.
double number_in(const std::string& typed) {
  // strtod alone would take "inf", "0x10" and what follows a number.
  if (typed.empty() || typed.find_first_not_of("0123456789+-.eE") != std::string::npos) return NAN;
  char* end = nullptr;
  const double number = std::strtod(typed.c_str(), &end);
  return end == typed.c_str() + typed.size() ? number : NAN;
}

}  // namespace

Session::Session() { reset(); }

void Session::attend(std::string_view sentence, bool projected, double stretch) {
  if (!(stretch >= 0 && stretch <= most_stretch)) {
    throw input_error("length: expected 0 to " + lesson::trimmed(most_stretch, 0) + ", found " +
                      lesson::trimmed(stretch, 3));
  }
  std::vector<lesson::Word> words = lesson::split_words(sentence);
  lesson::PlainMatrix x = lesson::embed(words);
  if (stretch != 1) x = lesson::scaled(std::move(x), stretch);
  const auto& [wq, wk, wv] = projections_;
  grid_ = lesson::grid_of(projected ? lesson::projected_attention(x, wq, wk, wv) : lesson::unprojected_attention(x));
  words_ = std::move(words);
  x_ = std::move(x);
  projected_ = projected;
}

void Session::edit(Projection which, std::size_t row, std::size_t column, const std::string& typed) {
  const auto index = static_cast<std::size_t>(which);
  lesson::PlainMatrix& matrix = projections_.at(index);
  if (row >= matrix.rows || column >= matrix.columns) throw input_error("projection: no such entry");
  const double number = number_in(typed);
  if (!(std::fabs(number) <= most_entry)) {
    throw input_error(std::string(projection_names[index]) + ": row " + lesson::coordinate_name(row) + ", column " +
                      std::to_string(column + 1) + ": expected a number from -1000 to 1000, found '" +
                      shortened(typed, 40) + "'");
  }
  matrix(row, column) = number;
}

void Session::reset() { projections_ = {lesson::hand_set_wq(), lesson::hand_set_wk(), lesson::hand_set_wv()}; }

}  // namespace attnref::grid
