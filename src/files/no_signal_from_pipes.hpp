// A pipe that nobody reads any more, as an error of the write and no end of the process.
#pragma once

#include <signal.h>

namespace attnref {

/// While it lives, writing to a pipe that nobody reads gives EPIPE in this thread, and no signal.
class NoSignalFromPipes {
 public:
  NoSignalFromPipes();
  NoSignalFromPipes(const NoSignalFromPipes&) = delete;
  NoSignalFromPipes& operator=(const NoSignalFromPipes&) = delete;
  ~NoSignalFromPipes();

 private:
  sigset_t pipe_, before_;
  bool was_waiting_ = false;
};

}  // namespace attnref
