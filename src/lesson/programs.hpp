// The lesson's two programs: each printed line computed anew, from the lesson's own arrays or from arrays like them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace attnref::lesson {

/// An option of `attnref lesson` out of its range; `what()` is one line.
struct lesson_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The most positions a program takes.
inline constexpr std::size_t position_limit = 512;

/// What program `which` (1 or 2) prints, for `t` positions (default 6).
///
/// Program 1: shapes, row sums, row 0 of A and the parameter count at d_model = 8, d_k = 4, d_v = 5. Program 2: the
/// diagonal without projections at lengths 1 and 3, A with projections, and the largest weights with and without the
/// divisor. The lesson's own arrays serve program 1 at T = 6 and 9 and program 2 at T = 6; other sizes, and any `seed`,
/// use arrays drawn by Random, in which a longer X only adds rows. Throws lesson_error.
std::string lesson_program(int which, std::optional<std::size_t> t = {}, std::optional<std::uint64_t> seed = {});

}  // namespace attnref::lesson
