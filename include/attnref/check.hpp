// Runs the laws against a back end.
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
  std::vector<std::string> laws;       ///< ids; empty: all. An unknown id is an error.
  std::size_t cases = 100;             ///< a law and dtype
  std::size_t max_length = 129;        ///< no size is dealt larger; a law may put a longer problem beside it
  std::vector<Dtype> dtypes{Dtype::f64, Dtype::f32};
  std::uint64_t seed = default_seed;
  std::optional<double> seconds;       ///< stop dealing cases after so long
  double most_seconds = 3600;          ///< for the whole run, beyond `seconds`: no case begins after so long
  const std::atomic<bool>* stop = nullptr;  ///< no case begins, and none is counted, once this is true; null: never
  std::size_t jobs = 1;                ///< threads; more than one only where the back end can be copied
  std::size_t shrink_tries = 300;      ///< cases tried to make a counterexample smaller
  double shrink_seconds = 5;           ///< and how long, of one law and dtype
  double shrink_seconds_in_all = 20;   ///< after so long in all, a tenth of that
  bool first_violation_only = true;    ///< stop a law at its first violation
  std::optional<Spec> replay;          ///< this one case only: spec_of(a counterexample's replay line)
  std::string profile;                 ///< a profile's name, instead of what the back end declares
  /// Laws that the user knows to be violated, each with the reason. A violation of one is Verdict::excepted; one that is
  /// checked and holds makes the report's exit code 1. What is unsupported, not run, or not asked for stays as it is.
  std::map<std::string, std::string> exceptions;
  /// Called now and then from one thread at a time: the law, laws done, laws in all.
  std::function<void(std::string_view law, std::size_t done, std::size_t total)> progress;
  /// Called when a violation is found, before it is shrunk: the law, the Spec, the reason.
  std::function<void(std::string_view law, const std::string& spec, const std::string& reason)> found;
};

/// Deals cases of each law to the back end and reports each law's verdict.
/// Throws problem_error for an unknown law, an exception without a reason, a dtype the back end does not take, an unknown
/// profile, and for capabilities that cannot be meant (an unknown feature, constraints that no size meets).
Report check(const AnyBackend& backend, const CheckOptions& options = {});

}  // namespace attnref
