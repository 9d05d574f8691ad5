// The programs that this process has started, so that a signal handler can end them all and no other is started after.
#pragma once

#include <cstddef>
#include <functional>

#include <sys/types.h>

namespace attnref {

/// A program in the list, by the process group that it leads.
class RunningProgram {
 public:
  /// Calls `start`, which returns a group's leader, and lists it. Throws std::runtime_error, and leaves nothing
  /// running, once all programs are to end.
  explicit RunningProgram(const std::function<pid_t()>& start);
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;
  ~RunningProgram() { forget(); }

  pid_t pid() const { return pid_; }
  /// Takes it off the list, before its number may be another process's.
  void forget();

 private:
  pid_t pid_ = -1;
  std::size_t slot_ = 0;
};

/// Ends every program that runs, with what stayed in its group, and lets none start any more. Safe in a signal handler.
void end_all_programs() noexcept;

}  // namespace attnref
