// What a folder's manifest.json says of its vectors, as far as answers are judged by it. The files are folder.hpp's.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attnref::vectors {

/// A mistake that a vector shows, and the law that it breaks.
struct Note {
  std::string flag;
  std::string mistake;
  std::string law;
};

/// What a manifest says of one vector.
struct ManifestEntry {
  std::string id;    ///< of lower-case letters, digits and _
  std::string file;  ///< ID.safetensors
  std::string sha256;
  std::vector<Note> notes;
};

/// A manifest is refused beyond so many bytes.
inline constexpr std::size_t most_manifest_bytes = std::size_t{16} << 20;

/// The entries of a manifest, in its order. `source` names it in messages. Throws file_error for text that is none.
std::vector<ManifestEntry> manifest_entries(std::string_view json, const std::string& source);

}  // namespace attnref::vectors
