#include "vectors/write.hpp"

#include "files/embedded_file.hpp"
#include "files/file_bytes.hpp"
#include "files/safetensors.hpp"
#include "files/sha256.hpp"
#include "vectors/build.hpp"
#include "vectors/manifest.hpp"

#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace attnref::vectors {

/// What the folder holds beside what is computed: the manifest's schema, the licence, a README and verify.py. Defined
/// in the generated source.
const std::vector<EmbeddedFile>& embedded_companions();

namespace {

void make_folder(const std::filesystem::path& folder) {
  std::error_code failed;
  if (std::filesystem::is_directory(folder, failed)) return;
  if (std::filesystem::exists(folder, failed)) throw file_error(source_name(folder), "folder", "a folder", "a file");
  if (!std::filesystem::create_directory(folder, failed)) {
    throw file_error(source_name(folder), "folder", "to make it", failed.message());
  }
}

}  // namespace

Totals write(const std::filesystem::path& folder,
             const std::function<void(std::string_view id, std::size_t done, std::size_t total)>& progress) {
  const std::vector<Case> all = cases();
  std::vector<std::pair<std::string, std::string>> files;
  std::vector<Written> written;
  Totals totals;
  for (const Case& one : all) {
    if (progress) progress(one.id, totals.vectors, all.size());
    Built built = build_with_bounds(one);
    std::string bytes = encode_safetensors(built.document);
    written.push_back({bytes.size(), sha256(bytes), std::move(built.bounds)});
    ++totals.vectors;
    totals.bytes += bytes.size();
    files.emplace_back(file_name(one), std::move(bytes));
  }
  if (progress) progress("", all.size(), all.size());
  make_folder(folder);
  for (const auto& [name, bytes] : files) write_file(folder / name, bytes);
  for (const EmbeddedFile& file : embedded_companions()) write_file(folder / file.name, file.bytes);
  // Last, so that a manifest never names a file that isn't there.
  write_file(folder / "manifest.json", manifest_json(all, written));
  return totals;
}

}  // namespace attnref::vectors
