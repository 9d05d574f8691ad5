#include "lesson/score_terms.hpp"

#include "lesson/embedding.hpp"

namespace attnref::lesson {

namespace {

/// The rows of a projection's column that a word's vector meets.
std::vector<std::size_t> met(const PlainMatrix& x, std::size_t word, const PlainMatrix& projection,
                             std::size_t column) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < projection.rows; ++row) {
    if (x(word, row) * projection(row, column) != 0) rows.push_back(row);
  }
  return rows;
}

double product_between(const PlainMatrix& x, std::size_t i, std::size_t j, std::size_t first, std::size_t end) {
  double sum = 0.0;
  for (std::size_t k = first; k < end; ++k) sum += x(i, k) * x(j, k);
  return sum;
}

}  // namespace

std::vector<AxisTerm> axis_terms(const PlainMatrix& x, const PlainMatrix& wq, const PlainMatrix& wk,
                                 const PlainAttention& attention, std::size_t i, std::size_t j) {
  std::vector<AxisTerm> terms;
  for (std::size_t c = 0; c < wq.columns; ++c) {
    terms.push_back({met(x, i, wq, c), met(x, j, wk, c), attention.queries(i, c), attention.keys(j, c)});
  }
  return terms;
}

std::vector<BlockTerm> block_terms(const PlainMatrix& x, std::size_t i, std::size_t j) {
  return {{"part of speech", product_between(x, i, j, part_of_speech_block, number_block)},
          {"number", product_between(x, i, j, number_block, word_block)},
          {"word", product_between(x, i, j, word_block, position_block)},
          {"position", product_between(x, i, j, position_block, embedding_size)}};
}

}  // namespace attnref::lesson
