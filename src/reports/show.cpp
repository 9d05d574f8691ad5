#include "reports/show.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "lesson/grid.hpp"
#include "lesson/lexicon.hpp"
#include "lesson/projections_in_words.hpp"
#include "problem/utf8.hpp"

namespace attnref {

namespace {

using lesson::Grid;
using lesson::SentenceGrids;
using lesson::Word;

/// Beyond this many words only the verbs' rows are put into words.
constexpr std::size_t few_words = 12;
constexpr std::size_t name_limit = 14;

/// Whether a row looks at every word alike: it has no largest weight to mark.
bool is_tied(const Grid& grid, std::size_t row) {
  const std::size_t count = grid.maxima.size();
  return count > 1 && grid.maxima[row].size() == count;
}

std::string picture(const std::vector<Word>& words, const Grid& grid, const HeatMapStyle& style) {
  HeatMap map{words.size(), words.size(), grid.attention.weights.values, {}, {}, grid.maxima};
  for (const Word& word : words) map.row_labels.push_back(word.typed);
  map.column_labels = map.row_labels;
  bool any_tied = false;
  for (std::size_t row = 0; row < words.size(); ++row) {
    const bool tied = is_tied(grid, row);
    if (tied) map.marked[row].clear();
    map.row_ends.push_back(tied ? "=" : "");
    any_tied = any_tied || tied;
  }
  if (!any_tied) map.row_ends.clear();
  return heat_map(map, style) + (any_tied ? "= ends a row that looks at every word alike.\n" : "");
}

std::string diagonal_count(const Grid& grid) {
  const std::size_t won = lesson::rows_won_by_the_diagonal(grid.maxima);
  return fmt::format("{} of {} rows look at themselves most.\n", won, grid.maxima.size());
}

/// The columns of a row, largest weight first, ties in the sentence's order.
std::vector<std::size_t> by_weight(const Grid& grid, std::size_t row) {
  std::vector<std::size_t> columns(grid.maxima.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  std::stable_sort(columns.begin(), columns.end(), [&](std::size_t left, std::size_t right) {
    return grid.attention.scores(row, left) > grid.attention.scores(row, right);
  });
  return columns;
}

std::string looked_at(const SentenceGrids& sentence, std::size_t row) {
  const Grid& grid = sentence.projected;
  const std::size_t count = sentence.words.size();
  if (is_tied(grid, row)) return fmt::format("all alike {:.3f}", grid.attention.weights(row, 0));
  std::string text;
  const std::vector<std::size_t> columns = by_weight(grid, row);
  for (std::size_t rank = 0; rank < std::min<std::size_t>(count, 3); ++rank) {
    const std::size_t column = columns[rank];
    const std::string name = column == row ? "itself" : shortened(sentence.words[column].typed, name_limit);
    text += fmt::format("{}{} {:.3f}", rank > 0 ? ", " : "", name, grid.attention.weights(row, column));
  }
  return text;
}

/// A row in words: what it looks at most, and what it reads there.
std::string row_in_words(const SentenceGrids& sentence, std::size_t row, std::size_t name_width,
                         std::size_t looks_width) {
  const lesson::PlainMatrix& read = sentence.projected.attention.output;
  const std::string name = shortened(sentence.words[row].typed, name_limit);
  const std::string looks = looked_at(sentence, row);
  return fmt::format("  {}{} -> {}{}   reads singular {:.3f}, plural {:.3f}, none {:.3f}\n",
                     std::string(name_width - columns_of(name), ' '), name, looks,
                     std::string(looks_width - columns_of(looks), ' '), read(row, 0), read(row, 1), read(row, 2));
}

std::string rows_in_words(const SentenceGrids& sentence) {
  std::vector<std::size_t> rows;
  std::size_t name_width = 0;
  std::size_t looks_width = 0;
  for (std::size_t row = 0; row < sentence.words.size(); ++row) {
    const bool is_verb = lesson::word_class(sentence.words[row].folded).part_of_speech == lesson::PartOfSpeech::verb;
    if (!is_verb && sentence.words.size() > few_words) continue;
    rows.push_back(row);
    name_width = std::max(name_width, columns_of(shortened(sentence.words[row].typed, name_limit)));
    looks_width = std::max(looks_width, columns_of(looked_at(sentence, row)));
  }
  std::string text;
  for (const std::size_t row : rows) text += row_in_words(sentence, row, name_width, looks_width);
  return text;
}

std::string projections_text() {
  return fmt::format("  W^Q looks for  {}\n  W^K offers     {}\n  W^V reads      {}\n", lesson::asked_for(),
                     lesson::offered(), lesson::read());
}

}  // namespace

std::string render_show(std::string_view sentence, const HeatMapStyle& style) {
  const SentenceGrids grids = lesson::sentence_grids(sentence);
  std::string text =
      "Rows ask, columns answer; a cell is the weight of the column's word in what the row's word reads.\n"
      "* marks the largest of each row. Nothing is learnt: vectors and projections are set by hand.\n\n";
  text += "Projections off: Q = K = V = X\n\n" + picture(grids.words, grids.unprojected, style) + '\n';
  text += diagonal_count(grids.unprojected) + '\n';
  text += "Projections on: Q = X W^Q, K = X W^K, V = X W^V\n" + projections_text() + '\n' +
          picture(grids.words, grids.projected, style) + '\n';
  return text + diagonal_count(grids.projected) + rows_in_words(grids);
}

}  // namespace attnref
