#include "cli/signals.hpp"

#include "doors/running_programs.hpp"
#include "files/temporary_names.hpp"

#include <signal.h>

#include <cerrno>

namespace attnref::cli {
namespace {

/// A verb is at work that stops by itself.
std::atomic<bool> verb_finishes{false};
std::atomic<bool> stop{false};
/// The signal that stopped it; 0: none.
std::atomic<int> stopped_by{0};

void end_by(int number) {
  end_all_programs();
  remove_temporary_files();
  ::signal(number, SIG_DFL);
  ::raise(number);
}

/// True for the first signal that a verb finishes after.
bool is_first_stop(int number) {
  int none = 0;
  return verb_finishes && (number == SIGINT || number == SIGTERM) && stopped_by.compare_exchange_strong(none, number);
}

void on_signal(int number) {
  if (!is_first_stop(number)) return end_by(number);
  const int error = errno;
  // First the flag: who sees a program end by this must know why.
  stop = true;
  end_all_programs();
  errno = error;
}

}  // namespace

void leave_nothing_behind() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction handling {
    }, before{};
    if (::sigaction(number, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
    handling.sa_handler = on_signal;
    handling.sa_flags = SA_RESTART;
    ::sigaction(number, &handling, nullptr);
  }
  // A file that may grow no further is then an error of the write, which is cleaned up after.
  ::signal(SIGXFSZ, SIG_IGN);
}

FinishAfterSignal::FinishAfterSignal() { verb_finishes = true; }

FinishAfterSignal::~FinishAfterSignal() { verb_finishes = false; }

const std::atomic<bool>& FinishAfterSignal::stopped() const { return stop; }

bool is_stopped() { return stop; }

void end_if_stopped() {
  if (stopped_by != 0) end_by(stopped_by);
}

}  // namespace attnref::cli
