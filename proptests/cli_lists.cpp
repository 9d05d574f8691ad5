// The verbs that tell what there is: laws, mutants, show, lesson.
#include "attnref/law.hpp"
#include "catch.hpp"
#include "claims/claims.hpp"
#include "mutation/mutant.hpp"
#include "run_command.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <set>

using namespace attnref;
using namespace attnref::test;
using nlohmann::json;

TEST_CASE("laws lists every law and every claim") {
  const Run seen = run({"laws"});
  CHECK(seen.code == 0);
  CHECK(seen.err.empty());
  for (const Law& law : laws()) CHECK(has(seen.out, std::string(law.title)));
  for (const Claim& claim : claims()) CHECK(has(seen.out, std::string(claim.id)));

  const json document = json::parse(run({"laws", "--json", "-"}).out);
  REQUIRE(document["laws"].size() == laws().size());
  REQUIRE(document["claims"].size() == claims().size());
  for (std::size_t i = 0; i < laws().size(); ++i) {
    const json& law = document["laws"][i];
    CHECK(law["id"] == laws()[i].id);
    CHECK(law["statement"] == laws()[i].statement);
    CHECK((law["exactness"] == "exact" || law["exactness"] == "bounded"));
  }
}

TEST_CASE("the claims that are listed are the claims that are tested") {
  // As claims/CMakeLists.txt reads them off the sources.
  std::set<std::string> tested, listed;
  for (const auto& source : std::filesystem::directory_iterator(std::string(proptests_dir) + "/claims")) {
    for (const std::string& line : lines_of(contents(source.path().string()))) {
      const std::string start = "TEST_CASE(\"claim.";
      if (line.starts_with(start))
        tested.insert(line.substr(start.size(), line.find('"', start.size()) - start.size()));
    }
  }
  for (const Claim& claim : claims()) listed.insert(std::string(claim.id));
  CHECK(listed == tested);
  CHECK(listed.size() == claims().size());
}

TEST_CASE("laws ID prints the law in full") {
  const Run seen = run({"laws", "rows_sum_to_one"});
  CHECK(seen.code == 0);
  CHECK(has(seen.out, "sum_j A_ij = 1"));
  CHECK(lines_of(seen.out).size() < 20);
  CHECK(json::parse(run({"laws", "rows_sum_to_one", "--json", "-"}).out)["laws"].size() == 1);
}

TEST_CASE("mutants prints a matrix whose exit code says whether all is as it must be") {
  // One case a law: the point is the document, not the verdicts.
  const Run seen = run({"mutants", "--cases", "1", "--json", "-"});
  const json document = json::parse(seen.out);
  REQUIRE(document["mutants"].size() == mutants().size());
  const bool well = document["survivors"].empty() && document["missed"].empty() && document["idle_laws"].empty() &&
                    document["control"] == "clean";
  CHECK(seen.code == (well ? 0 : 1));
  CHECK(seen.err.starts_with("Running " + std::to_string(laws().size()) + " laws on " +
                             std::to_string(mutants().size()) + " mutants takes less than a minute on "));
  for (std::size_t i = 0; i < mutants().size(); ++i) {
    const json& mutant = document["mutants"][i];
    CHECK(mutant["name"] == mutants()[i].name);
    CHECK(mutant["named_law"] == mutants()[i].named_law);
    for (const json& id : mutant["killed_by"]) CHECK(law_named(id.get<std::string>()));
    CHECK(has(seen.err, std::string(mutants()[i].name)));
  }
  CHECK(has(seen.err, std::to_string(mutants().size()) + " mutants"));
}

TEST_CASE("mutants --list names every mutant, its mistake and its law, and runs nothing") {
  const Run seen = run({"mutants", "--list"});
  CHECK(seen.code == 0);
  CHECK(seen.err.empty());
  const std::vector<std::string> lines = lines_of(seen.out);
  REQUIRE(lines.size() == mutants().size());
  const json document = json::parse(run({"mutants", "--list", "--json", "-"}).out);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Mutant& mutant = mutants()[i];
    CHECK(lines[i].starts_with(std::string(mutant.name) + ' '));
    CHECK(lines[i].ends_with("  " + std::string(mutant.mistake) + " [" + std::string(mutant.named_law) + ']'));
    CHECK(document["mutants"][i] ==
          json{{"name", mutant.name}, {"mistake", mutant.mistake}, {"named_law", mutant.named_law}});
  }
}

TEST_CASE("show takes a sentence in one word or in many") {
  const Run one = run({"show", "the keys to this car are here"});
  CHECK(one.code == 0);
  CHECK(has(one.out, "7 of 7 rows"));
  CHECK(has(one.out, "keys 0.825"));
  CHECK(!has(one.out, "\x1b"));
  CHECK(run({"show"}).out == one.out);
  CHECK(run({"show", "the", "keys", "to", "this", "car", "are", "here"}).out == one.out);
  CHECK(run({"show", "[the keys, to this car are here]"}).out == one.out);
}

TEST_CASE("lesson prints both programs, at other sizes too") {
  const Run first = run({"lesson"});
  CHECK(first.code == 0);
  CHECK(run({"lesson", "1"}).out == first.out);
  CHECK(run({"lesson", "1", "--t", "9"}).out != first.out);
  CHECK(has(first.out, "104"));
  CHECK(run({"lesson", "2", "--seed", "3"}).out == run({"lesson", "2", "--seed", "3"}).out);
  CHECK(run({"lesson", "2", "--seed", "3"}).out != run({"lesson", "2"}).out);
  const Run wide = run({"lesson", "1", "--t", "9", "--d-model", "12", "--d-k", "3", "--d-v", "7"});
  CHECK(has(wide.out, "X 9 x 12  Q 9 x 3  K 9 x 3  V 9 x 7"));
  CHECK(run({"lesson", "2", "--d-v", "5"}).code == 2);
}
