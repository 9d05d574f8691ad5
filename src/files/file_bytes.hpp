// The bytes of a file, in and out: bounded reading, and writing that shows the whole file or none of it.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "files/file_error.hpp"

namespace attnref {

/// A file open for reading. Pipes are welcome, directories are not.
class InputFile {
 public:
  /// Opens `path`; throws file_error if it is missing, a directory or unreadable.
  explicit InputFile(const std::filesystem::path& path, std::string_view option = {});

  /// The next bytes, at most `most` and fewer only where the file ends. Memory grows with what arrives, so a size
  /// that a header merely claims costs nothing.
  std::string read_up_to(std::size_t most);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string source_;
  std::unique_ptr<std::FILE, Close> file_;
};

/// Makes `bytes` the content of `path`, by way of a temporary file beside it and a rename: after a failure the old
/// content stands and nothing is left behind. A pipe or device is written in place. Throws file_error.
void write_file(const std::filesystem::path& path, std::string_view bytes, std::string_view option = {});

}  // namespace attnref
