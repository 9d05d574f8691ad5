// The lesson's grid: a sentence against itself, projections off and on. Numbers only; whoever shows them draws them.
#pragma once

#include <string_view>
#include <vector>

#include "lesson/plain_attention.hpp"
#include "lesson/words.hpp"

namespace attnref::lesson {

/// A map of T x T weights: rows ask, columns answer.
struct Grid {
  PlainAttention attention;
  /// Of every row the columns of its largest weight, found among the scores, where a tie is exact.
  std::vector<std::vector<std::size_t>> maxima;
};

/// Attention with its rows' maxima.
Grid grid_of(PlainAttention attention);

/// Both grids of a sentence.
struct SentenceGrids {
  std::vector<Word> words;
  Grid unprojected;  ///< Q = K = V = X
  Grid projected;    ///< by the hand-set W^Q, W^K, W^V
};

/// Cuts, embeds and attends. Throws sentence_error as split_words does.
SentenceGrids sentence_grids(std::string_view sentence);

}  // namespace attnref::lesson
