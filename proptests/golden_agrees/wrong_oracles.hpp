// Oracles with a fault each, as a plausible author of golden values would build them: a plain loop over precisions in
// intervals, and one thing wrong. They show what the MPFI oracle and the hard cases can find; nothing of the product is
// made of them.
#pragma once

#include "attnref/problem.hpp"
#include "golden_agrees/agreement.hpp"

namespace attnref::test {

struct Fault {
  bool scale_rounded = false;             ///< 1/sqrt(d_k) is rounded to f64 before it is used
  bool narrow_from_f64 = false;           ///< f32, f16 and bf16 are rounded from the f64 answer
  bool argument_error_forgotten = false;  ///< the radius of e^t lacks the term |t| u, by which t itself is off
  bool one_precision = false;             ///< no enclosure: the middle, at first_bits
  long first_bits = 64;
  long most_bits = 2048;  ///< what these do not settle is rounded from the middle: there is no test for dominance
};

/// weights, output and lse as an oracle of that fault publishes them, in all formats.
Answers faulty_golden(const Problem& problem, const Fault& fault);

}  // namespace attnref::test
