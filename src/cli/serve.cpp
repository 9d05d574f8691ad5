#include "cli/serve.hpp"

#include "cli/backend_options.hpp"
#include "cli/blas_threads.hpp"
#include "doors/c_functions.hpp"
#include "documents/hello.hpp"
#include "doors/serve.hpp"
#include "files/file_error.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <thread>

namespace attnref::cli {
namespace {

/// Ends this process when the one that started it has ended: a library that hangs never looks at its input again.
void end_with_parent() {
  std::thread([parent = ::getppid()] {
    while (::getppid() == parent) std::this_thread::sleep_for(std::chrono::milliseconds(200));
    std::_Exit(1);
  }).detach();
}

}  // namespace

int serve(const ServeVerb& verb) {
  const int output = claim_standard_output();
  if (verb.library.empty()) {
    keep_blas_to_one_thread();
    const AnyBackend backend = backend_in_this_process(verb.mutant);
    attnref::serve(backend, hello_of(backend.describe()), STDIN_FILENO, output);
    return 0;
  }
  end_with_parent();
  const std::string source = source_name(verb.library, "--library");
  const CFunctions functions = load_library(verb.library, "--library");
  attnref::serve(c_backend(functions, source), introduction_of(functions, source), STDIN_FILENO, output);
  return 0;
}

}  // namespace attnref::cli
