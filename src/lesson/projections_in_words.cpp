#include "lesson/projections_in_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string_view>
#include <vector>

#include "lesson/embedding.hpp"
#include "lesson/hand_set_projections.hpp"

namespace attnref::lesson {

namespace {

/// What each row of a projection multiplies, in the order of PartOfSpeech and Number; the rows after them are zero.
constexpr std::array<std::string_view, word_block> classes{"noun",  "verb",     "determiner", "relation", "adverb",
                                                           "other", "singular", "plural",     "none"};

/// The classes with a weight in a column, with commas between.
std::string classes_in(const PlainMatrix& projection, std::size_t column) {
  std::vector<std::string_view> found;
  for (std::size_t row = 0; row < classes.size(); ++row) {
    if (projection(row, column) != 0) found.push_back(classes[row]);
  }
  return fmt::format("{}", fmt::join(found, ", "));
}

std::string classes_of(const PlainMatrix& projection) {
  std::vector<std::string> columns;
  for (std::size_t column = 0; column < projection.columns; ++column) columns.push_back(classes_in(projection, column));
  return fmt::format("{}", fmt::join(columns, ", "));
}

}  // namespace

std::string asked_for() {
  const PlainMatrix wq = hand_set_wq(), wk = hand_set_wk();
  std::vector<std::string> axes;
  for (std::size_t axis = 0; axis < wq.columns; ++axis)
    axes.push_back(fmt::format("{} -> {}", classes_in(wq, axis), classes_in(wk, axis)));
  return fmt::format("{}", fmt::join(axes, "; "));
}

std::string offered() { return classes_of(hand_set_wk()); }

std::string read() { return classes_of(hand_set_wv()); }

}  // namespace attnref::lesson
