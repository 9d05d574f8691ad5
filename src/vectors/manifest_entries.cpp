#include "vectors/manifest_entries.hpp"

#include "files/bounded_json.hpp"
#include "files/file_error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <set>

namespace attnref::vectors {
namespace {

using Json = nlohmann::json;

std::string in_quotes(std::string_view text) { return fmt::format("'{}'", on_one_line(text, 80)); }

/// A manifest, and the words for what is wrong with it.
class Manifest {
 public:
  Manifest(std::string_view text, const std::string& source) : source_(source) {
    try {
      json_ = bounded_json<Json>(text, most_manifest_bytes);
    } catch (const json_error& error) {
      refuse("manifest", error.expected, error.found);
    }
    if (!json_.is_object()) refuse("manifest", "a JSON object", json_.type_name());
    if (json_.value("attnref", Json()) != "1") refuse("attnref", "\"1\", the version of the manifest", "another");
  }

  const Json& vectors() const { return member(json_, "vectors", Json::value_t::array, "vectors"); }

  /// A text of an object, by its key; `where` names the object.
  const std::string& text(const Json& object, const char* key, const std::string& where) const {
    return member(object, key, Json::value_t::string, where).get_ref<const std::string&>();
  }

  const Json& array(const Json& object, const char* key, const std::string& where) const {
    return member(object, key, Json::value_t::array, where);
  }

  [[noreturn]] void refuse(std::string_view where, std::string_view expected, std::string_view found) const {
    throw file_error(source_, where, expected, found);
  }

 private:
  const Json& member(const Json& object, const char* key, Json::value_t type, const std::string& where) const {
    if (!object.is_object()) refuse(where, "an object", object.type_name());
    const auto found = object.find(key);
    const std::string wanted = fmt::format("a key {}, {}", key, Json(type).type_name());
    if (found == object.end()) refuse(where, wanted, "none");
    if (found->type() != type) refuse(where, wanted, found->type_name());
    return *found;
  }

  const std::string& source_;
  Json json_;
};

/// Letters of a file's name that mean nothing to any file system.
bool is_plain_name(std::string_view id) {
  return !id.empty() && id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

std::vector<Note> notes_of(const Manifest& manifest, const Json& entry, const std::string& where) {
  std::vector<Note> notes;
  for (const Json& note : manifest.array(entry, "notes", where)) {
    notes.push_back(
        {manifest.text(note, "flag", where), manifest.text(note, "mistake", where), manifest.text(note, "law", where)});
  }
  return notes;
}

ManifestEntry entry_of(const Manifest& manifest, const Json& json, const std::string& where) {
  ManifestEntry entry{.id = manifest.text(json, "id", where),
                      .file = manifest.text(json, "file", where),
                      .sha256 = manifest.text(json, "sha256", where),
                      .notes = notes_of(manifest, json, where)};
  if (!is_plain_name(entry.id)) {
    manifest.refuse(where, "an id of lower-case letters, digits and _", in_quotes(entry.id));
  }
  const std::string name = entry.id + ".safetensors";
  if (entry.file != name) manifest.refuse(where, "file " + name, in_quotes(entry.file));
  return entry;
}

}  // namespace

std::vector<ManifestEntry> manifest_entries(std::string_view json, const std::string& source) {
  const Manifest manifest(json, source);
  std::vector<ManifestEntry> entries;
  std::set<std::string> ids;
  for (const Json& vector : manifest.vectors()) {
    const std::string where = fmt::format("vectors[{}]", entries.size());
    entries.push_back(entry_of(manifest, vector, where));
    const std::string& id = entries.back().id;
    if (!ids.insert(id).second) manifest.refuse(where, "each id once", in_quotes(id));
  }
  return entries;
}

}  // namespace attnref::vectors
