#include "lesson/coordinates.hpp"

#include <array>

#include "lesson/embedding.hpp"

namespace attnref::lesson {

namespace {

/// In the order of PartOfSpeech and Number.
constexpr std::array<const char*, word_block> classes{"noun",  "verb",     "determiner", "relation", "adverb",
                                                      "other", "singular", "plural",     "none"};

}  // namespace

std::string coordinate_name(std::size_t row) {
  if (row < word_block) return classes[row];
  if (row < position_block) return "word " + std::to_string(row - word_block + 1);
  return "position " + std::to_string(row - position_block + 1);
}

std::vector<std::size_t> rows_in(const PlainMatrix& projection, std::size_t column) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < projection.rows; ++row) {
    if (projection(row, column) != 0) rows.push_back(row);
  }
  return rows;
}

std::string names_of(const std::vector<std::size_t>& rows, const std::string& separator) {
  std::string names;
  for (const std::size_t row : rows) {
    if (!names.empty()) names += separator;
    names += coordinate_name(row);
  }
  return names;
}

}  // namespace attnref::lesson
