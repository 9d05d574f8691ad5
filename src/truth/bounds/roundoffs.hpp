// Step 0 of the derivation: what a profile's unit roundoffs come to in a problem of given sizes.
#pragma once

#include "attnref/error_bound.hpp"

namespace attnref::bounds {

/// An operation's relative and absolute error: exact (1 + d) + e with |d| <= u < 1 and |e| <= lam (hypothesis H1).
struct Roundoff {
  long double u = 0;
  long double lam = 0;
  long double largest = 0;  ///< Omega: what overflows is beyond it

  /// The error of storing what is known to be within `error` of `magnitude`.
  long double stored(long double magnitude, long double error) const { return u * (magnitude + error) + lam; }
};

/// The error of what is stored and then returned in the output's format, which is one rounding more where that format
/// is coarser, or underflows earlier, than the store's (or there is no store, u = 0).
inline long double returned(const Roundoff& store, const Roundoff& output, long double magnitude, long double error) {
  const bool fits = store.u > 0 && output.u <= store.u && output.lam <= store.lam;
  return fits ? error : error + output.stored(magnitude, error);
}

/// Rounding to a format: lam is half the smallest subnormal, or the smallest normal number where those are flushed.
Roundoff rounding_to(Dtype dtype, bool flush);

/// Everything of steps 1 to 5 that depends on the profile and the sizes alone, in the page's names.
struct Roundoffs {
  // step 1
  Roundoff proj;
  Roundoff cast;  ///< of X and W to the format that products read; all zero: it has all their numbers
  Roundoff qkv;   ///< of given numbers their cast; all zero: not stored narrower
  long double u_in, lam_in;
  long double lam_read;    ///< lam_in + (1 + u_in) lam_c: what a factor of X W may lose
  long double g_proj;      ///< G(2 (l(u_in) + l(u_c)) + (d_model+1) l(u_proj))
  long double under_proj;  ///< t d_model lam_proj (1 + G(d_model l(u_proj)))
  // step 2
  Roundoff dot;
  Roundoff score_store;      ///< all zero: not stored narrower
  Roundoff scaled_store;     ///< of a query or key with the scale on it; all zero: not stored narrower
  long double g_scaled;      ///< G(2 l(u_sq)): a query and a key may both be stored so
  long double g_dot;         ///< G((1 + h_d + c) l(u_dot))
  long double under_dot;     ///< lam_dot (1 + g)
  long double under_scaled;  ///< lam_sigma (1 + g): what a query or key with the scale on it may lose
  long double under_both;   ///< d_k lam_sigma^2 (1 + g) where those are stored narrower, else 0, as lam_dot is above it
  long double normal_dot;   ///< the smallest normal number of the dot product's format
  long double t;            ///< 2 if flush else 1: additions underflow too
  long double g_store;      ///< G(c_s l(u_s))
  long double under_store;  ///< c_s lam_s (1 + G(c_s l(u_s) + c l(u_dot)))
  // step 3
  Roundoff acc;
  long double g_sub;      ///< G(c_sub l(u_acc))
  long double under_sub;  ///< what the c_sub roundings may lose to underflow; a gradual subtraction loses nothing
  long double exps;       ///< N l(eps_exp), N the number of blocks
  long double eps_exp;
  // step 4
  long double growth_a_A, growth_a, growth_b;  ///< e^a_A - 1, e^a - 1, e^b - 1
  long double b, a_recomputed;                 ///< a_recomputed: a', of an output made from recomputed weights
  long double lam_w, lam_p;
  long double lam_rescaled;  ///< (N-1) lam_acc e^(N l(eps_exp)): of a weight that is rescaled on its own
  long double blocks;        ///< N
  long double growth_exps;   ///< e^(N l(eps_exp))
  // step 5
  Roundoff weight_store;  ///< the coarser of the output's format and the weights' store
  Roundoff output;
  long double g_shift;  ///< G((c_sub-1) l(u_acc))
};

Roundoffs roundoffs(const Profile& profile, const Problem& problem);

}  // namespace attnref::bounds
