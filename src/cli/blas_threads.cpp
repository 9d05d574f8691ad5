// A BLAS that the command is linked with.
#include "cli/blas_threads.hpp"

// Weak, so that the command links with any BLAS.
extern "C" void openblas_set_num_threads(int count) __attribute__((weak));

namespace attnref::cli {

void keep_blas_to_one_thread(std::size_t) {
  if (openblas_set_num_threads) openblas_set_num_threads(1);
}

}  // namespace attnref::cli
