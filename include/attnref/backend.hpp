// What every implementation is to attnref: the reference, a mutant, and anything of the user's.
#pragma once

#include "attnref/answer.hpp"
#include "attnref/profile.hpp"

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
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

/// Thrown by attend where nothing more can be asked, as of a program that answers no more: the laws that are left are
/// not run, for the reason that what() gives.
struct lost_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a backend that runs in processes of its own shows beside its answers.
struct Ending {
  std::string failure{};             ///< how a process ended after its last answer, in words; empty where it ended well
  std::vector<std::string> notes{};  ///< worth knowing and no verdict, a line each
};

/// Anything that can be put before the laws. `attend` is a function of the problem (eq. function, stateless), which it
/// leaves alone (eq. inputs_const); may throw (a finding); answers each output in the problem's dtype, or Unsupported.
template <class B>
concept Backend = requires(B& backend, const Problem& problem) {
  { backend.describe() } -> std::convertible_to<Capabilities>;
  { backend.attend(problem) } -> std::convertible_to<Reply>;
};

/// Any backend, its type forgotten. Copies share one backend; `fresh` makes one of its own, as it was at first.
class AnyBackend {
 public:
  template <Backend B>
  requires(!std::same_as<std::remove_cvref_t<B>, AnyBackend>) explicit AnyBackend(B backend) {
    if constexpr (std::copy_constructible<B>) {
      fresh_ = [initial = backend] { return AnyBackend(initial); };
    }
    auto shared = std::make_shared<B>(std::move(backend));
    capabilities_ = shared->describe();
    attend_ = [shared](const Problem& problem) -> Reply { return shared->attend(problem); };
    if constexpr (requires { Ending(shared->end()); }) {
      end_ = [shared] { return Ending(shared->end()); };
    }
  }

  const Capabilities& describe() const { return capabilities_; }
  Reply attend(const Problem& problem) const { return attend_(problem); }

  bool can_be_copied() const { return static_cast<bool>(fresh_); }
  /// A backend that no call has been made to, where it can be copied; otherwise this one.
  AnyBackend fresh() const { return fresh_ ? fresh_() : *this; }
  /// Ends the processes that the backend runs in, where it has an `end`. The next problem starts them again.
  Ending end() const { return end_ ? end_() : Ending{}; }

 private:
  Capabilities capabilities_;
  std::function<Reply(const Problem&)> attend_;
  std::function<AnyBackend()> fresh_;
  std::function<Ending()> end_;
};

}  // namespace attnref
