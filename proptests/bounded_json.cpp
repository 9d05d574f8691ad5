// JSON from outside is read within bounds, by one reader, and refused in one line beyond them: what is too deep to be
// copied or printed is never built.
#include "files/bounded_json.hpp"

#include "documents/profile.hpp"
#include "catch.hpp"
#include "documents/constraints.hpp"
#include "documents/exceptions.hpp"
#include "files/file_error.hpp"
#include "files/safetensors.hpp"
#include "vectors/manifest_entries.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <string>

using namespace attnref;

namespace {

using Json = nlohmann::json;

std::string fault_of(const std::function<void()>& read) {
  try {
    read();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no fault";
}

std::string fault(std::string_view text, std::size_t most_bytes = 1000) {
  return fault_of([&] { bounded_json<Json>(text, most_bytes); });
}

std::string nested(std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); }

}  // namespace

TEST_CASE("bounded JSON: as deep and as long as it says, and no more") {
  CHECK(fault(nested(16)) == "no fault");
  CHECK(fault(nested(17)) == "expected JSON of at most 16 levels, found 17");
  CHECK(fault(R"([[[[[[[[{"a":[[[[[[[1]]]]]]]}]]]]]]]])") == "no fault");
  CHECK(fault(R"([[[[[[[[{"a":[[[[[[[{}]]]]]]]}]]]]]]]])") == "expected JSON of at most 16 levels, found 17");
  CHECK(fault(std::string(400, '[')) == "expected JSON of at most 16 levels, found 400");
  // Brackets in a text are no levels, whatever is escaped there.
  CHECK(fault("\"" + std::string(100, '[') + "\\\"" + std::string(100, '{') + "\\\\\"") == "no fault");
  CHECK(fault("[" + std::string(998, ' ') + "]") == "no fault");
  CHECK(fault("[" + std::string(999, ' ') + "]") == "expected JSON of at most 1000 bytes, found 1001");
}

TEST_CASE("bounded JSON: what is no JSON, and a key that stands twice") {
  CHECK(fault("") == "expected JSON, found '', broken at byte 1");
  CHECK(fault("{\"a\": nul}") == "expected JSON, found '{\"a\": nul}', broken at byte 10");
  CHECK(fault("{} []") == "expected JSON, found '{} []', broken at byte 4");
  CHECK(fault(std::string("[1]\0]", 5)) == "expected JSON, found '[1]\\x00]', broken at byte 4");
  CHECK(fault("\"\xff\"") == "expected JSON, found '\"\\xff\"', broken at byte 2");
  CHECK(fault("[1e999]") == "expected numbers that a double holds, found '1e999'");
  CHECK(fault(R"({"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]})") == "no fault");
  CHECK(fault(R"({"b":{"a":1,"c":{"a":2},"a":3}})") == "expected each key once, found 'a' twice");
  CHECK(fault(R"([{"a":1},{"a":1,"a":2}])") == "expected each key once, found 'a' twice");
}

TEST_CASE("bounded JSON: each reader of JSON from outside refuses what is nested too deeply") {
  constexpr std::size_t levels = 300000;  // beyond what a stack of 8 MB copies or prints
  const std::string deep = nested(levels);
  const auto refused = [&](const std::string& text, const std::function<void(const std::string&)>& read) {
    const std::string found = fault_of([&] { read(text); });
    INFO(found);
    CHECK((found.find("of at most ") != std::string::npos || found.find("header") != std::string::npos));
    CHECK(found.find('\n') == std::string::npos);
    CHECK(found.size() < 1000);
  };
  for (const std::string& text : {deep, "{\"profile\":" + deep + "}", "{\"t\":" + deep + "}", "[" + deep + "]"}) {
    refused(text, [](const std::string& json) { profile_of_json(json); });
    refused(text, [](const std::string& json) { profiles_of_json(json); });
    refused(text, [](const std::string& json) { constraints_of_json(json); });
  }
  for (const std::string& text : {deep, "{\"rows_sum_to_one\":" + deep + "}"}) {
    refused(text, [](const std::string& json) { exceptions_of_json(json, "e.json"); });
  }
  for (const std::string& text : {deep, "{\"attnref\":" + deep + "}", "{\"attnref\":\"1\",\"vectors\":" + deep + "}"}) {
    refused(text, [](const std::string& json) { vectors::manifest_entries(json, "manifest.json"); });
  }
  std::string header = "{\"q\":" + deep + "}";
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>((header.size() >> (8 * i)) & 0xFF);
  const std::string found = fault_of([&] { parse_safetensors(bytes + header, "file"); });
  CHECK(found == "file: 'q': expected an object, found an array");
}
