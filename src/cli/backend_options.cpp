#include "cli/backend_options.hpp"

#include "attnref/reference.hpp"
#include "cli/private_memory.hpp"
#include "cli/usage.hpp"
#include "doors/shell_line.hpp"
#include "files/file_error.hpp"
#include "mutation/mutant.hpp"
#include "problem/one_line.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <vector>

namespace attnref::cli {
namespace {

namespace fs = std::filesystem;

/// The file of this command.
fs::path this_command() {
  std::error_code error;
  fs::path command = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path("attnref") : command;
}

/// A search path with a folder put before it.
std::string with_folder_first(const fs::path& folder, const char* variable) {
  const char* const before = std::getenv(variable);
  return before != nullptr && *before != '\0' ? folder.string() + ":" + before : folder.string();
}

Program helped(Program program) {
  if (const fs::path folder = helper_folder(); !folder.empty()) {
    program.environment = {{"PYTHONPATH", with_folder_first(folder / "python", "PYTHONPATH")},
                           {"NODE_PATH", with_folder_first(folder / "node", "NODE_PATH")},
                           {"ATTNREF_HELPERS", folder.string()}};
  }
  return program;
}

void require_library(const std::string& library) {
  std::error_code error;
  if (!fs::exists(library, error)) throw file_error(source_name(library, "--library"), "library", "a file", "none");
  if (fs::is_directory(library, error)) {
    throw file_error(source_name(library, "--library"), "library", "a file", "a folder");
  }
}

}  // namespace

std::string shell_quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

fs::path helper_folder() {
  const fs::path beside = this_command().parent_path();
  for (const fs::path& folder : {beside / "share/attnref", beside.parent_path() / "share/attnref"}) {
    std::error_code error;
    if (fs::is_directory(folder / "python", error)) return folder;
  }
  return {};
}

AnyBackend backend_in_this_process(const std::string& mutant) {
  if (mutant.empty()) return reference();
  if (const Mutant* found = mutant_named(mutant)) return found->make();
  throw usage_error(fmt::format("--mutant: expected a name that `attnref mutants --list` lists, found '{}'{}",
                                on_one_line(mutant, 80), suggestion(mutant, mutant_names())));
}

AnyBackend backend_of(const BackendOptions& which) {
  if (which.is_foreign()) keep_memory_private();
  if (!which.command.empty()) return child_backend(helped(shell_line(which.command)), which.patience);
  if (which.library.empty()) return backend_in_this_process(which.mutant);
  require_library(which.library);
  return child_backend({{this_command().string(), "serve", "--library", which.library}, {}, which.library},
                       which.patience);
}

std::string options_of(const BackendOptions& which) {
  if (!which.command.empty()) return " --command " + shell_quoted(which.command);
  if (!which.library.empty()) return " --library " + shell_quoted(which.library);
  return which.mutant.empty() ? "" : " --mutant " + which.mutant;
}

}  // namespace attnref::cli
