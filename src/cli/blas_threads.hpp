// BLAS's own threads: where cases already run side by side they only get in each other's way.
#pragma once

namespace attnref::cli {

/// Keeps BLAS to the thread that calls it, if it is OpenBLAS; another BLAS is left as it is.
void keep_blas_to_one_thread();

}  // namespace attnref::cli
