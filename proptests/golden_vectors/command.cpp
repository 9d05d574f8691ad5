// attnref vectors: lists, writes, and says what it cannot do.
#include "attnref/golden.hpp"
#include "catch.hpp"
#include "golden_vectors/committed.hpp"
#include "vectors/vector_case.hpp"

#include <fmt/format.h>

#include <filesystem>

using namespace attnref;
using namespace attnref::test;
using nlohmann::json;

/// The command lists and writes, and says what it cannot do.
TEST_CASE("vectors.command") {
  const Run listed = run({"vectors", "list"});
  CHECK(listed.code == 0);
  CHECK(listed.err.empty());
  const json document = json::parse(run({"vectors", "list", "--json", "-"}).out);
  REQUIRE(document["vectors"].size() == vectors::cases().size());
  for (const json& entry : document["vectors"]) CHECK(has(listed.out, entry["id"].get<std::string>()));

  const Folder folder;
  const Run written = run({"vectors", "write", folder.file("new")});
  if (golden_is_built()) {
    CHECK(written.code == 0);
    CHECK(fault_in(folder.file("new")) == "");
    CHECK(has(written.out, fmt::format("{} vectors", vectors::cases().size())));
  } else {
    CHECK(written.code == 2);
    CHECK(has(written.err, "FLINT"));
    CHECK(!std::filesystem::exists(folder.file("new")));
  }
  write(folder.file("file"), "mine");
  for (const auto& [arguments, message] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"vectors"}, "vectors: expected list, write DIR or verify DIR, found nothing"},
           {{"vectors", "lost"}, "did you mean list?"},
           {{"vectors", "write"}, "vectors write: expected a folder, found nothing"},
           {{"vectors", "write", ""}, "expected the name of a file"},
           {{"vectors", "write", folder.file("x"), "more"}, "found 'more'"},
           {{"vectors", "write", folder.file("x"), "--json", "-"}, "expected only with list and verify"},
           {{"vectors", "list", "here"}, "vectors list: expected nothing after it, found 'here'"}}) {
    const Run refused = run(arguments);
    INFO(refused.err);
    CHECK(refused.code == 2);
    CHECK(lines_of(refused.err).size() == 1);
    CHECK(has(refused.err, message));
  }
  if (!golden_is_built()) return;
  const Run onto_file = run({"vectors", "write", folder.file("file")});
  CHECK(onto_file.code == 2);
  CHECK(has(onto_file.err, "folder: expected a folder, found a file"));
  CHECK(contents(folder.file("file")) == "mine");
  CHECK(run({"vectors", "write", folder.file("no/such")}).code == 2);
}
