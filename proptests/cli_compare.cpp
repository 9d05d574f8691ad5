// attnref compare on files: verdict, table, JSON, heat map, and what it refuses.
#include "attnref/error_bound.hpp"
#include "attnref/golden.hpp"
#include "attnref/reference.hpp"
#include "catch.hpp"
#include "comparing/comparison_with_golden.hpp"
#include "files/npy.hpp"
#include "problem_files.hpp"
#include "reports/text_compare.hpp"
#include "refused.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

using namespace attnref;
using namespace attnref::test;
using Json = nlohmann::json;

namespace {

using Words = std::vector<std::string>;

Answer reference_numbers(const Problem& problem) { return std::get<Answer>(reference().attend(problem)); }

Json compared(const std::string& problem, const std::string& answer, int code, Words more = {}) {
  Words words{"compare", problem, answer, "--json", "-"};
  words.insert(words.end(), more.begin(), more.end());
  const Run seen = run(words);
  INFO(seen.err);
  REQUIRE(seen.code == code);
  CHECK(has(seen.err, "error / bound"));  // the table has given way to the document
  return Json::parse(seen.out);
}

}  // namespace

TEST_CASE("what attend --exact saves compares as correctly rounded") {
  const Folder folder;
  const std::string in =
      save_problem(drawn_problem(Dtype::f64, true, {Part::output, Part::weights, Part::lse}), folder.file("p"));
  const std::string out = folder.file("a");
  for (const char* dtype : {"f64", "f32", "f16", "bf16"}) {
    REQUIRE(run({"attend", "--problem", in, "--exact", "--dtype", dtype, "--save", out}).code == 0);
    const Json json = compared(in, out, 0);
    CHECK(json.at("verdict") == "holds");
    CHECK(json.at("dtype") == dtype);
    CHECK(json.at("profile") == dtype);
    CHECK(json.at("outputs").size() == 3);
    for (const auto& output : json.at("outputs")) {
      CHECK(output.at("correctly_rounded") == 1.0);
      CHECK(output.at("max_ulp") <= 1.0);
      CHECK(output.at("max_ratio") <= 1.0);
      CHECK(output.at("beyond") == 0);
      CHECK(output.at("not_finite") == 0);
    }
    CHECK(json.at("explained_by") == dtype);
    CHECK(json.at("times_wider").is_null());
  }
}

TEST_CASE("the JSON has the keys of the contract, and the comparison's numbers") {
  const Folder folder;
  const Problem problem = drawn_problem(Dtype::f32, false, {Part::output, Part::weights});
  const Answer answer = reference_numbers(problem);
  const Json json = compared(save_problem(problem, folder.file("p")), save_answer(answer, folder.file("a")), 0);
  const AnswerComparison right = compare_with_golden(problem, answer);
  for (const OutputComparison& output : right.outputs) {
    const Json& seen = json.at("outputs").at(std::string(name_of(output.part)));
    CHECK(seen.at("max_ulp") == output.max_ulp);
    CHECK(seen.at("mean_ulp") == output.mean_ulp);
    CHECK(seen.at("correctly_rounded") == output.correctly_rounded);
    CHECK(seen.at("max_ratio") == output.max_ratio.value());
    CHECK(seen.at("judged") == output.judged);
    CHECK(seen.at("max_kappa").is_null() == (output.part == Part::weights));
    CHECK(seen.at("where").at("row") == output.row);
    CHECK(seen.at("where").at("column") == output.column);
    CHECK(seen.at("where").at("observed") == output.observed);
    CHECK(seen.at("where").at("expected") == output.expected);
    CHECK(seen.at("where").at("error") == output.error);
    CHECK(seen.at("where").at("bound") == output.bound);
  }
  CHECK(json.at("explained_by") == right.explained_by->profile);
}

TEST_CASE("a value two bounds off exits with 1, and is named") {
  const Folder folder;
  const Problem problem = drawn_problem(Dtype::f64, false, {Part::output, Part::weights});
  const Bounds bounds = error_bound(problem, golden_enclosure(problem), plain_profile(Dtype::f64));
  Answer answer = reference_numbers(problem);
  answer.tensors.at(Part::weights)(5, 9) -=
      2.5 * static_cast<double>(bounds[Part::weights].limit[bounds[Part::weights].at(5, 9)]);
  const std::string in = save_problem(problem, folder.file("p")), out = save_answer(answer, folder.file("a"));
  const Run seen = run({"compare", in, out});
  INFO(seen.out);
  CHECK(seen.code == 1);
  CHECK(seen.err.empty());
  CHECK(has(seen.out, "weights [5, 9]: observed "));
  CHECK(has(seen.out, "\nviolated: 1 of 98 numbers beyond its bound\n"));
  CHECK(has(seen.out, "\nwithin the bounds of no named profile of f64\n"));
  const Json json = compared(in, out, 1);
  CHECK(json.at("verdict") == "violated");
  CHECK(json.at("outputs").at("weights").at("where").at("row") == 5);
  CHECK(json.at("outputs").at("output").at("max_ratio") <= 1.0);
  // By a profile that allows for it, it is right.
  CHECK(compared(in, out, 0, {"--profile", "f32"}).at("profile") == "f32");
}

TEST_CASE("a profile may be a named one with keys changed") {
  const Folder folder;
  const Problem problem = drawn_problem(Dtype::f32, false, {Part::weights});
  const std::string in = save_problem(problem, folder.file("p"));
  const std::string out = save_answer(reference_numbers(problem), folder.file("a"));
  const double plain = compared(in, out, 0).at("outputs").at("weights").at("max_ratio");
  const Json json =
      compared(in, out, 0, {"--profile", R"({"profile": "f32", "exp_ulp": 40, "stored_scores": null, "flush": true})"});
  CHECK(json.at("profile") == R"(f32 with {"exp_ulp":40,"flush":true,"stored_scores":null})");
  CHECK(json.at("outputs").at("weights").at("max_ratio") < plain);
  CHECK(compared(in, out, 0, {"--profile", R"({"profile": "tf32"})"}).at("profile") == "tf32");
  refused({"compare", in, out, "--profile", "{"}, "--profile: profile: expected JSON, found '{', broken at byte 2");
  refused({"compare", in, out, "--profile", "{}"},
          "profile: expected the name of the profile to start from, found none");
  refused({"compare", in, out, "--profile", R"({"profile": "f33"})"}, R"(profile: expected the name of a profile)");
  refused({"compare", in, out, "--profile", R"({"profile": "f32", "blok": 3})"}, "found 'blok'");
  refused({"compare", in, out, "--profile", R"({"profile": "f32", "block": -3})"},
          "block: expected an integer from 0 to 1000000, found -3");
  refused({"compare", in, out, "--profile", R"({"profile": "f32", "exp_ulp": 0})"},
          "exp_ulp: expected an integer from 1 to 1000000, found 0");
  refused({"compare", in, out, "--profile", R"({"profile": "f32", "input_roundoff": 1})"}, "input_roundoff: expected");
  refused({"compare", in, out, "--profile", R"({"profile": "f32", "stored_qkv": "f8"})"}, "stored_qkv: expected f64");
  refused({"compare", in, out, "--profile", R"({"profile": "f32", "flush": 1})"},
          "flush: expected true or false, found 1");
}

TEST_CASE("a NaN exits with 1, and no profile explains it") {
  const Folder folder;
  const Problem problem = drawn_problem(Dtype::f64, false, {Part::output});
  Answer answer = reference_numbers(problem);
  answer.tensors.at(Part::output)(2, 0) = std::numeric_limits<double>::quiet_NaN();
  const std::string in = save_problem(problem, folder.file("p")), out = save_answer(answer, folder.file("a"));
  const Run seen = run({"compare", in, out});
  INFO(seen.out);
  CHECK(seen.code == 1);
  CHECK(has(seen.out, "output [2, 0]: observed nan = nan, golden "));
  CHECK(has(seen.out, "error inf, bound "));
  CHECK(has(seen.out, "\nviolated: 1 of 21 numbers beyond its bound, 1 not finite\n"));
  CHECK(has(seen.out, "\nwithin the bounds of no named profile of f64\n"));
  const Json json = compared(in, out, 1);
  CHECK(json.at("outputs").at("output").at("max_ratio") == "inf");
  CHECK(json.at("outputs").at("output").at("beyond") == 1);
  CHECK(json.at("outputs").at("output").at("not_finite") == 1);
  CHECK(json.at("outputs").at("output").at("max_ulp") < 1e3);
  CHECK(json.at("explained_by").is_null());
}

TEST_CASE("a wider profile is named with how much wider it is") {
  AnswerComparison comparison{.dtype = Dtype::f32, .profile = "f32", .outputs = {}, .explained_by = {}};
  const auto said = [&](double times) {
    comparison.explained_by = Explanation{"tf32", times};
    return comparison_text(comparison);
  };
  CHECK(has(said(4096), "\nwithin the bounds of profile tf32, which are 4,100 times wider than f32's\n"));
  CHECK(has(said(1.26), "which are 1.3 times wider"));
  CHECK(has(said(123), "which are 120 times wider"));
  CHECK(has(said(1234567), "which are 1,200,000 times wider"));
}

TEST_CASE("a NaN where no bound speaks of it exits with 3") {
  const Folder folder;
  const std::string in =
      std::string(proptests_dir) + "/vectors/values_may_overflow_where_their_mean_does_not.safetensors";
  REQUIRE(run({"attend", "--problem", in, "--exact", "--output", folder.file("y.npy")}).code == 0);
  CHECK(run({"compare", in, folder.file("y.npy")}).code == 0);
  NpyArray array = read_npy(folder.file("y.npy"));
  for (double& value : array.values) value = std::numeric_limits<double>::quiet_NaN();
  write_npy(folder.file("y.npy"), array);
  const Run seen = run({"compare", in, folder.file("y.npy")});
  INFO(seen.out);
  CHECK(seen.code == 3);
  CHECK(has(seen.out, "not run: no bound says enough of output, "));
  CHECK(has(seen.out, " not finite\n"));
  CHECK(has(seen.out, ", no bound\n"));
  CHECK(!has(seen.out, "within the bounds"));
  CHECK(compared(in, folder.file("y.npy"), 3).at("outputs").at("output").at("max_ratio").is_null());
}

TEST_CASE("a .npy file is told by its shape, or named") {
  const Folder folder;
  Problem problem =
      drawn_problem(Dtype::f64, true,
                    {Part::output, Part::weights, Part::lse, Part::scores, Part::queries, Part::keys, Part::values});
  const std::string in = save_problem(problem, folder.file("p"));
  const Answer answer = reference_numbers(problem);
  const auto array = [&](const char* name) {
    const std::string file = folder.file(std::string(name) + ".npy");
    write_npy(file, npy_array_of(answer.at(part_named(name).value())));
    return file;
  };
  const auto told = [&](const char* name, const char* as, Words more = {}) {
    const Json outputs = compared(in, array(name), 0, std::move(more)).at("outputs");
    INFO(name);
    CHECK(outputs.size() == 1);
    CHECK(outputs.contains(as));
  };
  told("output", "output");
  told("weights", "weights");
  told("lse", "lse");
  told("queries", "queries");
  told("scores", "scores", {"--as", "scores"});
  told("keys", "keys", {"--as", "keys"});
  told("values", "values", {"--as", "values"});
  // Without its name it is taken for what has the same shape and comes first.
  CHECK(run({"compare", in, array("scores")}).code == 1);
}

TEST_CASE("float16 arrays are answers too") {
  const Folder folder;
  const std::string in = save_problem(drawn_problem(Dtype::f16, false, {Part::output}), folder.file("p"));
  REQUIRE(run({"attend", "--problem", in, "--output", folder.file("y.npy")}).code == 0);
  CHECK(compared(in, folder.file("y.npy"), 0).at("dtype") == "f16");
}

TEST_CASE("a golden vector is a problem") {
  const Folder folder;
  const std::string in = std::string(proptests_dir) + "/vectors/moderate_scores_in_bf16.safetensors";
  REQUIRE(run({"attend", "--problem", in, "--exact", "--save", folder.file("a")}).code == 0);
  CHECK(compared(in, folder.file("a"), 0).at("outputs").at("scores").at("correctly_rounded") == 1.0);
}

TEST_CASE("the table has a line an output, and a map unless it is refused") {
  const Folder folder;
  const Problem problem = drawn_problem(Dtype::f64, true, {Part::output, Part::weights, Part::lse});
  const std::string in = save_problem(problem, folder.file("p"));
  const std::string out = save_answer(reference_numbers(problem), folder.file("a"));
  const Run seen = run({"compare", in, out});
  INFO(seen.out);
  REQUIRE(seen.code == 0);
  CHECK(seen.err.empty());
  for (const char* begin : {"\noutput  ", "\nweights  ", "\nlse  "}) CHECK(has(seen.out, begin));
  CHECK(has(seen.out, "\nholds: 77 of 77 numbers judged, all within their bounds\nwithin the bounds of profile f64\n"));
  CHECK(has(seen.out, "\nerror / bound of weights, in units of the largest, "));
  CHECK(has(seen.out, "   1.000"));
  CHECK(!has(seen.out, "\x1b"));
  CHECK(run({"compare", in, out, "--map"}).out == seen.out);
  const Run without = run({"compare", in, out, "--no-map"});
  CHECK(seen.out.starts_with(without.out));
  CHECK(!has(without.out, "error / bound of"));
}

TEST_CASE("a large map keeps the largest ratio of each block, marked beyond 1") {
  AnswerComparison comparison;
  OutputComparison weights{
      .part = Part::weights, .rows = 20, .columns = 33, .max_kappa = {}, .max_ratio = {}, .ratios = {}};
  weights.ratios.assign(20 * 33, 0.25F);
  weights.ratios[7 * 33 + 11] = 1.5F;
  weights.ratios[19 * 33 + 32] = std::numeric_limits<float>::infinity();
  weights.max_ratio = std::numeric_limits<double>::infinity();
  comparison.outputs.push_back(weights);
  const std::vector<std::string> lines = lines_of(comparison_map(comparison, {}));
  // 20 rows in blocks of 3, 33 columns in blocks of 5.
  REQUIRE(lines.size() == 10);
  CHECK(lines[1] == "error / bound of weights; a cell is the largest of 3 x 5 numbers");
  CHECK(lines[2] == "          0       5      10      15      20      25      30");
  CHECK(lines[3] == "0    0.250   0.250   0.250   0.250   0.250   0.250   0.250");
  CHECK(lines[5] == "6    0.250   0.250   1.500*  0.250   0.250   0.250   0.250");
  CHECK(lines[9] == "18   0.250   0.250   0.250   0.250   0.250   0.250 999.000*");
}

TEST_CASE("a map of small ratios has the largest as its unit") {
  AnswerComparison comparison;
  OutputComparison output{
      .part = Part::output, .rows = 1, .columns = 3, .max_kappa = {}, .max_ratio = 0x1p-10, .ratios = {}};
  output.ratios = {0x1p-11F, 0x1p-10F, 0};
  comparison.outputs = {output};
  CHECK(comparison_map(comparison, {}) ==
        "\nerror / bound of output, in units of the largest, 0.000977\n"
        "         0       1       2\n"
        "0   0.500   1.000   0.000\n");
  comparison.outputs[0].ratios.clear();
  CHECK(comparison_map(comparison, {}).empty());
}

TEST_CASE("a choice that is not computed is named, and the file that makes it") {
  const Folder folder;
  Problem problem = drawn_problem(Dtype::f64, false, {Part::output});
  const std::string out = save_answer(reference_numbers(problem), folder.file("a"));
  problem.how.causal = Causal::top_left;
  const std::string in = save_problem(problem, folder.file("p"));
  const std::string why = in + ": causal: expected none, as attnref computes nothing else yet, found top_left";
  refused({"compare", in, out}, why);
  refused({"attend", "--problem", in}, "--problem " + why);
  refused({"attend", "--problem", in, "--exact"}, "--problem " + why);
  problem.how.causal = Causal::none;
  problem.how.softcap = 30;
  refused({"attend", "--problem", save_problem(problem, in)}, "softcap: expected none");
}

TEST_CASE("what cannot be compared is one line") {
  const Folder folder;
  const Problem problem = drawn_problem(Dtype::f64, false, {Part::output, Part::weights});
  const Answer answer = reference_numbers(problem);
  const std::string in = save_problem(problem, folder.file("p")), out = save_answer(answer, folder.file("a"));
  const std::string no = folder.file("no");
  refused({"compare"}, "compare: expected PROBLEM and ANSWER, found none of them");
  refused({"compare", in}, "compare: expected PROBLEM and ANSWER, found one file");
  refused({"compare", in, out, out}, "compare: expected no further word");
  refused({"compare", no, out}, no + ": file: expected");
  // The report replaces neither of the files that it is about.
  refused({"compare", in, out, "--json", in},
          "--json: expected a file of its own, found " + in + ", which is the problem");
  refused({"compare", in, out, "--json", out}, "which is the answer");
  refused({"compare", in, no}, no + ": file: expected");
  refused({"compare", out, out}, out + ": metadata kind: expected 'problem', found 'answer'");
  refused({"compare", in, in}, in + ": metadata kind: expected 'answer', found 'problem'");
  refused({"compare", in, lesson_file("cell1_T6_Q")}, "shape: expected (7, 3) of output, (7, 11) of weights");
  refused({"compare", in, lesson_file("cell1_T6_Q"), "--as", "output"},
          "answer: output: expected shape (7 x 3), found (6 x 4)");
  refused({"compare", in, lesson_file("cell1_T6_Q"), "--as", "outputs"}, "--as: expected one of output, weights");
  refused({"compare", in, out, "--as", "output"}, "--as: expected an answer in a .npy file");
  refused({"compare", in, out, "--profile", "f63"}, "--profile: expected one of f64, f32");
  refused({"compare", in, out, "--json", "/no/such/folder/c.json"}, "--json /no/such/folder/c.json");
  refused({"compare", in, out, "--map", "--no-map"}, "excludes");
  refused({"compare", in, out, "--map=no"}, "--map: expected no value");

  Answer mixed = answer;
  mixed.tensors.at(Part::weights).dtype = Dtype::f32;
  for (double& value : mixed.tensors.at(Part::weights).values) value = round_to(Dtype::f32, value);
  refused({"compare", in, save_answer(mixed, folder.file("m"))},
          "answer: weights: expected dtype f64 as the other outputs have, found f32");
  refused({"compare", in, save_answer({}, folder.file("e"))}, "answer: expected an output, found none");
  write_safetensors(folder.file("u"), document_of(Reply(Unsupported{"no masks"})));
  refused({"compare", in, folder.file("u")}, "answer: expected outputs, found unsupported: no masks");
}
