// attnref attend on documents, and --exact: the numbers of golden(), in files and in the summary, and how they were
// settled.
#include "attnref/golden.hpp"
#include "attnref/reference.hpp"
#include "catch.hpp"
#include "documents/document.hpp"
#include "files/npy.hpp"
#include "generators/draw.hpp"
#include "problem_files.hpp"
#include "reports/settled.hpp"
#include "refused.hpp"

using namespace attnref;
using namespace attnref::test;

namespace {

using Words = std::vector<std::string>;

/// The answer in a file.
Answer saved_answer(const std::string& file) { return std::get<Answer>(reply_of(read_safetensors(file), file)); }

void same(const Answer& seen, const GoldenAnswer& right) {
  CHECK(seen.tensors.size() == right.size());
  for (const auto& [part, output] : right) {
    INFO(name_of(part));
    CHECK(seen.at(part) == output.tensor);
  }
}

std::string vector_file(const std::string& id) {
  return std::string(proptests_dir) + "/vectors/" + id + ".safetensors";
}

}  // namespace

TEST_CASE("an exact answer in a document is golden()'s, bit for bit, in every format") {
  const Folder folder;
  const bool projected = GENERATE(false, true);
  const Problem problem = drawn_problem(Dtype::f64, projected, {Part::output, Part::weights, Part::lse, Part::queries});
  const std::string in = save_problem(problem, folder.file("p.safetensors")), out = folder.file("a.safetensors");
  for (const Format& format : formats) {
    INFO(format.name);
    const Run seen = run({"attend", "--problem", in, "--exact", "--dtype", std::string(format.name), "--save", out});
    INFO(seen.err);
    REQUIRE(seen.code == 0);
    CHECK(seen.err.empty());
    const GoldenAnswer right = golden(problem, {.formats = {format.dtype}, .progress = {}}).at(format.dtype);
    same(saved_answer(out), right);
    SettledCounts counts;
    for (const auto& [part, output] : right) counts += output.counts();
    CHECK(seen.out == settled_text(counts) + "\n");
    CHECK(read_safetensors(out).metadata.at("precision") == std::to_string(counts.bits));
  }
}

TEST_CASE("arrays in .npy files have exact answers in .npy files") {
  const Folder folder;
  Words words{"attend", "--exact"};
  for (const char* name : {"q", "k", "v"}) {
    words.insert(words.end(), {std::string("--") + name,
                               lesson_file("cell1_T6_" + std::string(1, static_cast<char>(std::toupper(name[0]))))});
  }
  words.insert(words.end(), {"--output", folder.file("y.npy"), "--lse", folder.file("l.npy")});
  REQUIRE(run(words).code == 0);
  const auto read = [](const char* name) { return tensor_of(read_npy(lesson_file(name))); };
  Problem problem = attention_problem(read("cell1_T6_Q"), read("cell1_T6_K"), read("cell1_T6_V"));
  problem.wanted = {Part::output, Part::lse};
  for (const Dtype dtype : {Dtype::f64, Dtype::f32, Dtype::f16}) {
    Words asked = words;
    asked.insert(asked.end(), {"--dtype", std::string(name_of(dtype))});
    REQUIRE(run(asked).code == 0);
    const GoldenAnswer right = golden(problem, {.formats = {dtype}, .progress = {}}).at(dtype);
    CHECK(tensor_of(read_npy(folder.file("y.npy"))) == right.at(Part::output).tensor);
    CHECK(tensor_of(read_npy(folder.file("l.npy"))) == right.at(Part::lse).tensor);
  }
  CHECK(folder.count() == 2);
}

TEST_CASE("one call writes a document and arrays, alike") {
  const Folder folder;
  const std::string in =
      save_problem(drawn_problem(Dtype::f32, false, {Part::output, Part::weights}), folder.file("p"));
  const std::string out = folder.file("a"), lse = folder.file("l.npy"), weights = folder.file("w.npy");
  const Words exactly = GENERATE(Words{}, Words{"--exact"});
  Words words{"attend", "--problem", in, "--save", out, "--lse", lse, "--weights", weights};
  words.insert(words.end(), exactly.begin(), exactly.end());
  REQUIRE(run(words).code == 0);
  const Answer answer = saved_answer(out);
  CHECK(answer.tensors.size() == 3);
  CHECK(answer.at(Part::lse) == tensor_of(read_npy(lse)));
  CHECK(answer.at(Part::weights) == tensor_of(read_npy(weights)));
}

TEST_CASE("any number of threads gives the same bytes") {
  const Folder folder;
  const std::string in = vector_file("every_position_counts_at_length_65");
  for (const char* jobs : {"1", "3"}) {
    REQUIRE(run({"attend", "--problem", in, "--exact", "--jobs", jobs, "--save", folder.file(jobs)}).code == 0);
  }
  CHECK(contents(folder.file("1")) == contents(folder.file("3")));
}

TEST_CASE("a given scale is taken as it is by exact answers, and rounded by others") {
  const Folder folder;
  Problem problem = drawn_problem(Dtype::f32, false, {Part::scores});
  const std::string in = save_problem(problem, folder.file("p")), out = folder.file("a");
  REQUIRE(run({"attend", "--problem", in, "--exact", "--scale", "0.1", "--save", out}).code == 0);
  problem.how.scale = 0.1;
  same(saved_answer(out), golden(problem).at(Dtype::f32));
  // The document's own scale serves where none is given.
  REQUIRE(run({"attend", "--problem", save_problem(problem, folder.file("s")), "--exact", "--save", out}).code == 0);
  same(saved_answer(out), golden(problem).at(Dtype::f32));
  CHECK(has(run({"attend", "--problem", in, "--exact", "--scale", "0.1"}).out, "scale 0.1  correctly rounded"));
}

TEST_CASE("the reference answers a document in its dtype, as it answers anyone") {
  const Folder folder;
  for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
    const Problem problem = drawn_problem(dtype, true, {Part::output, Part::weights, Part::lse});
    const std::string in = save_problem(problem, folder.file("p"));
    const Run seen = run({"attend", "--problem", in, "--save", folder.file("a")});
    REQUIRE(seen.code == 0);
    CHECK(seen.out.empty());
    const Answer answer = saved_answer(folder.file("a")), right = std::get<Answer>(reference().attend(problem));
    CHECK(answer.tensors.size() == 3);
    for (const auto& [part, tensor] : right.tensors) CHECK(answer.at(part) == tensor);
  }
}

TEST_CASE("the reference computes narrow formats in f32 and rounds once") {
  const Folder folder;
  for (const Dtype dtype : {Dtype::f16, Dtype::bf16}) {
    const Problem problem = drawn_problem(dtype, true, {Part::output, Part::weights});
    const std::string in = save_problem(problem, folder.file("p"));
    REQUIRE(run({"attend", "--problem", in, "--save", folder.file("narrow")}).code == 0);
    REQUIRE(run({"attend", "--problem", in, "--dtype", "f32", "--save", folder.file("wide")}).code == 0);
    Answer wide = saved_answer(folder.file("wide"));
    const Answer narrow = saved_answer(folder.file("narrow"));
    for (auto& [part, tensor] : wide.tensors) {
      tensor.dtype = dtype;
      for (double& value : tensor.values) value = round_to(dtype, value);
      CHECK(tensor == narrow.at(part));
    }
  }
}

TEST_CASE("the summary of exact values says so, and how they were settled") {
  const Run seen = run({"attend", "--problem", vector_file("equal_keys_share_their_weight"), "--exact"});
  INFO(seen.out);
  REQUIRE(seen.code == 0);
  CHECK(has(seen.out, "correctly rounded\n"));
  CHECK(has(seen.out, " exact, "));
  CHECK(has(seen.out, "none undecided; "));
}

TEST_CASE("settled values are counted in words") {
  CHECK(settled_text({.interval = 4095, .exact = 3, .sign = 1, .dominance = 1, .undecided = 0, .bits = 256}) ==
        "4100 numbers: 4095 by interval, 3 exact, 1 by sign, 1 by dominance, none undecided; 256 bits at most");
  CHECK(settled_text({.interval = 0, .exact = 0, .sign = 0, .dominance = 0, .undecided = 1, .bits = 65536}) ==
        "1 number: none by interval, none exact, none by sign, none by dominance, 1 undecided; 65536 bits at most");
}

TEST_CASE("attend refuses documents that are no problems, two forms, and files it would overwrite") {
  const Folder folder;
  const std::string in = save_problem(drawn_problem(Dtype::f64, false, {Part::output}), folder.file("p"));
  refused({"attend", "--problem", folder.file("no")}, "attnref: --problem " + folder.file("no") + ": file: expected");
  refused({"attend", "--problem", in, "--q", lesson_file("cell1_T6_Q")},
          "expected --x --wq --wk --wv, or --q --k --v, or --problem, found --problem --q");
  refused({"attend", "--problem", in, "--save", in}, "--save: expected a file of its own");
  refused({"attend", "--problem", in, "--save", folder.file("a"), "--lse", folder.file("a")}, "which is --save's");
  refused({"attend", "--problem", in, "--save", "-"}, "--save: expected the name of a file, found '-'");
  refused({"attend", "--problem", in, "--save", "/no/such/folder/a"}, "--save /no/such/folder/a");
  refused({"attend", "--problem", in, "--exact", "--dtype", "bf16", "--output", folder.file("y.npy")},
          "--output: expected an answer in f64, f32 or f16, since .npy has no bf16; --save has");
  REQUIRE(run({"attend", "--problem", in, "--save", folder.file("a")}).code == 0);
  refused({"attend", "--problem", folder.file("a")}, "metadata kind: expected 'problem', found 'answer'");
  refused({"attend", "--problem", in, "--exact=yes"}, "--exact: expected no value");
  CHECK(folder.count() == 2);
}
