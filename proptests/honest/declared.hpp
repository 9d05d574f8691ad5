// The textbook, or steps in its place, with rounding profiles of its own: one a format, made from the plain one.
#pragma once

#include "attnref/error_bound.hpp"
#include "textbook/textbook.hpp"

#include <string>
#include <utility>
#include <vector>

namespace attnref::honest {

struct Declared {
  Textbook inner;
  std::vector<Profile> profiles;

  Capabilities describe() const {
    Capabilities capabilities = inner.describe();
    capabilities.own_profiles = profiles;
    return capabilities;
  }
  Reply attend(const Problem& problem) const { return inner.attend(problem); }
};

/// The plain profiles of f64 and f32 with something declared: "f64_<what>", "f32_<what>".
template <class Change>
std::vector<Profile> plain_profiles_with(const std::string& what, Change change) {
  std::vector<Profile> profiles;
  for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
    Profile profile = plain_profile(dtype);
    profile.name += "_" + what;
    change(profile);
    profiles.push_back(std::move(profile));
  }
  return profiles;
}

}  // namespace attnref::honest
