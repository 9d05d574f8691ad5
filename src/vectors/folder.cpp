#include "vectors/folder.hpp"

#include "files/file_bytes.hpp"
#include "files/sha256.hpp"
#include "problem/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace attnref::vectors {
namespace {

using std::filesystem::path;

constexpr std::string_view document_ending = ".answer.safetensors";
constexpr std::string_view array_ending = ".npy";
constexpr std::string_view answer_word = "answer";

std::string in_quotes(std::string_view text) { return fmt::format("'{}'", on_one_line(text, 80)); }

std::string read_all(const path& file, std::size_t most) {
  std::string bytes = InputFile(file).read_up_to(most + 1);
  if (bytes.size() > most) throw file_error(source_name(file), "file", fmt::format("at most {} bytes", most), "more");
  return bytes;
}

StoredVector vector_of(ManifestEntry entry, const path& folder) {
  StoredVector vector;
  vector.id = std::move(entry.id);
  vector.file = folder / entry.file;
  vector.bytes = read_all(vector.file, most_vector_bytes);
  const std::string digest = sha256(vector.bytes);
  if (digest != entry.sha256) {
    throw file_error(source_name(vector.file), "sha256", in_quotes(entry.sha256) + " as manifest.json says", digest);
  }
  vector.notes = std::move(entry.notes);
  return vector;
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

/// The output whose array a file has by its name: ID.OUTPUT.npy, or ID.answer.npy for the output Y.
std::optional<Part> output_of(const AnswerName& name) {
  if (name.part == answer_word) return Part::output;
  const std::optional<Part> part = part_named(name.part);
  return part && computed_outputs.contains(*part) ? part : std::nullopt;
}

/// Gives the vector the file, if it is an answer's. A file that only looks like one would be an answer never judged.
void add_answer(std::map<std::string, StoredVector*>& by_id, const path& file) {
  const std::optional<AnswerName> name = answer_name(file.filename().string());
  if (!name) return;
  const std::optional<Part> output = output_of(*name);
  const bool has_part = name->is_document || output;
  const auto vector = by_id.find(name->id);
  if (vector == by_id.end()) {
    // Another program's array may lie beside them.
    if (!has_part) return;
    throw file_error(source_name(file), "name", "the id of a vector before the first dot", in_quotes(name->id));
  }
  if (!has_part) {
    throw file_error(source_name(file), "name",
                     fmt::format("{}.answer.npy, or one of the outputs {}", name->id, joined_names(computed_outputs)),
                     in_quotes(name->part));
  }
  AnswerFiles& answer = vector->second->answer;
  if (name->is_document) {
    answer.document = file;
    return;
  }
  if (!answer.arrays.add(*output, file)) {
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
  const std::string json = InputFile(manifest).read_up_to(most_manifest_bytes + 1);
  std::vector<StoredVector> vectors;
  for (ManifestEntry& entry : manifest_entries(json, source_name(manifest))) {
    vectors.push_back(vector_of(std::move(entry), folder));
  }
  find_answers(vectors, answers);
  return vectors;
}

}  // namespace attnref::vectors
