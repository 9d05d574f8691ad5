// Self-attention in plain loops, for the lesson's grid and its programs. The reference is the typed layer.
#pragma once

#include "lesson/plain_matrix.hpp"

namespace attnref::lesson {

/// Everything the layer computes on its way, for T positions.
struct PlainAttention {
  PlainMatrix queries;  ///< T x d_k
  PlainMatrix keys;     ///< T x d_k
  PlainMatrix values;   ///< T x d_v
  PlainMatrix scores;   ///< T x T, divided already
  PlainMatrix weights;  ///< T x T, each row sums to 1
  PlainMatrix output;   ///< T x d_v
};

/// softmax(Q K^T / divisor) V, the softmax by rows. The sizes must agree.
PlainAttention plain_attention(PlainMatrix queries, PlainMatrix keys, PlainMatrix values, double divisor);

/// The layer with Q = X W^Q, K = X W^K, V = X W^V and divisor sqrt(d_k) (Vaswani et al. 2017, equation 1).
PlainAttention projected_attention(const PlainMatrix& x, const PlainMatrix& wq, const PlainMatrix& wk,
                                   const PlainMatrix& wv);

/// The layer with Q = K = V = X and divisor sqrt(d_model).
PlainAttention unprojected_attention(const PlainMatrix& x);

/// Every number times `factor`: with a factor r, vectors r times as long.
PlainMatrix scaled(PlainMatrix matrix, double factor);

/// Of every row, the columns of its largest value, all of them where it is tied.
std::vector<std::vector<std::size_t>> row_maxima(const PlainMatrix& scores);

/// How many rows have their largest value on the diagonal and nowhere else.
std::size_t rows_won_by_the_diagonal(const std::vector<std::vector<std::size_t>>& maxima);

}  // namespace attnref::lesson
