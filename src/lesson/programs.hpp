// The lesson's two programs: each printed line is computed, not stored, from the lesson's arrays or arrays like them.
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

/// The most positions, and the most of each width, that a program takes.
inline constexpr std::size_t position_limit = 512;
inline constexpr std::size_t width_limit = 512;

/// A program and what it is run with; what is left out is the lesson's.
struct LessonProgram {
  int which = 1;                       ///< 1 or 2
  std::optional<std::size_t> t;        ///< positions (6)
  std::optional<std::size_t> d_model;  ///< 8
  std::optional<std::size_t> d_k;      ///< 4
  std::optional<std::size_t> d_v;      ///< 5; program 1 alone has values
  std::optional<std::uint64_t> seed;   ///< of arrays of attnref's own, instead of the lesson's
};

/// What the program prints.
///
/// Program 1: shapes, row sums, row 0 of A and the parameter count. Program 2: the diagonal without projections at
/// lengths 1 and 3, A with projections, and the largest weights with and without the divisor. The lesson's own arrays
/// serve program 1 at T = 6 and 9 and program 2 at T = 6, at the lesson's widths; other sizes, and any seed, use arrays
/// drawn by Random, in which a longer X only adds rows. Throws lesson_error.
std::string lesson_program(const LessonProgram& program);

}  // namespace attnref::lesson
