// What the folder's README says is so: its program runs and finds nothing, and each row of its table is true.
#include "catch.hpp"
#include "golden_vectors/beside_exact.hpp"
#include "golden_vectors/committed.hpp"
#include "golden_vectors/programs.hpp"
#include "mutation/mutant.hpp"
#include "vectors/vector_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <stdexcept>

using namespace attnref;
using namespace attnref::test;

namespace {

const std::string readme = contents(committed + "/README.md");

/// The names between back quotes in a row of a table.
std::vector<std::string> quoted(const std::string& row) {
  std::vector<std::string> names;
  for (std::size_t begin = row.find('`'); begin != std::string::npos; begin = row.find('`', begin)) {
    const std::size_t end = row.find('`', begin + 1);
    names.push_back(row.substr(begin + 1, end - begin - 1));
    begin = end + 1;
  }
  return names;
}

bool passes(const Mutant& mutant, const Problem& problem) {
  for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
    if (!is_held_in(dtype, problem)) continue;
    const BesideExact beside = beside_exact(problem, dtype);
    try {
      if (is_wrong(mutant.make().attend(beside.problem), beside)) return false;
    } catch (const std::exception&) {
      return false;
    }
  }
  return true;
}

Problem problem_named(const std::string& id) {
  for (vectors::Case& one : vectors::cases()) {
    if (one.id == id) return std::move(one.problem);
  }
  throw std::out_of_range("no vector is named " + id);
}

}  // namespace

/// Which vectors a mistake passes is as it is written.
TEST_CASE("vectors.readme_tells_mistakes_apart") {
  if (!golden_is_built()) {
    WARN("built without FLINT: skipped");
    return;
  }
  std::size_t rows = 0;
  for (const std::string& line : lines_of(readme)) {
    if (!line.starts_with("| `")) continue;
    INFO(line);
    const std::vector<std::string> names = quoted(line);
    REQUIRE(names.size() == 3);
    REQUIRE(mutant_named(names[0]) != nullptr);
    CHECK(!passes(*mutant_named(names[0]), problem_named(names[1])));
    CHECK(passes(*mutant_named(names[0]), problem_named(names[2])));
    ++rows;
  }
  CHECK(rows >= 10);
}

/// The program finds nothing in an honest attention, and something in one without its scale.
TEST_CASE("vectors.readme_program_runs") {
  const std::string python = python_with_numpy();
  if (python.empty()) {
    WARN("no python3 with numpy: skipped");
    return;
  }
  const std::string program = first_program(readme);
  const Folder folder;
  const auto found = [&](const std::string& text) {
    write(folder.file("program.py"), text);
    return output_of(fmt::format("{} '{}' '{}' 2>&1", python, folder.file("program.py"), committed));
  };
  CHECK(found(program) == "");
  std::string broken = program;
  const std::string scaled = "(q @ k.T) * scale";
  broken.replace(broken.find(scaled), scaled.size(), "(q @ k.T)");
  CHECK(has(found(broken), "wrong: the_scale_is_one_over_the_root_of_d_k output"));
}
