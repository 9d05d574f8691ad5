#include "truth/bounds/hypotheses.hpp"

#include "truth/bounds/safe_side.hpp"

#include <algorithm>

namespace attnref::bounds {
namespace {

constexpr std::size_t too_large = std::size_t{1} << 20;

bool is_roundoff(long double u) { return u >= 0 && u < 1; }

bool declares_roundings(const Profile& p) {
  return is_roundoff(p.u_in) && is_roundoff(p.u_proj) && is_roundoff(p.u_dot) && is_roundoff(p.u_acc) &&
         std::min({p.c, p.c_s, p.c_sub}) >= 0 && p.exp_ulp >= 1;
}

/// Of several exponentials a weight is a product: an absolute error must meet factors below 1 alone.
bool exponentials_multiply(const Roundoffs& r) {
  return r.eps_exp < 1 && (r.blocks <= 1 || r.lam_w * (1 + 1 / r.eps_exp) <= 0.5L);
}

bool sizes_fit(const Sizes& sizes, bool projected) {
  return std::max(sizes.t_k, sizes.d_k) < too_large && (!projected || sizes.d_model < too_large);
}

bool underflow_is_small(long double d_k, bool flush, const Roundoffs& r) {
  const long double lam_sigma = r.dot.lam + r.lam_in;
  return d_k * r.dot.lam <= 1 && (flush || d_k * lam_sigma * lam_sigma <= r.dot.lam);
}

}  // namespace

bool meets_hypotheses(const Profile& profile, const Problem& problem, const Roundoffs& r) {
  const Sizes& sizes = problem.sizes();
  return declares_roundings(profile) && exponentials_multiply(r) && sizes_fit(sizes, problem.projected()) &&
         underflow_is_small(as_real(sizes.d_k), profile.flush, r);
}

}  // namespace attnref::bounds
