// The verb serve: a backend answers documents on standard input with documents on standard output.
#pragma once

#include <string>

namespace attnref::cli {

struct ServeVerb {
  std::string mutant;   ///< empty: the reference
  std::string library;  ///< instead, a shared library with the functions of abi.h
};

/// Returns the exit code, 0 at the end of the input. Throws usage_error, file_error.
int serve(const ServeVerb& verb);

}  // namespace attnref::cli
