// Mistakes of kernels that work in tiles and forget what is left over. Fewer rows than a tile go another way, which is
// right.
#pragma once

#include "textbook/textbook.hpp"

#include <algorithm>
#include <cstddef>

namespace attnref {

/// How many of n are in whole tiles.
constexpr std::size_t in_whole_tiles(std::size_t n, std::size_t tile) { return n > tile ? n / tile * tile : n; }

/// Keys beyond whole tiles have no weight.
template <std::size_t tile>
struct TailOfKeysForgotten {
  template <class S>
  struct Steps : HonestSteps<S, Steps<S>> {
    static void softmax_row(const S* scores, S* weights, std::size_t n) {
      const std::size_t seen = in_whole_tiles(n, tile);
      HonestSteps<S, Steps>::softmax_row(scores, weights, seen);
      std::fill(weights + seen, weights + n, S{0});
    }
  };
};

/// Queries beyond whole tiles are replaced by `Filler`'s before they are used.
template <std::size_t tile, class Filler>
struct TailOfQueriesReplaced {
  template <class S>
  struct Steps : HonestSteps<S, Steps<S>> {
    static Table<S> scores(Table<S> q, const Table<S>& k, S scale) {
      for (std::size_t i = in_whole_tiles(q.rows, tile); i < q.rows; ++i) {
        for (std::size_t c = 0; c < q.columns; ++c) q(i, c) = Filler::element(q, i, c);
      }
      return HonestSteps<S, Steps>::scores(q, k, scale);
    }
  };
};

/// Output rows beyond whole tiles stay zero.
template <std::size_t tile>
struct TailOfOutputForgotten {
  template <class S>
  struct Steps : HonestSteps<S, Steps<S>> {
    static Table<S> output(const Table<S>& weights, const Table<S>& values) {
      Table<S> output = Steps::product(weights, values);
      const std::size_t written = in_whole_tiles(output.rows, tile) * output.columns;
      std::fill(output.values.begin() + static_cast<std::ptrdiff_t>(written), output.values.end(), S{0});
      return output;
    }
  };
};

}  // namespace attnref
