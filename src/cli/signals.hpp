// What a signal that ends this process does before: programs that were started, and files that are not yet whole, go
// too. A verb may ask to finish its report first.
#pragma once

#include <atomic>

namespace attnref::cli {

/// From here on SIGINT, SIGTERM, SIGHUP and SIGQUIT leave nothing behind. A signal that this process was told to ignore
/// stays ignored.
void leave_nothing_behind();

/// While it lives, the first SIGINT or SIGTERM does not end this process: it ends the programs that were started, lets
/// no other start, and sets `stopped`. The next one ends this process at once.
class FinishAfterSignal {
 public:
  FinishAfterSignal();
  FinishAfterSignal(const FinishAfterSignal&) = delete;
  FinishAfterSignal& operator=(const FinishAfterSignal&) = delete;
  ~FinishAfterSignal();

  const std::atomic<bool>& stopped() const;
};

/// True once a signal has stopped a verb.
bool is_stopped();

/// Ends this process by the signal that stopped its verb; returns where none did.
void end_if_stopped();

}  // namespace attnref::cli
