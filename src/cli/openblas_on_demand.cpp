// OpenBLAS, loaded by the first verb or product that needs it and not with the command. As soon as it is loaded it
// starts a thread for each processor: where threads or memory are limited, that hangs or ends even `attnref --version`.
// And a library that `attnref serve` loads finds the BLAS that it was linked with, not this one.
#include "cli/blas_threads.hpp"

#include "problem/one_line.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/mman.h>

#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>

namespace attnref::cli {
namespace {

constexpr const char* threads_variable = "OPENBLAS_NUM_THREADS";

/// What each thread that calls OpenBLAS takes of the address space at its first product.
constexpr std::size_t bytes_a_caller = std::size_t{128} << 20;

/// OpenBLAS asks for memory again and again until it gets some.
void require_memory(std::size_t callers) {
  const std::size_t bytes = callers * bytes_a_caller;
  void* const probe = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (probe == MAP_FAILED) {
    throw std::runtime_error(
        fmt::format("OpenBLAS: expected {} MB of address space for {} thread{}, found less (ulimit -v){}", bytes >> 20,
                    callers, callers == 1 ? "" : "s", callers == 1 ? "" : "; --jobs 1 takes less"));
  }
  ::munmap(probe, bytes);
}

/// OpenBLAS reads how many threads to start while it is loaded; programs that are started later get the user's number.
void* loaded_with_one_thread() {
  const char* const set = std::getenv(threads_variable);
  const std::optional<std::string> before = set ? std::optional<std::string>(set) : std::nullopt;
  ::setenv(threads_variable, "1", 1);
  void* const library = ::dlopen(ATTNREF_OPENBLAS, RTLD_NOW | RTLD_LOCAL);
  before ? ::setenv(threads_variable, before->c_str(), 1) : ::unsetenv(threads_variable);
  if (library == nullptr) {
    throw std::runtime_error(fmt::format("OpenBLAS: expected to load it, found: {}", on_one_line(::dlerror(), 300)));
  }
  return library;
}

void* openblas() {
  static void* const library = [] {
    void* const loaded = loaded_with_one_thread();
    require_memory(1);
    return loaded;
  }();
  return library;
}

template <class Number>
using Product = void (*)(int order, int transposed_a, int transposed_b, int m, int n, int k, Number alpha,
                         const Number* a, int lda, const Number* b, int ldb, Number beta, Number* c, int ldc);

template <class Number>
Product<Number> product(const char* name) {
  void* const found = ::dlsym(openblas(), name);
  if (found == nullptr) throw std::runtime_error(fmt::format("OpenBLAS: expected the function {}, found none", name));
  return reinterpret_cast<Product<Number>>(found);
}

}  // namespace

void keep_blas_to_one_thread(std::size_t callers) {
  openblas();
  require_memory(callers);
}

}  // namespace attnref::cli

// The only functions of BLAS that optimised products call. Hidden, so that no library takes them for its own BLAS's.
extern "C" {

__attribute__((visibility("hidden"))) void cblas_dgemm(int order, int transposed_a, int transposed_b, int m, int n,
                                                       int k, double alpha, const double* a, int lda, const double* b,
                                                       int ldb, double beta, double* c, int ldc) {
  static const auto call = attnref::cli::product<double>("cblas_dgemm");
  call(order, transposed_a, transposed_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

__attribute__((visibility("hidden"))) void cblas_sgemm(int order, int transposed_a, int transposed_b, int m, int n,
                                                       int k, float alpha, const float* a, int lda, const float* b,
                                                       int ldb, float beta, float* c, int ldc) {
  static const auto call = attnref::cli::product<float>("cblas_sgemm");
  call(order, transposed_a, transposed_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
}
