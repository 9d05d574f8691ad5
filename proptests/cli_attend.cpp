// attnref attend on the lesson's arrays: its answers, to files and in the summary, against NumPy's within derived
// bounds.
#include "attnref/enclosure.hpp"
#include "attnref/error_bound.hpp"
#include "attnref/reference.hpp"
#include "catch.hpp"
#include "files/npy.hpp"
#include "run_command.hpp"

#include <limits>

using namespace attnref;
using namespace attnref::test;

namespace {

using Words = std::vector<std::string>;

Words attend_lesson(const std::string& cell) {
  return {"attend",
          "--x",
          lesson_file(cell + "_X"),
          "--wq",
          lesson_file(cell + "_Wq"),
          "--wk",
          lesson_file(cell + "_Wk"),
          "--wv",
          lesson_file(cell + "_Wv")};
}

Tensor tensor(const NpyArray& array) {
  Tensor t;
  t.dtype = array.dtype == NpyDtype::f8 ? Dtype::f64 : Dtype::f32;
  t.shape = array.shape;
  t.values = array.values;
  return t;
}

Problem lesson_problem(const std::string& cell) {
  const auto read = [&](const char* name) { return tensor(read_matrix(lesson_file(cell + name))); };
  return self_attention_problem(read("_X"), read("_Wq"), read("_Wk"), read("_Wv"));
}

/// Each number of both within `times` the bound.
void within(double times, const NpyArray& seen, const NpyArray& expected, const Bound& bound) {
  REQUIRE(seen.shape == expected.shape);
  REQUIRE(seen.values.size() == bound.limit.size());
  for (std::size_t n = 0; n < seen.values.size(); ++n) {
    const long double error = std::fabs(static_cast<long double>(seen.values[n]) - expected.values[n]);
    CHECK(error <= times * bound.limit[n]);
  }
}

}  // namespace

TEST_CASE("the lesson's Q, K, V, scores, A and Y are reproduced within twice the bound, for NumPy rounds too") {
  const std::string cell = GENERATE("cell1_T6", "cell1_T9");
  const Folder folder;
  const std::vector<std::pair<std::string, std::string>> outputs{
      {"queries", "_Q"}, {"keys", "_K"}, {"values", "_V"}, {"scores", "_E"}, {"weights", "_A"}, {"output", "_Y"}};
  Words words = attend_lesson(cell);
  for (const auto& [output, array] : outputs) words.insert(words.end(), {"--" + output, folder.file(output)});
  const Run seen = run(words);
  INFO(seen.err);
  REQUIRE(seen.code == 0);
  CHECK(seen.out.empty());
  CHECK(folder.count() == outputs.size());

  const Problem problem = lesson_problem(cell);
  const Bounds bounds = error_bound(problem, quick_oracle(problem), plain_profile(Dtype::f64));
  const std::vector<const Bound*> bound_of{&bounds[Part::queries], &bounds[Part::keys],    &bounds[Part::values],
                                           &bounds[Part::scores],  &bounds[Part::weights], &bounds[Part::output]};
  for (std::size_t n = 0; n < outputs.size(); ++n) {
    INFO(cell << ' ' << outputs[n].first);
    within(2, read_matrix(folder.file(outputs[n].first)), read_matrix(lesson_file(cell + outputs[n].second)),
           *bound_of[n]);
  }
}

TEST_CASE("queries, keys and values may be given, and lse is a vector") {
  const Folder folder;
  const Run seen = run({"attend", "--q", lesson_file("cell1_T6_Q"), "--k", lesson_file("cell1_T6_K"), "--v",
                        lesson_file("cell1_T6_V"), "--lse", folder.file("lse"), "--output", folder.file("y")});
  INFO(seen.err);
  REQUIRE(seen.code == 0);
  CHECK(read_npy(folder.file("lse")).shape == std::vector<std::size_t>{6});
  CHECK(read_npy(folder.file("y")).shape == std::vector<std::size_t>{6, 5});
}

TEST_CASE("an answer of f32 to inputs of f64 is the answer of f64, rounded once") {
  const Folder folder;
  Words words = attend_lesson("cell1_T6");
  words.insert(words.end(), {"--output", folder.file("wide")});
  REQUIRE(run(words).code == 0);
  words.back() = folder.file("narrow");
  words.insert(words.end(), {"--dtype", "f32"});
  REQUIRE(run(words).code == 0);
  const NpyArray wide = read_npy(folder.file("wide")), narrow = read_npy(folder.file("narrow"));
  CHECK(wide.dtype == NpyDtype::f8);
  CHECK(narrow.dtype == NpyDtype::f4);
  REQUIRE(narrow.values.size() == wide.values.size());
  for (std::size_t n = 0; n < wide.values.size(); ++n) CHECK(narrow.values[n] == round_to(Dtype::f32, wide.values[n]));
}

TEST_CASE("inputs of f32 give an answer of f32, or with --dtype f64 one of that precision") {
  const Folder folder;
  const NpyArray x{NpyDtype::f4, {2, 1}, {20, -20}};
  write_npy(folder.file("x"), x);
  Words words{"attend"};
  for (const char* option : {"--q", "--k", "--v"}) words.insert(words.end(), {option, folder.file("x")});
  words.insert(words.end(), {"--weights", folder.file("a")});
  REQUIRE(run(words).code == 0);
  CHECK(read_npy(folder.file("a")).dtype == NpyDtype::f4);
  CHECK(read_npy(folder.file("a")).values == std::vector<double>{1, 0, 0, 1});
  words.insert(words.end(), {"--dtype", "f64", "--scale", "0x1p-2"});
  REQUIRE(run(words).code == 0);
  const NpyArray a = read_npy(folder.file("a"));
  CHECK(a.dtype == NpyDtype::f8);
  // Scores of 100 and -100: a weight of e^-200, which in f32 is 0.
  CHECK(a.values[1] > 0);
  CHECK(round_to(Dtype::f32, a.values[1]) == 0);
}

TEST_CASE("the summary names the inputs in the order of the formula, and a NaN without its sign") {
  const Folder folder;
  write_npy(folder.file("q"), {NpyDtype::f8, {1, 1}, {-std::numeric_limits<double>::quiet_NaN()}});
  write_npy(folder.file("k"), {NpyDtype::f8, {2, 1}, {1, 2}});
  const Run seen = run({"attend", "--v", folder.file("k"), "--k", folder.file("k"), "--q", folder.file("q")});
  INFO(seen.out);
  REQUIRE(seen.code == 0);
  CHECK(seen.out.starts_with("q (1 x 1)  k (2 x 1)  v (2 x 1)  scale"));
  CHECK(has(seen.out, "[nan  nan]"));
  CHECK(has(seen.out, "row sums of weights: nan to nan"));
  CHECK(!has(seen.out, "-nan"));
  CHECK(run(attend_lesson("cell1_T6")).out.starts_with("x (6 x 8)  wq (8 x 4)  wk (8 x 4)  wv (8 x 5)  scale"));
}

TEST_CASE("no positions are an answer too") {
  const Folder folder;
  write_npy(folder.file("x"), {NpyDtype::f8, {0, 8}, {}});
  Words words = attend_lesson("cell1_T6");
  words[2] = folder.file("x");
  CHECK(run(words).code == 0);
  words.insert(words.end(), {"--output", folder.file("y"), "--weights", folder.file("a")});
  REQUIRE(run(words).code == 0);
  CHECK(read_npy(folder.file("y")).shape == std::vector<std::size_t>{0, 5});
  CHECK(read_npy(folder.file("a")).shape == std::vector<std::size_t>{0, 0});
}

TEST_CASE("the summary has shapes, row sums and numbers that read back") {
  const Folder folder;
  const Run seen = run(attend_lesson("cell1_T6"));
  REQUIRE(seen.code == 0);
  CHECK(seen.err.empty());
  CHECK(has(seen.out, "x (6 x 8)"));
  CHECK(has(seen.out, "weights (6 x 6) f64"));
  CHECK(has(seen.out, "output (6 x 5) f64"));
  CHECK(has(seen.out, "row sums of weights"));

  Words words = attend_lesson("cell1_T6");
  words.insert(words.end(), {"--output", folder.file("y")});
  REQUIRE(run(words).code == 0);
  // The last six rows between brackets are the output's.
  std::vector<double> printed;
  for (std::string line : lines_of(seen.out.substr(seen.out.find("output (6 x 5)")))) {
    if (!has(line, "[") || has(line, "(")) continue;
    std::istringstream numbers(line.substr(line.find('[') + 1));
    for (double value; numbers >> value;) printed.push_back(value);
  }
  CHECK(printed == read_npy(folder.file("y")).values);
}

TEST_CASE("of what is too large to print the summary has a corner, and the row sums") {
  const Folder folder;
  NpyArray x{NpyDtype::f8, {40, 2}, std::vector<double>(80, 0)};
  for (std::size_t n = 0; n < 80; ++n) x.values[n] = static_cast<double>(n);
  write_npy(folder.file("x"), x);
  const std::string file = folder.file("x");
  const Run seen = run({"attend", "--q", file, "--k", file, "--v", file, "--scale", "0"});
  INFO(seen.out);
  REQUIRE(seen.code == 0);
  CHECK(has(seen.out, "\nweights (40 x 40) f64\n  [0.025  0.025  0.025  0.025]\n"));
  CHECK(has(seen.out, "  the first 4 x 4; --weights FILE writes all\n"));
  CHECK(has(seen.out, "  the first 4 x 2; --output FILE writes all\n"));
  CHECK(has(seen.out, "\nrow sums of weights: "));
}
