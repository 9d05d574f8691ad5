// A second oracle, on MPFI: correctly rounded self-attention by another road, which shares no code with src/golden. It
// encloses and rounds both ends, at some few precisions; what that does not decide stays undecided, since it has, by
// design, no test for ties and none for dominance. Slow, unmasked attention of finite numbers only.
#pragma once

#include "attnref/problem.hpp"
#include "attnref/rounding.hpp"

#include <map>
#include <optional>
#include <vector>

namespace attnref::test {

/// The numbers of one output, row-major, each if it was decided.
using Decisions = std::vector<std::optional<double>>;

/// By format, and by output.
using MpfiAnswers = std::map<Dtype, PerPart<Decisions>>;

struct MpfiOptions {
  std::vector<Dtype> formats{Dtype::f64, Dtype::f32, Dtype::f16, Dtype::bf16};
  long first_bits = 160;  ///< of working precision
  long most_bits = 1280;  ///< each try doubles it up to this
};

/// The outputs that problem.wanted names. Throws std::invalid_argument where an input is not finite, or there are no
/// keys.
MpfiAnswers mpfi_attention(const Problem& problem, const MpfiOptions& options = {});

}  // namespace attnref::test
