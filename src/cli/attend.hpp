// The verb attend: one answer, the reference's or the correctly rounded one, from files to files or to a summary.
#pragma once

#include "attnref/parts.hpp"
#include "attnref/rounding.hpp"
#include "cli/console.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace attnref::cli {

struct AttendVerb {
  PerPart<std::string> inputs;   ///< .npy files
  std::string problem;           ///< or a .safetensors file with all of them
  PerPart<std::string> outputs;  ///< .npy files
  std::string save;              ///< .safetensors file of the answer; without it and outputs a summary is printed
  std::optional<double> scale;   ///< instead of 1/sqrt(d_k), or the problem's
  std::optional<Dtype> dtype;    ///< of the answer, instead of the inputs'
  bool exact = false;            ///< golden values instead of the reference's
  std::size_t jobs = 1;          ///< threads, of golden values
};

/// Returns 0. The reference computes in the wider of the inputs' dtype and the answer's, f32 at least, and each number
/// of its answer is rounded once. Golden values are rounded once from the exact result, and how they were settled is
/// said on stdout; on stderr if some are undecided. Throws usage_error or file_error, one line that names options, for
/// inputs that are missing or do not fit together; golden_unavailable.
int attend(const AttendVerb& verb, Console& console);

}  // namespace attnref::cli
