#include "doors/running_programs.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include <array>
#include <atomic>
#include <stdexcept>

namespace attnref {
namespace {

/// Leaders of process groups; 0 is a free slot. More than --jobs allows at once, and their next ones.
std::array<std::atomic<pid_t>, 4096> running{};

/// All programs are to end, and none may start.
std::atomic<bool> all_end{false};

/// How many threads are starting a program that isn't in the list yet.
std::atomic<int> starting{0};

/// While it lives, this thread starts a program and lists it, and no signal is handled by this thread: a handler that
/// ended this process here would leave the program behind.
class Starting {
 public:
  Starting() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &before_);
    ++starting;
  }
  Starting(const Starting&) = delete;
  Starting& operator=(const Starting&) = delete;
  ~Starting() {
    --starting;
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t before_;
};

std::size_t remember(pid_t pid) {
  std::size_t slot = 0;
  for (pid_t free = 0; slot < running.size() && !running[slot].compare_exchange_strong(free, pid); free = 0) ++slot;
  return slot;
}

void require_more_may_start() {
  if (all_end) throw std::runtime_error("not started: interrupted");
}

}  // namespace

RunningProgram::RunningProgram(const std::function<pid_t()>& start) {
  const Starting unlisted;
  require_more_may_start();
  pid_ = start();
  slot_ = remember(pid_);
  // Whoever ends all programs either sees this one in the list, or is seen here.
  if (slot_ == running.size() || all_end) {
    ::kill(-pid_, SIGKILL);
    forget();
    ::waitpid(pid_, nullptr, 0);
    require_more_may_start();
    throw std::runtime_error("not started: too many programs run");
  }
}

void RunningProgram::forget() {
  if (slot_ < running.size()) running[slot_] = 0;
  slot_ = running.size();
}

void end_all_programs() noexcept {
  all_end = true;
  // Those that are being started are about to be listed.
  for (int waited = 0; starting > 0 && waited < 1000; ++waited) {
    const timespec millisecond{0, 1000000};
    ::nanosleep(&millisecond, nullptr);
  }
  for (const std::atomic<pid_t>& pid : running) {
    if (const pid_t leader = pid.load(); leader > 0) ::kill(-leader, SIGKILL);
  }
}

}  // namespace attnref
