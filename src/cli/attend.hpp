// The verb attend: one answer of the reference, from .npy files to .npy files or to a summary.
#pragma once

#include "attnref/rounding.hpp"
#include "cli/console.hpp"

#include <map>
#include <optional>
#include <string>

namespace attnref::cli {

struct AttendVerb {
  std::map<std::string, std::string> inputs;  ///< file by tensor: x, wq, wk, wv, or q, k, v
  std::map<std::string, std::string>
      outputs;                  ///< file by output: output, weights, lse, ...; none: a summary is printed
  std::optional<double> scale;  ///< instead of 1/sqrt(d_k)
  std::optional<Dtype> dtype;   ///< of the answer, instead of the inputs'
};

/// Returns 0. Computes in the wider of the inputs' dtype and the answer's, and rounds each number of the answer once.
/// Throws usage_error or file_error, one line that names options, for inputs that are missing or do not fit together.
int attend(const AttendVerb& verb, Console& console);

}  // namespace attnref::cli
