// The verb example: what it prints is what the other verbs take.
#include "catch.hpp"
#include "documents/document.hpp"
#include "run_command.hpp"

#include <nlohmann/json.hpp>

using namespace attnref;
using namespace attnref::test;
using nlohmann::json;

TEST_CASE("the example problem is the lesson's layer, and attend and compare take it") {
  const Folder folder;
  const std::string problem = folder.file("problem.safetensors"), answer = folder.file("answer.safetensors");
  write(problem, run({"example", "problem"}).out);
  CHECK(run({"example", "answer", "--save", answer}).out.empty());

  const Problem read = problem_of(read_safetensors(problem), problem);
  CHECK(read.sizes() == Sizes{.t_q = 6, .t_k = 6, .d_model = 8, .d_k = 4, .d_v = 5});
  const Run attended = run({"attend", "--problem", problem});
  CHECK(attended.code == 0);
  CHECK(attended.out == run({"attend", "--x", lesson_file("cell1_T6_X"), "--wq", lesson_file("cell1_T6_Wq"), "--wk",
                             lesson_file("cell1_T6_Wk"), "--wv", lesson_file("cell1_T6_Wv")})
                            .out);

  // NumPy's answer lies within the bounds, and is told from an answer that doesn't.
  const Run compared = run({"compare", problem, answer, "--json", "-"});
  CHECK(compared.code == (golden_is_built() ? 0 : 2));
  if (golden_is_built()) CHECK(json::parse(compared.out)["outputs"].size() == 2);
}

TEST_CASE("the example backends are the files beside the command") {
  const std::string folder = lines_of(run({"example", "folder"}).out).front();
  for (const auto& [language, file] :
       {std::pair{"python", "/python/numpy_backend.py"}, std::pair{"c", "/c/plain_backend.c"},
        std::pair{"cpp", "/cpp/plain_backend.cpp"}, std::pair{"node", "/node/plain_backend.mjs"},
        std::pair{"rust", "/rust/src/main.rs"}}) {
    const Run seen = run({"example", "backend", "--language", language});
    CHECK(seen.code == 0);
    CHECK(seen.out == contents(folder + file));
    CHECK(seen.out.size() > 500);
  }
  CHECK(run({"example", "backend"}).out == run({"example", "backend", "--language", "python"}).out);
}

TEST_CASE("what is no example is refused in a line") {
  for (const auto& [words, said] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"example"}, "example: expected one of problem, answer, backend, folder, found ''"},
           {{"example", "probelm"}, "found 'probelm'; did you mean problem?"},
           {{"example", "backend", "--language", "rsut"},
            "--language: expected one of python, c, cpp, node, rust, found 'rsut'; did you mean rust?"},
           {{"example", "problem", "--language", "c"}, "example: --language: expected only with backend"},
           {{"example", "problem", "--save", "/no/such/folder/p"},
            "--save /no/such/folder/p: file: expected to write it"},
           {{"example", "folder", "--save", "f"}, "example: --save: expected only with problem, answer or backend"}}) {
    const Run seen = run(words);
    CHECK(seen.code == 2);
    CHECK(seen.out.empty());
    CHECK(has(seen.err, said));
    CHECK(lines_of(seen.err).size() == 1);
  }
}
