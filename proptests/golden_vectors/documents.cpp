// docs/documents.md: its tables have the keys that there are. (Its program is run where the docs are woven.)
#include "attnref/golden.hpp"
#include "documents/profile.hpp"
#include "catch.hpp"
#include "golden_vectors/committed.hpp"
#include "golden_vectors/programs.hpp"

#include <stdexcept>

using namespace attnref;
using namespace attnref::test;
using nlohmann::json;

namespace {

const std::string documents = contents(std::string(proptests_dir) + "/../docs/documents.md");

/// What is between back quotes in the first cells of the table that begins with this row.
std::set<std::string> keys_of_table(const std::string& header) {
  std::set<std::string> keys;
  bool inside = false;
  for (const std::string& line : lines_of(documents)) {
    if (line.starts_with(header)) inside = true;
    if (!line.starts_with('|')) inside = false;
    if (!inside) continue;
    const std::string cell = line.substr(1, line.find('|', 1) - 1);
    for (std::size_t at = cell.find('`'); at != std::string::npos;) {
      const std::size_t end = cell.find('`', at + 1);
      keys.insert(cell.substr(at + 1, end - at - 1));
      at = cell.find('`', end + 1);
    }
  }
  return keys;
}

std::set<std::string> keys_of(const json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

}  // namespace

/// Every key of a profile is in the table, and no other.
TEST_CASE("vectors.documents_name_the_keys_of_profiles") {
  std::string message;
  try {
    profile_of_json(R"({"profile": "f32", "no such key": 1})");
  } catch (const std::invalid_argument& refused) {
    message = refused.what();
  }
  // "profile: expected keys among A, B, found 'no such key'"
  const std::string opened = "keys among ";
  const std::size_t begin = message.find(opened) + opened.size();
  std::set<std::string> keys;
  std::string rest = message.substr(begin, message.find(", found") - begin) + ", ";
  for (std::size_t end = 0; (end = rest.find(", ")) != std::string::npos; rest.erase(0, end + 2)) {
    keys.insert(rest.substr(0, end));
  }
  CHECK(keys.size() > 10);
  CHECK(keys_of_table("| key | field of `Profile`") == keys);
}

/// Every key of a comparison is in the tables, and no other.
TEST_CASE("vectors.documents_name_the_keys_of_comparisons") {
  if (!golden_is_built()) {
    WARN("built without FLINT: skipped");
    return;
  }
  const std::string vector = committed + "/moderate_scores_in_f32.safetensors";
  const Folder folder;
  const std::string answer = folder.file("answer.safetensors");
  REQUIRE(run({"attend", "--problem", vector, "--save", answer}).code == 0);
  const json comparison = json::parse(run({"compare", vector, answer, "--json", "-", "--no-map"}).out);
  CHECK(keys_of_table("| key | value |") == keys_of(comparison));
  CHECK(keys_of_table("| of each output | value |") == keys_of(comparison["outputs"]["output"]));
  for (const std::string& key : keys_of(comparison["outputs"]["output"]["where"]))
    CHECK(has(documents, '`' + key + '`'));
}
