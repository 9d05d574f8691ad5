// Fuzz target: the manifest of a folder of golden vectors. An entry's file is one of the folder, whatever its text
// says.
#include "vectors/manifest_entries.hpp"

#include "files/file_error.hpp"
#include "fuzz/fuzz.hpp"

#include <set>

using namespace attnref;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    std::set<std::string> ids;
    for (const vectors::ManifestEntry& entry : vectors::manifest_entries(fuzz::text_of(data, size), "fuzz")) {
      fuzz::require(entry.file.find('/') == std::string::npos, "a file is of the folder");
      fuzz::require(ids.insert(entry.id).second, "an id stands once");
    }
  } catch (const file_error& error) {
    fuzz::require_one_line(error);
  }
  return 0;
}
