// Numbers as text that loses nothing: decimals that read back as the same number of their dtype, hexadecimal floats,
// and short forms that are for the eye and marked as such by being short.
#pragma once

#include "attnref/problem.hpp"

#include <optional>
#include <string>
#include <vector>

namespace attnref {

// A NaN is "nan", whatever its sign.

/// The shortest decimal that reads back as `value` in `dtype`, of which it is a number.
std::string round_trip(double value, Dtype dtype = Dtype::f64);

/// The hexadecimal float: 0x1.8p+1.
std::string hexadecimal(double value);

/// Three significant digits, for the eye: 0.0123, 4.5e+12.
std::string rounded(double value);

/// Three decimals, for maps: 0.012.
std::string decimals(double value);

/// The rows of a tensor of rank 1 or 2, a line each: indented, decimals first and, where asked for, the same numbers as
/// hexadecimal floats after them.
std::string rows_of(const Tensor& tensor, std::size_t indent, bool with_hexadecimal);

/// A tensor in one line: [[0.5, 1], [0, 2]]. `digits` are significant ones, for the eye; none: decimals that read back.
std::string in_one_line(const Tensor& tensor, std::optional<int> digits = {});

/// "3 x 4", or "3".
std::string shape_of(const Tensor& tensor);

}  // namespace attnref
