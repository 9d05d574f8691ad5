// BLAS's own threads: where cases already run side by side they only get in each other's way.
#pragma once

#include <cstddef>

namespace attnref::cli {

/// Keeps BLAS to the thread that calls it, if it is OpenBLAS; another BLAS is left as it is. `callers` is how many
/// threads will call it. Throws std::runtime_error, in one line, where they can't, since memory is limited: OpenBLAS
/// itself would wait for it for ever.
void keep_blas_to_one_thread(std::size_t callers = 1);

}  // namespace attnref::cli
