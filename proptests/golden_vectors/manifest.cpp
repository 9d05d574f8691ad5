// The manifest keeps its schema and its digests, and both can fail.
#include "attnref/golden.hpp"
#include "catch.hpp"
#include "golden_vectors/committed.hpp"
#include "generators/random.hpp"
#include "golden_vectors/schema.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <functional>

using namespace attnref;
using namespace attnref::test;
using nlohmann::json;

/// Every file is as the manifest says, and the manifest as its schema says.
TEST_CASE("vectors.manifest") {
  CHECK(fault_in(committed) == "");
  const Schema schema(json::parse(contents(committed + "/manifest.schema.json")));
  CHECK(schema.fault(manifest_in(committed)) == "");
  // Python's validator, where there is one, knows the schema language itself.
  if (std::system("python3 -W ignore -c 'import jsonschema' 2> /dev/null") != 0) {
    WARN("python3 has no jsonschema: checked by this test's own reading of the schema alone");
    return;
  }
  const std::string program =
      "import json, sys, jsonschema; folder = sys.argv[1]; schema = json.load(open(folder + '/manifest.schema.json')); "
      "jsonschema.Draft202012Validator.check_schema(schema); "
      "jsonschema.Draft202012Validator(schema).validate(json.load(open(folder + '/manifest.json')))";
  CHECK(std::system(fmt::format("python3 -W ignore -c \"{}\" '{}'", program, committed).c_str()) == 0);
}

/// The schema refuses what is wrong.
TEST_CASE("vectors.schema_refuses_what_is_wrong") {
  const Schema schema(json::parse(contents(committed + "/manifest.schema.json")));
  const json good = manifest_in(committed);
  const auto changed = [&](const std::function<void(json&)>& change) {
    json bad = good;
    change(bad);
    return schema.fault(bad);
  };
  CHECK(changed([](json& m) { m.erase("license"); }) == "$: required");
  CHECK(changed([](json& m) { m["more"] = 1; }) == "$.more: additionalProperties");
  CHECK(changed([](json& m) { m["vectors"] = json::array(); }) == "$.vectors: minItems");
  CHECK(changed([](json& m) { m["vectors"][3].erase("sha256"); }) == "$.vectors[3]: required");
  CHECK(changed([](json& m) { m["vectors"][3]["sha256"] = "abc"; }) == "$.vectors[3].sha256: pattern");
  CHECK(changed([](json& m) { m["vectors"][3]["bytes"] = "12"; }) == "$.vectors[3].bytes: type");
  CHECK(changed([](json& m) { m["vectors"][3]["dtype"] = "f8"; }) == "$.vectors[3].dtype: enum");
  CHECK(changed([](json& m) { m["vectors"][3]["flags"] = {"a", "a"}; }) == "$.vectors[3].flags: uniqueItems");
  CHECK(changed([](json& m) { m["vectors"][3]["sizes"]["t_q"] = -1; }) == "$.vectors[3].sizes.t_q: minimum");
  CHECK(changed([](json& m) { m["vectors"][3].erase("bounds"); }) == "$.vectors[3]: required");
  CHECK(changed([](json& m) { m["vectors"][3]["bounds"]["output"]["f64"] = -1; }) ==
        "$.vectors[3].bounds.output.f64: minimum");
  CHECK(changed([](json& m) { m["vectors"][3]["bounds"]["output"]["f64"] = "1e-15"; }) ==
        "$.vectors[3].bounds.output.f64: type");
  CHECK(changed([](json& m) { m["vectors"][3]["title"] = ""; }) == "$.vectors[3].title: minLength");
  CHECK(changed([](json& m) { m["vectors"][3]["outputs"] = json::object(); }) == "$.vectors[3].outputs: minProperties");
}

/// A flipped bit in any file is noticed.
TEST_CASE("vectors.flipped_bit_is_noticed") {
  const Folder folder;
  const std::string copy = folder.file("copy");
  std::filesystem::copy(committed, copy);
  REQUIRE(fault_in(copy) == "");
  Random random(5);
  for (const json& entry : entries_in(copy)) {
    const std::string file = entry["file"], path = copy + "/" + file;
    const std::string good = contents(path);
    std::string bad = good;
    const std::size_t at = random.below(bad.size());
    bad[at] = static_cast<char>(bad[at] ^ (1 << random.below(8)));
    write(path, bad);
    CHECK(fault_in(copy) == file);
    write(path, good);
  }
  std::filesystem::remove(copy + "/no_keys.safetensors");
  CHECK(fault_in(copy) == "no_keys.safetensors");
}
