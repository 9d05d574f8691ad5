#include "lesson/grid.hpp"

#include <utility>

#include "lesson/embedding.hpp"
#include "lesson/hand_set_projections.hpp"

namespace attnref::lesson {

Grid grid_of(PlainAttention attention) {
  std::vector<std::vector<std::size_t>> maxima = row_maxima(attention.scores);
  return {std::move(attention), std::move(maxima)};
}

SentenceGrids sentence_grids(std::string_view sentence) {
  std::vector<Word> words = split_words(sentence);
  const PlainMatrix x = embed(words);
  Grid unprojected = grid_of(unprojected_attention(x));
  Grid projected = grid_of(projected_attention(x, hand_set_wq(), hand_set_wk(), hand_set_wv()));
  return {std::move(words), std::move(unprojected), std::move(projected)};
}

}  // namespace attnref::lesson
