// What the tests of the golden vectors share: where they are, and reading them.
#pragma once

#include "files/safetensors.hpp"
#include "files/sha256.hpp"
#include "run_command.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <set>
#include <string>

namespace attnref::test {

inline const std::string committed = std::string(proptests_dir) + "/vectors";

inline nlohmann::json manifest_in(const std::string& folder) {
  return nlohmann::json::parse(contents(folder + "/manifest.json"));
}

/// What the manifest says of each vector. By value: a loop over a part of a temporary would outlive it.
inline nlohmann::json entries_in(const std::string& folder) { return manifest_in(folder)["vectors"]; }

inline std::set<std::string> names_in(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

/// The first fault of a folder of vectors: a file that is missing, too many, or not as the manifest says; or nothing.
inline std::string fault_in(const std::string& folder) {
  std::set<std::string> expected{"manifest.json", "manifest.schema.json", "README.md", "LICENSE", "verify.py"};
  for (const nlohmann::json& entry : entries_in(folder)) {
    const std::string file = entry["file"];
    expected.insert(file);
    const std::string bytes = contents(folder + "/" + file);
    if (bytes.size() != entry["bytes"] || sha256(bytes) != entry["sha256"]) return file;
  }
  return names_in(folder) == expected ? "" : "the files are not those of the manifest";
}

inline Document vector_named(const std::string& id) { return read_safetensors(committed + "/" + id + ".safetensors"); }

}  // namespace attnref::test
