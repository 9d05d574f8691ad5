// What a backend says of itself: the formats, features and sizes that it takes.
#pragma once

#include "attnref/features.hpp"
#include "attnref/profile.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace attnref {

/// What sizes one axis may have for a backend. The default allows all.
struct AxisConstraint {
  std::vector<std::size_t> among{};  ///< if not empty, only these
  std::size_t multiple_of = 1;
  std::size_t least = 0;
  std::optional<std::size_t> most{};

  bool allows(std::size_t size) const;
  /// The smallest allowed size of at least `size`, if there is one.
  std::optional<std::size_t> at_least(std::size_t size) const;
  /// The allowed size nearest to `size`; 0 only for 0, or where no other size is allowed. With none allowed, `size`
  /// itself.
  std::size_t nearest(std::size_t size) const;
  friend bool operator==(const AxisConstraint&, const AxisConstraint&) = default;
};

/// The sizes a backend can take; problems are drawn inside them.
struct Constraints {
  AxisConstraint t{};  ///< t_q and t_k; set t.least = 1 if empty sequences are refused
  AxisConstraint d_model{}, d_k{}, d_v{};
  bool d_v_equals_d_k = false;
  bool equal_lengths = false;   ///< t_q = t_k only
  bool only_projected = false;  ///< takes X and projections, never Q, K, V
  bool contiguous = false;      ///< of the C interface: arrays must have no gaps
  bool any_strides = false;     ///< of the C interface: arrays may have any strides, negative ones and 0 too
  friend bool operator==(const Constraints&, const Constraints&) = default;
};

/// What a backend says of itself. Absent statements mean that it cannot.
struct Capabilities {
  std::string name{};
  std::string version{};
  std::vector<Dtype> dtypes{Dtype::f64, Dtype::f32};
  FeatureSet features{};
  Constraints constraints{};
  bool deterministic = false;           ///< the same call gives the same bits
  std::string profile{};                ///< a rounding profile's name (profile_named), for its format
  std::vector<Profile> own_profiles{};  ///< profiles with names of their own, at most one a format

  bool can(Feature feature) const { return features.contains(feature); }
  bool takes(Dtype dtype) const;
  /// The profile for problems of the dtype: its own, else the named one, else the plain one.
  Profile profile_of(Dtype dtype) const;
};

}  // namespace attnref
