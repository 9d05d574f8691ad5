// Calls a fuzz target once with each file that it is given, and each file of a folder: what was found stays found, in
// the ordinary suite and with any compiler. A finding ends the process.
#include "fuzz/fuzz.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace {

std::set<std::filesystem::path> files_in(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) return {path};
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(path)) files.insert(entry.path());
  return files;
}

}  // namespace

int main(int count, char** words) {
  std::size_t replayed = 0;
  for (int i = 1; i < count; ++i) {
    for (const std::filesystem::path& file : files_in(words[i])) {
      std::printf("%s\n", file.filename().string().c_str());
      std::fflush(stdout);
      std::ifstream stream(file, std::ios::binary);
      attnref::fuzz::require(stream.good(), "the file can be read");
      const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
      ++replayed;
    }
  }
  std::printf("%zu files\n", replayed);
  return replayed > 0 ? 0 : 1;
}
