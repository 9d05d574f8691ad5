// An array as the C interface passes it: its elements lie between guard bytes, which show writes and poison reads
// outside of it.
#pragma once

#include "attnref/abi.h"
#include "attnref/problem.hpp"
#include "doors/array_layout.hpp"

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

/// Owns the memory of one array, with guard bytes before, behind and between its elements. Its lowest element is
/// aligned to 64 bytes.
class FencedArray {
 public:
  using Memory = std::vector<unsigned char>;

  /// Of the tensor's numbers. `memory` is used if it is large enough.
  FencedArray(const Tensor& tensor, ArrayLayout layout, Filling guards, Memory memory = {});
  /// Of an output, filled with what nobody may mistake for an answer.
  FencedArray(Dtype dtype, ArrayLayout layout, Filling guards, Filling elements, Memory memory = {});
  /// Its memory, for another; this one is of no more use.
  Memory release() { return std::move(bytes_); }

  /// The array for a library; `name` outlives it.
  attnref_array view(const char* name);
  /// Its numbers.
  Tensor tensor() const;

  /// Where guard bytes were written to, in words; none where they weren't.
  std::optional<std::string> broken_fence() const;
  /// The first element that differs from what it was at first.
  std::optional<std::string> changed_element() const;
  /// Element by element, row-major, whether it still is what it was at first.
  std::vector<bool> unchanged() const;

 private:
  void allocate(Filling guards);
  void put(std::size_t at, std::uint64_t bits);
  std::uint64_t bits_at(std::size_t at) const;
  bool is_unchanged(std::size_t at) const;
  std::string element_before(std::size_t at) const;

  Dtype dtype_;
  ArrayLayout layout_;
  std::size_t item_;       ///< bytes of an element
  std::size_t begin_ = 0;  ///< of the lowest element in bytes_
  Memory bytes_;
  Memory at_first_;
};

}  // namespace attnref
