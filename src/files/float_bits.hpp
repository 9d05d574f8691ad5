// Numbers as the bits that files hold: float64, float32, float16 and bfloat16, exactly, both ways. No arithmetic is
// done, so that nothing depends on the machine's rounding or on what it does with subnormals and NaNs.
#pragma once

#include "attnref/rounding.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace attnref {

/// Bytes of one number.
constexpr std::size_t bytes_of(Dtype dtype) { return dtype == Dtype::f64 ? 8 : dtype == Dtype::f32 ? 4 : 2; }

/// The number that the low bits of `bits` encode in that format (IEEE 754-2019, section 3.4). A NaN keeps its sign and
/// the upper bits of its payload.
double from_bits(Dtype dtype, std::uint64_t bits);

/// The bits of `value`, or nothing where it is not a number of that format. A NaN is one of any format; of its payload
/// the upper bits are kept, and its quiet bit where none of those is set.
std::optional<std::uint64_t> to_bits(Dtype dtype, double value);

}  // namespace attnref
