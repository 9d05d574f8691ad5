// Numbers as decimals, without a formatting library: the lesson also runs where none fits.
#pragma once

#include <string>

namespace attnref::lesson {

/// Rounded to `digits` decimals: fixed(0.8254, 3) is "0.825". Correctly rounded, so the same everywhere.
std::string fixed(double value, int digits);

/// The same without trailing zeros, and "0" for what rounds to -0: trimmed(2.5, 3) is "2.5".
std::string trimmed(double value, int digits);

/// Rounded to `digits` significant ones: significant(2.22e-16, 2) is "2.2e-16".
std::string significant(double value, int digits);

/// `text` behind spaces, `width` wide.
std::string right_aligned(const std::string& text, std::size_t width);

}  // namespace attnref::lesson
