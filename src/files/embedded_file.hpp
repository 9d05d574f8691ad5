// A file compiled into the program by attnref_embed_files (cmake/EmbedFiles.cmake).
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace attnref {

/// The base name and the bytes of a file, both alive as long as the program.
struct EmbeddedFile {
  std::string_view name;
  std::string_view bytes;
};

}  // namespace attnref
