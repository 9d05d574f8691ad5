// The hypotheses of the bound that are inequalities in what a profile declares and in a problem's sizes. Where one does
// not hold, nothing is said of the problem.
#pragma once

#include "attnref/error_bound.hpp"
#include "truth/bounds/roundoffs.hpp"

namespace attnref::bounds {

/// H1: each u is in [0, 1). H5: eps_exp < 1, and online lam_w (1 + 1/eps_exp) <= 1/2. H7: n, d_k and d_model are below
/// 2^20, d_k lam_dot <= 1 and, unless the unit flushes, d_k (lam_dot + lam_in)^2 <= lam_dot. Counts are not negative.
bool meets_hypotheses(const Profile& profile, const Problem& problem, const Roundoffs& r);

}  // namespace attnref::bounds
