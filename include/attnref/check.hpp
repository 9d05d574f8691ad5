// Runs the laws against a backend.
#pragma once

#include "attnref/backend.hpp"
#include "attnref/law.hpp"
#include "attnref/report.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace attnref {

/// The seed that is used where none is given, so that other people's continuous integration is steady.
inline constexpr std::uint64_t default_seed = 20170612;

struct CheckOptions {
  std::vector<std::string> laws;  ///< ids; empty: all. An unknown id is an error.
  std::size_t cases = 100;        ///< a law and dtype; fewer where the backend takes only large ones
  /// No size is generated larger, up to 4096; a law may put a longer problem beside it. Sizes that together cost more
  /// than a case may (search/cost.hpp) are made smaller.
  std::size_t max_length = 129;
  std::vector<Dtype> dtypes{Dtype::f64, Dtype::f32};
  std::uint64_t seed = default_seed;
  std::optional<double> seconds;            ///< no case is generated after so long
  double most_seconds = 3600;               ///< for the whole run, beyond `seconds`: no case begins after so long
  const std::atomic<bool>* stop = nullptr;  ///< no case begins, and none is counted, once this is true; null: never
  std::size_t jobs = 1;                     ///< threads; more than one only where the backend can be copied
  std::size_t shrink_tries = 300;           ///< cases tried to make a counterexample smaller
  double shrink_seconds = 5;                ///< and how long, of one law and dtype
  double shrink_seconds_in_all = 20;        ///< after so long in all, a tenth of that
  bool first_violation_only = true;         ///< stop a law at its first violation
  std::optional<Spec> replay;               ///< this one case only: Counterexample::spec, or spec_of(a replay line)
  std::string profile;                      ///< a profile's name, or JSON, instead of what the backend declares
  double require_judged = 0.5;              ///< the least share of what was asked that must be judged (Report::why)
  /// Laws that the user knows to be violated, each with the reason. A violation of one is Verdict::excepted; one that
  /// is checked and holds makes the report's exit code 1. What is unsupported, not run, or not asked for stays as it
  /// is.
  std::map<std::string, std::string> exceptions;
  /// Called now and then from one thread at a time: the law, laws done, laws in all.
  std::function<void(std::string_view law, std::size_t done, std::size_t total)> progress;
  /// Called when a violation is found, before it is shrunk: the law, the Spec, the reason.
  std::function<void(std::string_view law, const Spec& spec, const std::string& reason)> found;
  /// Seconds since some moment; unset: by the system's steady clock.
  std::function<double()> clock;
};

/// Judges the backend by cases of each law and reports each law's verdict.
/// Throws problem_error for an unknown law, an exception without a reason, a dtype the backend does not take, an
/// unknown profile, for capabilities that cannot be meant (an unknown feature, constraints that no size meets), and for
/// a profile of the backend's own that is wider than bf16_all throughout, unless options.profile is given.
Report check(const AnyBackend& backend, const CheckOptions& options = {});

}  // namespace attnref
