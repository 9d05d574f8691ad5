// Step 0: l(u) and G(x) of every rounding a profile names.
#include "truth/bounds/roundoffs.hpp"

#include "truth/bounds/safe_side.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>

namespace attnref::bounds {
namespace {

/// An operation of unit roundoff u underflows and overflows as the format of that u does, or else as the accumulator.
Dtype format_of_operation(long double u, const Profile& profile) {
  for (const Format& format : formats) {
    if (unit_roundoff(format.dtype) == u) return format.dtype;
  }
  return profile.accumulator;
}

Roundoff operation(long double u, const Profile& profile) {
  Roundoff roundoff = rounding_to(format_of_operation(u, profile), profile.flush);
  roundoff.u = u;
  return roundoff;
}

Roundoff storing(std::optional<Dtype> dtype, const Profile& profile) {
  return dtype ? rounding_to(*dtype, profile.flush) : Roundoff{};
}

Roundoff coarser(const Roundoff& a, const Roundoff& b) {
  return {std::max(a.u, b.u), std::max(a.lam, b.lam), b.largest > 0 ? std::min(a.largest, b.largest) : a.largest};
}

bool lacks_a_number(Dtype dtype, const Tensor& tensor) {
  return std::any_of(tensor.values.begin(), tensor.values.end(),
                     [dtype](double x) { return std::isfinite(x) && round_to(dtype, x) != x; });
}

/// The rounding of what is given to the format that products read it in; all zero where that has every number of it.
Roundoff casting(Dtype read, PartSet given, const Profile& profile, const Problem& problem) {
  const bool cast = problem.dtype() != read && std::any_of(given.begin(), given.end(), [&](Part part) {
                      return lacks_a_number(read, problem.at(part));
                    });
  return cast ? rounding_to(read, profile.flush) : Roundoff{};
}

/// How many additions a term of a sum of n terms meets at most.
long double depth(long double n, std::optional<std::size_t> declared) {
  const long double all = larger(0, n - 1);
  return declared ? smaller(all, as_real(*declared)) : all;
}

}  // namespace

Roundoff rounding_to(Dtype dtype, bool flush) {
  return {unit_roundoff(dtype), flush ? smallest_normal(dtype) : smallest_subnormal(dtype) / 2, largest_finite(dtype)};
}

Roundoffs roundoffs(const Profile& profile, const Problem& problem) {
  const long double n = as_real(problem.sizes().t_k);
  const long double d_model = as_real(problem.sizes().d_model), d_k = as_real(problem.sizes().d_k);
  const bool projected = problem.projected();
  Roundoffs r{};
  r.t = profile.flush ? 2 : 1;

  // Step 1. What is given is cast where products read it in a format that lacks a number of it.
  r.proj = operation(profile.u_proj, profile);
  const Dtype read =
      profile.stored_qkv.value_or(format_of_operation(projected ? profile.u_proj : profile.u_dot, profile));
  if (projected) {
    r.cast = casting(read, {Part::x, Part::wq, Part::wk, Part::wv}, profile, problem);
    r.qkv = storing(profile.stored_qkv, profile);
  } else {
    r.qkv = casting(read, {Part::q, Part::k, Part::v}, profile, problem);
  }
  r.u_in = profile.u_in;
  // Inputs of a product keep their exponents: below the smallest normal number they lose what that number may lose, and
  // all they have where the unit flushes.
  r.lam_in = (profile.flush ? 1 : profile.u_in) * smallest_normal(format_of_operation(profile.u_dot, profile));
  r.lam_read = r.lam_in + (1 + r.u_in) * r.cast.lam;
  r.g_proj = growth(2 * (log_roundoff(r.u_in) + log_roundoff(r.cast.u)) + (d_model + 1) * log_roundoff(r.proj.u));
  r.under_proj = r.t * d_model * r.proj.lam * (1 + growth(d_model * log_roundoff(r.proj.u)));

  // Step 2.
  r.dot = operation(profile.u_dot, profile);
  r.g_dot = growth((1 + depth(d_k, profile.depth_dot) + profile.c) * log_roundoff(r.dot.u));
  r.under_dot = r.dot.lam * (1 + r.g_dot);
  // What carries the scale is stored, and then rounded as an input once more; a unit that flushes has left no subnormal
  // number in it.
  r.scaled_store = storing(profile.scaled_q_stored, profile);
  r.g_scaled = growth(2 * log_roundoff(r.scaled_store.u));
  const long double stored_scaled = r.scaled_store.u > 0 ? (1 + r.u_in) * (1 + r.g_scaled) : 1;
  const long double lam_sigma = (r.dot.lam + (profile.flush ? 0 : r.lam_in) + r.scaled_store.lam) * stored_scaled;
  r.under_scaled = lam_sigma * (1 + r.g_dot);
  r.under_both = r.scaled_store.u > 0 ? d_k * lam_sigma * r.under_scaled : 0;
  r.normal_dot = smallest_normal(format_of_operation(profile.u_dot, profile));
  r.score_store = storing(profile.stored_scores, profile);
  const int stores = profile.stored_scores ? std::max(1, profile.c_s) : 0;
  r.g_store = growth(stores * log_roundoff(r.score_store.u));
  // What a raw store loses meets the scale's roundings.
  const long double after_store = stores * log_roundoff(r.score_store.u) + profile.c * log_roundoff(r.dot.u);
  r.under_store = stores * r.score_store.lam * (1 + growth(after_store));

  // Step 3.
  r.acc = rounding_to(profile.accumulator, profile.flush);
  r.acc.u = profile.u_acc;
  const long double l_acc = log_roundoff(r.acc.u);
  const long double c_sub = profile.shifted ? profile.c_sub : std::max(0, profile.c_sub - 1);
  r.g_sub = growth(c_sub * l_acc);
  r.under_sub = r.acc.lam * (profile.flush ? c_sub : std::max(0.0L, c_sub - 1));
  r.g_shift = growth(std::max(0.0L, c_sub - 1) * l_acc);
  r.blocks = profile.block == 0 ? 1 : std::max(1.0L, std::ceil(n / as_real(profile.block)));
  r.eps_exp = 2 * r.acc.u * profile.exp_ulp;
  r.exps = r.blocks * log_roundoff(r.eps_exp);
  r.growth_exps = 1 + growth(r.exps);

  // Step 4 (eq. rounding_counts, depth_counts).
  const Roundoff p_store = storing(profile.stored_weights, profile);
  const long double l_in = log_roundoff(r.u_in);
  r.growth_a_A = growth((2 + r.blocks - 1) * l_acc);
  const long double additions = depth(n, profile.depth_values);
  const long double l_read = log_roundoff(p_store.u) + l_in;
  r.growth_a = growth((3 + additions + r.blocks - 1) * l_acc + l_read);
  r.a_recomputed = (1 + additions) * l_acc + l_read;
  r.b = (depth(n, profile.depth_sum) + r.blocks - 1) * l_acc;
  r.growth_b = growth(r.b);
  // Where 2^(n-1) is made of an exponent field, to be doubled, it is 0 below twice the smallest normal number.
  const long double lost_of_exp = profile.exp_flush ? 2 * smallest_normal(profile.accumulator) : 0;
  r.lam_w = std::max(r.acc.lam, lost_of_exp) + profile.exp_ulp * smallest_subnormal(profile.accumulator);
  r.lam_p = p_store.lam + r.lam_in;
  r.lam_rescaled = (r.blocks - 1) * r.acc.lam * r.growth_exps;

  // Step 5.
  r.output = rounding_to(profile.output, profile.flush);
  r.weight_store = coarser(r.output, p_store);
  return r;
}

}  // namespace attnref::bounds
