// A backend behind the C door (abi.h), and what it is watched for: each array is fenced, each input compared with what
// it was, each output filled with NaNs that no arithmetic makes, and the floating-point environment looked at.
#pragma once

#include "attnref/abi.h"
#include "attnref/backend.hpp"
#include "files/safetensors.hpp"

#include <filesystem>
#include <string>

namespace attnref {

/// The three functions of abi.h.
struct CFunctions {
  int32_t (*abi_version)() = nullptr;
  int32_t (*describe)(attnref_description*) = nullptr;
  int32_t (*attend)(const attnref_problem*, char*, std::size_t) = nullptr;
};

/// What the library says of itself, as the hello of a child process. Throws file_error: another version of abi.h, a
/// description that failed, no name or dtypes. `source` names the library in messages.
Document introduction_of(const CFunctions& functions, const std::string& source);

/// The functions as a backend in this process: a crash of theirs is ours. What they must not do and did is Failed,
/// with where: an element beyond an array's end, an input written to, numbers of an output left as they were, another
/// rounding mode or flushing of subnormals left behind.
AnyBackend c_backend(const CFunctions& functions, const std::string& source);

/// Loads a shared library. Throws file_error where it can't be, or lacks one of the functions. It stays loaded.
CFunctions load_library(const std::filesystem::path& path, std::string_view option = {});

}  // namespace attnref
