#include "cli/standard_descriptors.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

namespace attnref::cli {
namespace {

/// A file opened takes the lowest number that is free; those below are open already.
void open_if_closed(int descriptor, int mode) {
  if (::fcntl(descriptor, F_GETFD) >= 0) return;
  if (::open("/dev/null", mode) != descriptor) std::_Exit(2);
}

}  // namespace

void open_standard_descriptors() {
  open_if_closed(STDIN_FILENO, O_WRONLY);
  open_if_closed(STDOUT_FILENO, O_RDONLY);
  open_if_closed(STDERR_FILENO, O_WRONLY);
}

}  // namespace attnref::cli
