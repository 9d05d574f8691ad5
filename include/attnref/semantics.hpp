// What is meant by attention: every choice on which the field disagrees, each with a default.
#pragma once

#include <cstddef>
#include <optional>

namespace attnref {

/// Which keys a query may look at by position; the two alignments differ where the lengths do.
enum class Causal { none, top_left, bottom_right };

/// Keys within `left` before and `right` after the aligned diagonal.
struct Window {
  std::size_t left = 0;
  std::size_t right = 0;
  friend bool operator==(const Window&, const Window&) = default;
};

/// What a row with nothing to attend to holds.
enum class EmptyRow { zeros, nans };

/// How attention is computed. The defaults are the lesson's layer: A = softmax by rows of Q K^T / sqrt(d_k), Y = A V.
struct How {
  std::optional<double> scale;  ///< absent: exactly 1/sqrt(d_k), which differs from any given number
  Causal causal = Causal::none;
  std::optional<Window> window;
  std::optional<double> softcap;
  EmptyRow empty_row = EmptyRow::zeros;
  friend bool operator==(const How&, const How&) = default;
};

}  // namespace attnref
