// docs/exercises.md: the last exercise is judged as the page says, unwritten, solved, and solved wrongly.
#include "catch.hpp"
#include "run_command.hpp"

#include <stdexcept>
#include <string>
#include <vector>

using namespace attnref::test;

namespace {

const std::string examples = std::string(proptests_dir) + "/../docs/examples/";

Run check(const std::string& program, const std::vector<std::string>& laws = {}) {
  std::vector<std::string> words{"check",   "--command", "'" ATTNREF_PYTHON "' '" + program + "'", "--max-length", "17",
                                 "--cases", "20"};
  for (const std::string& law : laws) words.insert(words.end(), {"--law", law});
  return run(words);
}

/// The solution with one thing changed, which must be there.
Run check_with(const std::string& what, const std::string& instead, const std::vector<std::string>& laws) {
  std::string program = contents(examples + "self_attention_solution.py");
  const std::size_t at = program.find(what);
  if (at == std::string::npos) throw std::runtime_error("the solution does not say: " + what);
  const Folder folder;
  write(folder.file("mine.py"), program.replace(at, what.size(), instead));
  return check(folder.file("mine.py"), laws);
}

}  // namespace

TEST_CASE("as long as nothing is written no law holds and none is violated") {
  const Run seen = check(examples + "self_attention.py");
  INFO(seen.out << seen.err);
  REQUIRE(seen.code == 3);
  REQUIRE(has(seen.out, "self_attention is still to be written"));
}

TEST_CASE("the solution obeys every law") {
  const Run seen = check(examples + "self_attention_solution.py");
  INFO(seen.out << seen.err);
  REQUIRE(seen.code == 0);
}

TEST_CASE("a solution with a mistake is found out by the law that the exercise names") {
  struct Mistake {
    const char *what, *instead, *law;
  };
  for (const auto& [what, instead, law] : {
           Mistake{" / math.sqrt(Wq.shape[1])", "", "scale_is_one_over_root_dk"},
           Mistake{" - scores.max(axis=1, keepdims=True, initial=-np.inf)", "", "score_shift_changes_nothing"},
           Mistake{", initial=-np.inf", "", "outputs_have_their_shapes"},
           Mistake{"sum(axis=1", "sum(axis=0", "rows_sum_to_one"},
           Mistake{"X @ Wk, X", "X @ Wq, X", "agrees_with_the_definition"},
           Mistake{"    Q, K", "    X *= 1\n    Q, K", "inputs_are_untouched"},
       }) {
    INFO(law);
    const Run seen = check_with(what, instead, {law});
    INFO(seen.out << seen.err);
    REQUIRE(seen.code == 1);
  }
}
