// The laws can fail: each mutant is killed by the law that it names, each law kills a mutant, and neither control is flagged.
#include "catch.hpp"
#include "mutants/matrix.hpp"
#include "mutants/mutant.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace attnref;

namespace {

/// Their answer to a first call is right; the wrong is done to the caller, or no answer is given at all.
const std::set<std::string> no_value_is_wrong{"no_positions_fail", "writes_queries"};

const MutantMatrix& matrix() {
  static const MutantMatrix whole = [] {
    MatrixOptions options;
    options.jobs = std::max(1u, std::thread::hardware_concurrency());
    return mutant_matrix(options);
  }();
  return whole;
}

bool contains(const std::vector<std::string>& ids, const std::string& id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

}  // namespace

TEST_CASE("every mutant is killed, by its named law too, and every law kills") {
  CHECK(matrix().mutants.size() >= 36);
  CHECK(matrix().survivors == std::vector<std::string>{});
  CHECK(matrix().missed == std::vector<std::string>{});
  CHECK(matrix().idle_laws == std::vector<std::string>{});
  CHECK(matrix().control == "clean");
  CHECK(matrix().holds());
}

TEST_CASE("a mutant that computes a wrong value is beyond the derived bound somewhere") {
  for (const MutantRow& mutant : matrix().mutants) {
    if (no_value_is_wrong.contains(mutant.name)) continue;
    INFO(mutant.name << ": " << mutant.mistake);
    CHECK(contains(mutant.killed_by, "agrees_with_the_definition"));
  }
}

TEST_CASE("a matrix does not hold if anything is wrong with it") {
  CHECK(MutantMatrix{}.holds());
  for (const auto list : {&MutantMatrix::survivors, &MutantMatrix::missed, &MutantMatrix::idle_laws}) {
    MutantMatrix wrong;
    (wrong.*list).push_back("one");
    CHECK(!wrong.holds());
  }
  MutantMatrix flagged;
  flagged.control = "textbook: rows_sum_to_one";
  CHECK(!flagged.holds());
}

TEST_CASE("every mutant says what it is") {
  std::set<std::string_view> names;
  for (const Mutant& mutant : mutants()) {
    INFO(mutant.name);
    CHECK(names.insert(mutant.name).second);
    CHECK(mutant_named(mutant.name) == &mutant);
    CHECK(!mutant.mistake.empty());
    CHECK(law_named(mutant.named_law) != nullptr);
    CHECK(mutant.make().describe().name == mutant.name);
    CHECK(mutant.make().can_be_copied());
  }
}
