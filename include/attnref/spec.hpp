// A case in a few numbers, and its line.
#pragma once

#include "attnref/problem.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace attnref {

/// What the scores of a drawn problem are like. Each kind of mistake has a regime that shows it.
enum class Regime {
  flat,       ///< scores nearly equal: a forgotten key or tail shows
  moderate,   ///< scores of standard deviation about 1
  peaked,     ///< one weight of each row near 1: clamping shows
  tied,       ///< several keys equal to the last bit
  shifted,    ///< every row's scores moved by up to 3e4 either way: a softmax without its maximum shows
  underflow,  ///< gaps about the exponential's underflow
  special,    ///< zeros of both signs, subnormals, powers of two, one large number among small ones
};

/// "flat", "moderate", ...
std::string_view name_of(Regime regime);

/// A case in a few numbers. Everything of a case is a pure function of its Spec, so that shrinking acts on the Spec and
/// a shrunk case still has equal norms or ties, and replay is one line.
struct Spec {
  std::string law;
  Dtype dtype = Dtype::f64;
  Regime regime = Regime::moderate;
  Sizes sizes{.t_q = 1, .t_k = 1, .d_model = 1, .d_k = 1, .d_v = 1};
  bool projected = false;  ///< X and projections; otherwise queries, keys and values
  std::uint64_t seed = 0;  ///< of every random choice
  int bits = 0;    ///< 0: numbers use the dtype's whole precision; b > 0: lattice of b-bit integers times a power of 2
  int zeroed = 0;  ///< how many percent of the inputs' numbers are set to zero
  friend bool operator==(const Spec&, const Spec&) = default;
};

/// The Spec in one line without blanks: "v=2,law=...,dtype=f64,regime=flat,form=given,t_q=3,...,seed=7".
std::string to_string(const Spec& spec);

/// Reads what to_string wrote; keys that are left out keep their defaults, but for `v` and `law`. Whether there is such
/// a law, law_of says (law.hpp).
/// Throws problem_error: which key, what was expected, what was found. A line without `v` is of an earlier version of
/// attnref, which drew other problems by the same numbers: it is refused, and never read as another case.
Spec spec_of(std::string_view line);

}  // namespace attnref
