// How a reader runs a counterexample again: a line for the shell, or for a check in C++.
#pragma once

#include "attnref/spec.hpp"

#include <string>
#include <string_view>

namespace attnref {

/// What stands in a report before and after the line of a case.
class ReplayHint {
 public:
  /// No hint.
  ReplayHint() = default;

  /// By the option --replay of a command, as "attnref check --mutant NAME".
  static ReplayHint by_command(std::string_view command);

  /// By CheckOptions::replay: no command knows a backend that is a type of the user's program.
  static ReplayHint in_cpp();

  /// The line with its end, or nothing where there is no hint.
  std::string line(const Spec& spec) const;

 private:
  std::string before_, after_;
};

}  // namespace attnref
