// The table of a Spec's fields: how each is written, read and made smaller. Lines, refusals and shrinking derive from
// it.
#pragma once

#include "attnref/spec.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attnref {

/// What shrinking makes smaller: all sizes before bits, and bits before zeros. A smaller case has less of the first in
/// which two cases differ.
enum class Shrunk { never, size, bits, zeros };

inline constexpr std::array<Shrunk, 3> shrinking_order{Shrunk::size, Shrunk::bits, Shrunk::zeros};

struct SpecField {
  std::string_view key;
  std::string (*print)(const Spec& spec);
  /// Throws problem_error for what is no value of the field.
  void (*parse)(Spec& spec, std::string_view text);
  Shrunk shrunk = Shrunk::never;
  /// How much of it there is to shrink. As `smaller`, null where it is never shrunk.
  std::size_t (*amount)(const Spec& spec) = nullptr;
  /// The Spec with this field smaller, the boldest step first; none where it is as small as can be.
  std::vector<Spec> (*smaller)(const Spec& spec) = nullptr;
};

/// All fields, in the order of a line.
std::span<const SpecField> spec_fields();

}  // namespace attnref
