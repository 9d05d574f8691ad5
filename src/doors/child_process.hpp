// A program started by attnref, whose standard input and output are held at the other end: bytes and deadlines, no
// documents. It leads a process group of its own, which ends with it.
#pragma once

#include "doors/file_descriptor.hpp"
#include "doors/running_programs.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace attnref {

/// What is started, and with what beside this process's environment.
struct Program {
  std::vector<std::string> arguments;                              ///< the program first; found on PATH
  std::vector<std::pair<std::string, std::string>> environment{};  ///< variables set for it
  std::string name{};  ///< as people know it; where empty, its last argument
};

/// A running program. What it writes to its standard error goes to ours.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts it. Throws std::runtime_error, one line, where it can't be.
  explicit ChildProcess(const Program& program);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  /// Ends it, with everything that it started and that has stayed in its group.
  ~ChildProcess();

  /// What became of an exchange of bytes.
  enum class State { ready, timed_out, closed };

  /// Takes bytes as they come, and keeps what it needs of them. What it throws passes through.
  using Receiver = std::function<void(std::string_view bytes)>;

  /// Sends all of `bytes` and meanwhile hands what comes to `received`, so that neither side waits for the other for
  /// ever; ends early when the program stops reading. `ready` when all is sent.
  State send(std::string_view bytes, const Receiver& received, Clock::time_point until);
  /// Receives some bytes; `closed` where there will be none any more.
  State receive(const Receiver& received, Clock::time_point until);

  /// Closes its input and lets it end by itself until then.
  void close_input() { input_.close(); }
  bool ended_by(Clock::time_point until);
  /// True once it has ended by itself, with code 0.
  bool ended_well() const;
  /// True once SIGKILL has ended it, which nothing sends to itself: the system does, where memory has run out.
  bool was_killed() const;
  /// How it ended, in words: "ended with code 0", "was ended by signal 11 (Segmentation fault)"; "closed its output"
  /// where it still runs shortly after.
  std::string how_it_ended();
  void kill();
  pid_t pid() const { return running_->pid(); }

 private:
  bool wait(bool blocking);
  FileDescriptor input_, output_;
  std::optional<RunningProgram> running_;
  std::optional<int> status_;
};

}  // namespace attnref
