// How an implementation rounds, as it declares it: plain numbers, from which error_bound.hpp derives what its errors
// may be.
#pragma once

#include "attnref/rounding.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace attnref {

/// How an implementation rounds: the unit roundoff of each kind of operation, and what it stores on the way.
/// A unit roundoff of 0 says that the step does not round. An operation underflows and overflows as the format whose
/// unit roundoff it has, or else as the accumulator.
struct Profile {
  std::string name;
  Dtype output = Dtype::f64;  ///< format of the answer (u_out, lam_out; u_A and lam_A where weights are stored so)
  long double u_in = 0;       ///< inputs of a product rounded first (tf32)
  long double u_proj = 0;     ///< products X W
  std::optional<Dtype> stored_qkv;       ///< projected queries, keys, values stored narrower; what is given is read so
  std::optional<Dtype> scaled_q_stored;  ///< q with the scale on it (or k; or both with its root) stored narrower
  long double u_dot = 0;                 ///< products q.k
  long double u_add = 0;                 ///< addition of a bias
  long double u_bias = 0;                ///< bias rounded first
  std::optional<Dtype> stored_scores;    ///< scores stored narrower, c_s times
  int c_s = 0;
  long double u_acc = 0;                ///< the softmax's own arithmetic and the sum over values
  Dtype accumulator = Dtype::f64;       ///< its format: where it underflows
  int exp_ulp = 1;                      ///< eps_exp = 2 u_acc exp_ulp
  int c_sub = 1;                        ///< roundings between the score and the exponential's argument
  std::optional<Dtype> stored_weights;  ///< weights stored narrower before they meet the values (u_p)
  int c = 4;               ///< roundings of a score beyond those of its dot product: two of 1/sqrt(d_k), its product,
                           ///< one spare (the root on q and k where it is rounded once); a constant that is folded
                           ///< into the scale has two of its own: 5; a root formed and applied in the format alone: 6
  std::size_t block = 0;   ///< keys a block of an online softmax; 0: all at once
  long double shift = 0;   ///< added to the maximum before it is subtracted (one rounding)
  bool shifted = true;     ///< false: no maximum is subtracted
  bool flush = false;      ///< subnormal results become zero, and subnormal inputs are read as zero
  bool exp_flush = false;  ///< exponentials below twice the smallest normal number may be zero; the rest is gradual
  bool weights_from_lse = false;  ///< weights recomputed as exp(s - L)
  bool output_from_lse = false;   ///< the output is made from weights recomputed so
  // How many additions a term of a sum meets at most; without a number, all of them.
  std::optional<std::size_t> depth_dot;     ///< of a product q.k
  std::optional<std::size_t> depth_sum;     ///< of the sum of a row of weights
  std::optional<std::size_t> depth_values;  ///< of the sum over values
  friend bool operator==(const Profile&, const Profile&) = default;
};

/// The plain profile of a dtype: everything in it, except that f16 and bf16 compute in f32 and store in the format.
Profile plain_profile(Dtype dtype);

/// The named profile (f64, f32, tf32, fp32_online, f16, bf16, flash_f16, flash_bf16, f16_all, bf16_all), if there is
/// one. Online ones have blocks of 64 keys until another is declared.
std::optional<Profile> profile_named(std::string_view name);

}  // namespace attnref
