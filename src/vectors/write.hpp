// The folder of golden vectors, written again.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string_view>

namespace attnref::vectors {

/// How much was written.
struct Totals {
  std::size_t vectors = 0;
  std::size_t bytes = 0;  ///< of the vectors' files
};

/// Writes every vector, manifest.json and its schema, README.md, LICENSE and verify.py into `folder`, which is made if
/// it isn't there; of what is there its own files are replaced and others are left alone. All is computed before the
/// first file appears, and each appears whole. The bytes are the same on every machine. `progress` hears the id, how
/// many are done and how many there are. Throws golden_unavailable without FLINT, file_error where a file can't be
/// written.
Totals write(const std::filesystem::path& folder,
             const std::function<void(std::string_view id, std::size_t done, std::size_t total)>& progress = {});

}  // namespace attnref::vectors
