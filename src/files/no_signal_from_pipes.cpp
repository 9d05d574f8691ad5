#include "files/no_signal_from_pipes.hpp"

namespace attnref {

NoSignalFromPipes::NoSignalFromPipes() {
  ::sigemptyset(&pipe_);
  ::sigaddset(&pipe_, SIGPIPE);
  sigset_t waiting;
  ::sigpending(&waiting);
  was_waiting_ = ::sigismember(&waiting, SIGPIPE) == 1;
  ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
}

NoSignalFromPipes::~NoSignalFromPipes() {
  sigset_t waiting;
  ::sigpending(&waiting);
  if (!was_waiting_ && ::sigismember(&waiting, SIGPIPE) == 1) {
    int taken = 0;
    ::sigwait(&pipe_, &taken);
  }
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace attnref
