// Which backend a verb was given, and how it is reached.
#pragma once

#include "attnref/backend.hpp"
#include "doors/child_backend.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace attnref::cli {

/// As typed; at most one is given, and none means the reference.
struct BackendOptions {
  std::string mutant;   ///< its name
  std::string library;  ///< a shared library with the functions of abi.h
  std::string command;  ///< a line for the shell, of a program that speaks in documents
  Patience patience{};  ///< with a library or a command

  bool is_foreign() const { return !library.empty() || !command.empty(); }
};

/// The backend. A library is served by this command in another process (`attnref serve --library`), and a command
/// finds the helper modules of attnref. Throws usage_error for a mutant that isn't there, file_error for a library that
/// isn't, no_hello_error for a program that says no hello, or a wrong one.
AnyBackend backend_of(const BackendOptions& which);

/// What the backend's options were, with a blank before, as a line that replays a case needs them.
std::string options_of(const BackendOptions& which);

/// The mutant of that name, or the reference for an empty one. Throws usage_error.
AnyBackend backend_in_this_process(const std::string& mutant);

/// The folder of helper modules for other languages (python/, node/, rust/, c/), beside the command as it was built or
/// installed; empty where there is none.
std::filesystem::path helper_folder();

/// In the shell's single quotes.
std::string shell_quoted(std::string_view text);

}  // namespace attnref::cli
