#include "search/declared.hpp"

#include "attnref/enclosure.hpp"
#include "attnref/error_bound.hpp"

#include "generators/draw.hpp"
#include "problem/largest_size.hpp"
#include "problem/one_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace attnref {
namespace {

void require_axis(std::string_view axis, const AxisConstraint& limit) {
  if (limit.multiple_of == 0) {
    throw problem_error(fmt::format("constraints: {}: expected a multiple of at least 1, found 0", axis));
  }
  for (std::size_t size = 1; size <= largest_size; ++size) {
    if (limit.allows(size)) return;
  }
  // Who takes nothing may say so; one whose first size is out of reach has not said that.
  if (limit.allows(0) && !limit.at_least(1)) return;
  throw problem_error(
      fmt::format("constraints: {}: expected a size up to {} that meets all of them, found none", axis, largest_size));
}

/// A unit roundoff of a backend's own: 0 says that nothing is rounded, and from 1 on nothing is left.
void require_roundoff(std::string_view profile, std::string_view key, long double u) {
  if (u >= 0 && u < 1) return;
  throw problem_error(fmt::format("profile {}: {}: expected at least 0 and less than 1, found {}", profile, key,
                                  static_cast<double>(u)));
}

/// The name of a profile stands beside every verdict: none may pass for one that is documented.
void require_own(const Profile& own, const Capabilities& capabilities) {
  const std::string name = on_one_line(own.name, 400);
  if (own.name.empty() || name != own.name || profile_named(own.name)) {
    throw problem_error(
        fmt::format("own_profiles: expected a short name that error_bound.hpp does not list, found '{}'", name));
  }
  const auto same_format = [&](const Profile& other) { return other.output == own.output; };
  if (!capabilities.takes(own.output) ||
      std::count_if(capabilities.own_profiles.begin(), capabilities.own_profiles.end(), same_format) != 1) {
    throw problem_error(fmt::format("profile {}: expected one profile for each format that is taken, found {} for {}",
                                    name, capabilities.takes(own.output) ? "another" : "one", name_of(own.output)));
  }
  require_roundoff(name, "u_in", own.u_in);
  require_roundoff(name, "u_proj", own.u_proj);
  require_roundoff(name, "u_dot", own.u_dot);
  require_roundoff(name, "u_add", own.u_add);
  require_roundoff(name, "u_bias", own.u_bias);
  require_roundoff(name, "u_acc", own.u_acc);
  if (std::min({own.c_s, own.c_sub, own.c}) < 0 || own.exp_ulp < 1 || !std::isfinite(own.shift)) {
    throw problem_error(fmt::format(
        "profile {}: expected counts of at least 0, exp_ulp of at least 1 and a finite shift, found others", name));
  }
}

/// A small problem whose numbers every format has.
Problem small_problem(Dtype dtype) {
  Spec spec;
  spec.dtype = dtype;
  spec.sizes = {.t_q = 8, .t_k = 8, .d_k = 8, .d_v = 8};
  spec.bits = 2;
  Problem problem = draw_problem(spec);
  problem.wanted = {Part::output, Part::weights};
  return problem;
}

bool is_wider_throughout(const Bound& one, const Bound& other) {
  return std::equal(one.limit.begin(), one.limit.end(), other.limit.begin(), std::greater<>());
}

bool is_wider_than_bf16_all(const Profile& profile) {
  const Problem problem = small_problem(profile.output);
  const Enclosure truth = quick_oracle(problem);
  const Bounds own = error_bound(problem, truth, profile);
  const Bounds widest = error_bound(problem, truth, *profile_named("bf16_all"));
  return is_wider_throughout(own[Part::weights], widest[Part::weights]) &&
         is_wider_throughout(own[Part::output], widest[Part::output]);
}

}  // namespace

void require_no_wide_profile(const Capabilities& capabilities) {
  for (const Profile& own : capabilities.own_profiles) {
    if (!is_wider_than_bf16_all(own)) continue;
    throw problem_error(
        fmt::format("profile {}: expected bounds no wider than those of bf16_all, found them wider throughout; where "
                    "such bounds are "
                    "meant, give the profile by --profile",
                    on_one_line(own.name, 400)));
  }
}

void require_meant(const Capabilities& capabilities) {
  if (capabilities.dtypes.empty()) throw problem_error("dtypes: expected at least one, found none");
  const Constraints& limits = capabilities.constraints;
  if (limits.only_projected && !capabilities.can(Feature::projections)) {
    throw problem_error("constraints: only_projected: expected the feature projections with it, found none");
  }
  require_axis("t", limits.t);
  require_axis("d_model", limits.d_model);
  require_axis("d_k", limits.d_k);
  require_axis("d_v", limits.d_v);
  if (!capabilities.profile.empty() && !profile_named(capabilities.profile)) {
    throw problem_error(fmt::format("profile: expected a name that error_bound.hpp lists, found '{}'",
                                    on_one_line(capabilities.profile)));
  }
  for (const Profile& own : capabilities.own_profiles) require_own(own, capabilities);
}

}  // namespace attnref
