// The arrays of the lesson's two programs, as NumPy wrote them (eq. lesson_arrays), compiled in from proptests/lesson/.
#pragma once

#include <string_view>
#include <vector>

#include "lesson/plain_matrix.hpp"

namespace attnref::lesson {

/// Their names: "cell1_T6_X.npy" and so on.
std::vector<std::string_view> array_names();

/// The bytes of one .npy file. Throws std::out_of_range for a name that isn't among array_names().
std::string_view array_bytes(std::string_view name);

/// One array, which must be of rank 2, by its name without ".npy".
PlainMatrix array(std::string_view name);

}  // namespace attnref::lesson
