// Starts another program's process. It never runs code of this process beyond system calls: what has threads, as BLAS,
// CUDA and OpenMP have, breaks in a process that is forked and goes on.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace attnref {

/// Starts `arguments`, the first of which is the program, found on PATH. The process leads a group of its own, blocks
/// and ignores no signal, and has the two descriptors as standard input and output. On Linux it ends when this process
/// does, however that ends, and can't look into this process even as root. Throws std::system_error.
pid_t start_process(std::vector<std::string> arguments, std::vector<std::string> environment, int input, int output);

}  // namespace attnref
