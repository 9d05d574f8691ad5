// What the live page holds: one sentence, how it is looked at, and projections that can be edited.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/grid.hpp"

namespace attnref::grid {

/// Something typed into the page that can't be taken; `what()` is one line.
struct input_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// W^Q, W^K, W^V, in this order.
enum class Projection { wq, wk, wv };
inline constexpr std::array<const char*, 3> projection_names{"W^Q", "W^K", "W^V"};

/// The largest factor by which vectors may be stretched, and the largest number in a projection: no score overflows.
inline constexpr double most_stretch = 16;
inline constexpr double most_entry = 1000;

class Session {
 public:
  Session();

  /// Cuts and embeds a sentence, makes its vectors `stretch` times as long (0 to most_stretch) and attends, with
  /// projections or without. Throws lesson::sentence_error or input_error, and then nothing has changed.
  void attend(std::string_view sentence, bool projected, double stretch);

  /// Sets a number of a projection, as typed; the next attend uses it. Throws input_error, and then nothing has
  /// changed.
  void edit(Projection which, std::size_t row, std::size_t column, const std::string& typed);

  /// Puts the hand-set projections back.
  void reset();

  const lesson::PlainMatrix& projection(Projection which) const {
    return projections_[static_cast<std::size_t>(which)];
  }
  const std::vector<lesson::Word>& words() const { return words_; }
  const lesson::PlainMatrix& x() const { return x_; }
  const lesson::Grid& grid() const { return grid_; }
  bool projected() const { return projected_; }

 private:
  std::array<lesson::PlainMatrix, 3> projections_;
  std::vector<lesson::Word> words_;
  lesson::PlainMatrix x_;
  lesson::Grid grid_;
  bool projected_ = false;
};

}  // namespace attnref::grid
