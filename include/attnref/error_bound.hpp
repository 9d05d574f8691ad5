// The only tolerances of attnref: derived, per element, from the data. Every comparison that is not exact ends here.
#pragma once

#include "attnref/enclosure.hpp"
#include "attnref/problem.hpp"
#include "attnref/rounding.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnref {

/// How an implementation rounds: the unit roundoff of each kind of operation, and what it stores on the way.
/// A unit roundoff of 0 says that the step does not round. An operation underflows and overflows as the format whose unit
/// roundoff it has, or else as the accumulator.
struct Profile {
  std::string name;
  Dtype output = Dtype::f64;      ///< format of the answer (u_out, lam_out; u_A and lam_A where weights are stored so)
  long double u_in = 0;           ///< inputs of a product rounded first (tf32)
  long double u_proj = 0;         ///< products X W
  std::optional<Dtype> stored_qkv;      ///< projected queries, keys, values stored narrower
  long double u_dot = 0;          ///< products q.k
  long double u_add = 0;          ///< addition of a bias
  long double u_bias = 0;         ///< bias rounded first
  std::optional<Dtype> stored_scores;   ///< scores stored narrower, c_s times
  int c_s = 0;
  long double u_acc = 0;          ///< the softmax's own arithmetic and the sum over values
  Dtype accumulator = Dtype::f64; ///< its format: where it underflows
  int exp_ulp = 1;                ///< eps_exp = 2 u_acc exp_ulp
  int c_sub = 1;                  ///< roundings between the score and the exponential's argument
  std::optional<Dtype> stored_weights;  ///< weights stored narrower before they meet the values (u_p)
  int c = 4;                      ///< roundings of a score beyond the d_k of its dot product: two of 1/sqrt(d_k), its
                                  ///< product, one spare (a factor log2 e; the root on q and k where it is rounded once;
                                  ///< a root formed and applied in the format alone has 6)
  std::size_t block = 0;          ///< keys a block of an online softmax; 0: all at once
  long double shift = 0;          ///< added to the maximum before it is subtracted (one rounding)
  bool shifted = true;            ///< false: no maximum is subtracted
  bool flush = false;             ///< subnormal results become zero, and subnormal inputs are read as zero
  bool weights_from_lse = false;  ///< weights recomputed as exp(s - L)
};

/// The plain profile of a dtype: everything in it, except that f16 and bf16 compute in f32 and store in the format.
Profile plain_profile(Dtype dtype);

/// The named profile (f64, f32, tf32, fp32_online, f16, bf16, flash_f16, flash_bf16, f16_all, bf16_all), if there is one.
/// Online ones have blocks of 64 keys until another is declared.
std::optional<Profile> profile_named(std::string_view name);

/// For each element of an output the largest |computed - true| a correct implementation of the profile can reach. Where the
/// truth is an enclosure, |computed - mid| may be larger by its radius: who compares adds it.
struct Bound {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<long double> limit;    ///< infinite where nothing can be said
  std::vector<long double> trivial;  ///< what holds of any answer in range: a limit of half of it or more says nothing

  Bound() = default;
  Bound(std::size_t r, std::size_t c) : rows(r), columns(c), limit(r * c, 0), trivial(r * c, 0) {}
  std::size_t at(std::size_t i, std::size_t j) const { return i * columns + j; }
};

/// The bounds of all outputs of one problem.
struct Bounds {
  Bound queries, keys, values;  ///< step 1; zero limits where they are given
  Bound scores;                 ///< step 2
  Bound weights;                ///< step 5, B_A
  Bound output;                 ///< step 5, B_Y
  Bound lse;                    ///< step 5, B_L (t_q x 1)
  Bound row_sums;               ///< of the returned weights about 1, summed in long double (t_q x 1)
};

/// Derived bounds on |computed - true| for every output (steps 1 to 5 of the derivation), where `truth` encloses the true
/// values. A limit is infinite where the truth is not finite, where something may overflow on the way, and where the
/// denominator may vanish; a weight whose score is -inf has limit 0. Without keys output and lse have limit 0.
/// Unmasked problems only; throws std::invalid_argument otherwise.
Bounds error_bound(const Problem& problem, const Enclosure& truth, const Profile& profile);

/// A computed number and how far it may be from the true one.
///
/// Laws relate true values: A_ij A'_ik = A_ik A'_ij. What is observed carries errors, and arithmetic on Measured carries
/// them along, rounded outwards: if each operand's true value lies within its bound, so does the result's. A NaN or an
/// infinity measured where the bound is finite is a fault: results made of it are NaN with a finite bound, so that no
/// comparison passes or excuses them.
struct Measured {
  long double value = 0;
  long double bound = 0;

  friend Measured operator+(Measured a, Measured b);
  friend Measured operator-(Measured a, Measured b);
  friend Measured operator*(Measured a, Measured b);
  /// The bound is infinite where the divisor may be zero.
  friend Measured operator/(Measured a, Measured b);
};

/// Natural logarithm; the bound is infinite where the operand may be zero or less (a fault where it must be less).
Measured log(Measured a);
/// Exponential.
Measured exp(Measured a);

}  // namespace attnref
