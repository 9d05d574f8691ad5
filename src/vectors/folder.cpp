#include "vectors/folder.hpp"

#include "comparing/comparison_with_golden.hpp"
#include "files/file_bytes.hpp"
#include "files/sha256.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace attnref::vectors {
namespace {

using Json = nlohmann::json;
using std::filesystem::path;

constexpr std::string_view document_ending = ".answer.safetensors";
constexpr std::string_view array_ending = ".npy";
constexpr std::string_view answer_word = "answer";
constexpr std::string_view output_word = "output";

std::string in_quotes(std::string_view text) { return fmt::format("'{}'", on_one_line(text, 80)); }

std::string read_all(const path& file, std::size_t most) {
  std::string bytes = InputFile(file).read_up_to(most + 1);
  if (bytes.size() > most) throw file_error(source_name(file), "file", fmt::format("at most {} bytes", most), "more");
  return bytes;
}

/// A manifest, and the words for what is wrong with it.
class Manifest {
 public:
  explicit Manifest(const path& file) : source_(source_name(file)) {
    json_ = Json::parse(read_all(file, most_manifest_bytes), nullptr, false);
    if (!json_.is_object()) refuse("manifest", "a JSON object", "something else");
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

  std::string source_;
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

StoredVector vector_of(const Manifest& manifest, const Json& entry, const std::string& where, const path& folder) {
  StoredVector vector;
  vector.id = manifest.text(entry, "id", where);
  if (!is_plain_name(vector.id)) {
    manifest.refuse(where, "an id of lower-case letters, digits and _", in_quotes(vector.id));
  }
  const std::string name = vector.id + ".safetensors";
  if (manifest.text(entry, "file", where) != name) {
    manifest.refuse(where, "file " + name, in_quotes(manifest.text(entry, "file", where)));
  }
  vector.file = folder / name;
  vector.bytes = read_all(vector.file, most_vector_bytes);
  const std::string digest = sha256(vector.bytes);
  if (digest != manifest.text(entry, "sha256", where)) {
    throw file_error(source_name(vector.file), "sha256",
                     in_quotes(manifest.text(entry, "sha256", where)) + " as manifest.json says", digest);
  }
  vector.notes = notes_of(manifest, entry, where);
  return vector;
}

std::vector<StoredVector> vectors_of(const Manifest& manifest, const path& folder) {
  std::vector<StoredVector> vectors;
  std::set<std::string> ids;
  for (const Json& entry : manifest.vectors()) {
    const std::string where = fmt::format("vectors[{}]", vectors.size());
    vectors.push_back(vector_of(manifest, entry, where, folder));
    if (!ids.insert(vectors.back().id).second) manifest.refuse(where, "each id once", in_quotes(vectors.back().id));
  }
  return vectors;
}

/// What the name of an answer's file says: of which vector, and which output; of a document all.
struct AnswerName {
  std::string id;
  std::string part;
  bool is_document = false;
};

std::optional<AnswerName> answer_name(const std::string& file) {
  if (file.ends_with(document_ending))
    return AnswerName{file.substr(0, file.size() - document_ending.size()), "", true};
  if (!file.ends_with(array_ending)) return std::nullopt;
  const std::string stem = file.substr(0, file.size() - array_ending.size());
  const std::size_t dot = stem.rfind('.');
  if (dot == std::string::npos) return std::nullopt;
  return AnswerName{stem.substr(0, dot), stem.substr(dot + 1), false};
}

bool is_output(std::string_view name) {
  const std::vector<std::string_view> outputs = comparable_outputs();
  return std::find(outputs.begin(), outputs.end(), name) != outputs.end();
}

/// Gives the vector the file, if it is an answer's. A file that only looks like one would be an answer never judged.
void add_answer(std::map<std::string, StoredVector*>& by_id, const path& file) {
  const std::optional<AnswerName> name = answer_name(file.filename().string());
  if (!name) return;
  const bool has_part = name->is_document || name->part == answer_word || is_output(name->part);
  const auto vector = by_id.find(name->id);
  if (vector == by_id.end()) {
    // Another program's array may lie beside them.
    if (!has_part) return;
    throw file_error(source_name(file), "name", "the id of a vector before the first dot", in_quotes(name->id));
  }
  if (!has_part) {
    throw file_error(
        source_name(file), "name",
        fmt::format("{}.answer.npy, or one of the outputs {}", name->id, fmt::join(comparable_outputs(), ", ")),
        in_quotes(name->part));
  }
  AnswerFiles& answer = vector->second->answer;
  if (name->is_document) {
    answer.document = file;
    return;
  }
  const std::string output(name->part == answer_word ? output_word : std::string_view(name->part));
  if (!answer.arrays.emplace(output, file).second) {
    throw file_error(source_name(file), "name", "one .npy file of each output", "answer.npy beside output.npy");
  }
}

void find_answers(std::vector<StoredVector>& vectors, const path& folder) {
  std::map<std::string, StoredVector*> by_id;
  for (StoredVector& vector : vectors) by_id.emplace(vector.id, &vector);
  std::error_code failed;
  // Sorted, so that of two faults the same one is told everywhere.
  std::set<path> files;
  std::filesystem::directory_iterator entries(folder, failed);
  for (; !failed && entries != std::filesystem::directory_iterator(); entries.increment(failed))
    files.insert(entries->path());
  if (failed) throw file_error(source_name(folder), "folder", "a folder that can be read", failed.message());
  for (const path& file : files) add_answer(by_id, file);
}

}  // namespace

std::vector<StoredVector> read_folder(const path& folder, const path& answers) {
  const path manifest = folder / "manifest.json";
  std::vector<StoredVector> vectors = vectors_of(Manifest(manifest), folder);
  find_answers(vectors, answers);
  return vectors;
}

}  // namespace attnref::vectors
