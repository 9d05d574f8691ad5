// An array as the C interface passes it: its elements lie between guard bytes, which show writes and poison reads
// outside of it.
#pragma once

#include "attnref/abi.h"
#include "attnref/problem.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attnref {

/// What memory holds that nobody has written yet. Nothing finite would do: a weight of 0 times it is 0, and what was
/// read there would not show.
enum class Filling {
  nans,        ///< NaNs, each unlike its neighbours and unlike those that arithmetic makes
  other_nans,  ///< the same with other payloads
  zeros,       ///< zeros with a minus sign, which sums don't make of anything else
};

/// Owns the memory of one tensor: rows that may be further apart than they are long, aligned to 64 bytes, with guard
/// bytes before, behind and between the rows.
class FencedArray {
 public:
  using Memory = std::vector<unsigned char>;

  /// Of the tensor's numbers. `gap` is what lies between two rows, in elements; `memory` is used if it is large enough.
  FencedArray(const Tensor& tensor, std::size_t gap, Filling guards, Memory memory = {});
  /// Of an output, filled with what nobody may mistake for an answer.
  FencedArray(Dtype dtype, std::vector<std::size_t> shape, std::size_t gap, Filling guards, Filling elements,
              Memory memory = {});
  /// Its memory, for another; this one is of no more use.
  Memory release() { return std::move(bytes_); }

  attnref_tensor view();
  /// Its numbers.
  Tensor tensor() const;

  /// Where guard bytes were written to, in words; none where they weren't.
  std::optional<std::string> broken_fence() const;
  /// The first element that differs from what it was at first.
  std::optional<std::string> changed_element() const;
  /// Element by element, row-major, whether it still is what it was at first.
  std::vector<bool> unchanged() const;

 private:
  std::size_t rows() const { return shape_.size() == 2 ? shape_[0] : 1; }
  std::size_t columns() const { return shape_.back(); }
  std::size_t offset(std::size_t row, std::size_t column) const { return begin_ + (row * stride_ + column) * item_; }
  std::uint64_t bits_at(std::size_t row, std::size_t column) const;
  void put(std::size_t offset, std::uint64_t bits);
  void allocate(std::size_t gap, Filling guards);
  std::optional<std::size_t> changed_byte(std::size_t begin, std::size_t end) const;
  bool is_unchanged(std::size_t row, std::size_t column) const;

  Dtype dtype_;
  std::vector<std::size_t> shape_;
  std::size_t item_;        ///< bytes of an element
  std::size_t stride_ = 0;  ///< elements from a row to the next
  std::size_t begin_ = 0;   ///< of the first element in bytes_
  Memory bytes_;
  Memory at_first_;
};

}  // namespace attnref
