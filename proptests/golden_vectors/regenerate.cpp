// The committed vectors are what the program writes, bit for bit.
#include "attnref/golden.hpp"
#include "catch.hpp"
#include "golden_vectors/committed.hpp"
#include "vectors/build.hpp"
#include "vectors/write.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace attnref;
using namespace attnref::test;
using nlohmann::json;

/// What is written into an empty folder is what is committed.
TEST_CASE("vectors.regenerate") {
  if (!golden_is_built()) {
    WARN("built without FLINT: skipped");
    return;
  }
  const Folder folder;
  const std::string empty = folder.file("empty");
  const vectors::Totals totals = vectors::write(empty);
  CHECK(totals.vectors == vectors::cases().size());
  CHECK(names_in(empty) == names_in(committed));
  for (const std::string& name : names_in(empty)) {
    INFO(name);
    CHECK(contents(empty + "/" + name) == contents(committed + "/" + name));
  }

  // Again, over them and beside somebody's own file.
  write(empty + "/mine.answer.safetensors", "mine");
  write(empty + "/manifest.json", "old");
  vectors::write(empty);
  CHECK(contents(empty + "/manifest.json") == contents(committed + "/manifest.json"));
  CHECK(contents(empty + "/mine.answer.safetensors") == "mine");
  CHECK(names_in(empty).size() == names_in(committed).size() + 1);
}

/// A golden value that is wrong by a unit in its last place is noticed when the vector is made .
TEST_CASE("vectors.wrong_value_is_noticed") {
  if (!golden_is_built()) {
    WARN("built without FLINT: skipped");
    return;
  }
  const std::vector<vectors::Case> all = vectors::cases();
  const auto one =
      std::find_if(all.begin(), all.end(), [](const auto& c) { return c.id == "the_lessons_layer_at_6_positions"; });
  REQUIRE(one != all.end());
  Document document = vector_named(one->id);
  REQUIRE(encode_safetensors(document) == encode_safetensors(vectors::build(*one)));
  double& value = document.tensors.at("weights.f64").values[7];
  value = std::nextafter(value, 1.0);
  CHECK(encode_safetensors(document) != encode_safetensors(vectors::build(*one)));
}
