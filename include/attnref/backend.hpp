// What every implementation is to attnref: the reference, a mutant, and anything of the user's.
#pragma once

#include "attnref/answer.hpp"
#include "attnref/capabilities.hpp"

#include <concepts>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace attnref {

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
