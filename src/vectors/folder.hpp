// A folder of golden vectors as somebody keeps it: what its manifest says, the files checked against it, and the
// answers that a program put there. Nothing is judged here.
#pragma once

#include "attnref/parts.hpp"
#include "vectors/manifest_entries.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace attnref::vectors {

/// The files of one answer.
struct AnswerFiles {
  std::filesystem::path document;         ///< ID.answer.safetensors; empty where there is none
  PerPart<std::filesystem::path> arrays;  ///< by output: ID.OUTPUT.npy, and ID.answer.npy as "output"

  bool empty() const { return document.empty() && arrays.empty(); }
};

/// A vector in a folder.
struct StoredVector {
  std::string id;
  std::filesystem::path file;
  std::string bytes;  ///< of the file, which are those that the manifest digests
  std::vector<Note> notes;
  AnswerFiles answer;
};

/// A vector is refused beyond so many bytes.
inline constexpr std::size_t most_vector_bytes = std::size_t{1} << 30;

/// Reads the vectors that `folder` holds, in the order of its manifest.json, and finds their answers in `answers`.
/// Throws file_error for a manifest that is missing or none, a vector that is missing or has another digest than the
/// manifest says, and an answer's file that is named after no vector, or no output.
std::vector<StoredVector> read_folder(const std::filesystem::path& folder, const std::filesystem::path& answers);

}  // namespace attnref::vectors
