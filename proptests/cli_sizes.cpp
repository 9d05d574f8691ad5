// A file of a few bytes may claim any shape for an array without numbers: no command pays for what it claims.
#include "attnref/golden.hpp"
#include "catch.hpp"
#include "doors/document_stream.hpp"
#include "documents/hello.hpp"
#include "documents/document.hpp"
#include "files/npy.hpp"
#include "files/safetensors.hpp"
#include "files/sha256.hpp"
#include "refused.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

using namespace attnref;
using namespace attnref::test;

namespace {

using Shape = std::vector<std::size_t>;

StoredTensor zeros(const Shape& shape) {
  std::size_t count = 1;
  for (const std::size_t length : shape) count *= length;
  return {ElementType::f32, shape, std::vector<double>(count, 0)};
}

Document given(const Shape& q, const Shape& k, const Shape& v) {
  return {{{"attnref", "1"}, {"kind", "problem"}}, {{"q", zeros(q)}, {"k", zeros(k)}, {"v", zeros(v)}}};
}

Document projected(const Shape& x, const Shape& wq, const Shape& wv) {
  return {{{"attnref", "1"}, {"kind", "problem"}},
          {{"x", zeros(x)}, {"wq", zeros(wq)}, {"wk", zeros(wq)}, {"wv", zeros(wv)}}};
}

struct Claim {
  const char* what;
  Document document;
  std::string said;
};

constexpr std::size_t quadrillion = 1000000000000000;

std::vector<Claim> claims() {
  const std::string no_numbers = ": expected at most 1024, where the inputs have 0 numbers in all, found ";
  return {{"keys of any width", given({0, quadrillion}, {0, quadrillion}, {0, 2}), "d_k" + no_numbers},
          {"keys of a width that memory holds", given({0, 100000000}, {0, 100000000}, {0, 2}), "d_k" + no_numbers},
          {"values of any width", given({0, 1}, {0, 1}, {0, quadrillion}), "d_v" + no_numbers},
          {"positions of no width", projected({100000000, 0}, {0, 1}, {0, 2}), "t_q" + no_numbers},
          {"projections from nothing", projected({3, 0}, {0, 100000000}, {0, 2}), "d_k" + no_numbers},
          {"values of no width", given({2, 1}, {2, 1}, {2, 0}), ""},
          {"as many as there are numbers", given({0, 1}, {2000, 1}, {2000, 0}), ""}};
}

}  // namespace

TEST_CASE("sizes that no number pays for are refused by attend and compare", "[cli]") {
  const Folder folder;
  const std::string problem = folder.file("p.safetensors"), answer = folder.file("a.safetensors");
  write_safetensors(answer, {{{"attnref", "1"}, {"kind", "answer"}}, {{"output", zeros({0, 2})}}});
  for (const Claim& claim : claims()) {
    INFO(claim.what);
    write_safetensors(problem, claim.document);
    if (claim.said.empty()) {
      CHECK(run({"attend", "--problem", problem}).code == 0);
      continue;
    }
    refused({"attend", "--problem", problem}, claim.said);
    refused({"attend", "--problem", problem, "--exact"}, claim.said);
    refused({"compare", problem, answer}, claim.said);
  }
}

TEST_CASE("sizes that no number pays for are refused in .npy files", "[cli]") {
  const Folder folder;
  const std::string wide = folder.file("wide.npy"), v = folder.file("v.npy");
  write_npy(wide, {NpyDtype::f4, {0, 100000000}, {}});
  write_npy(v, {NpyDtype::f4, {0, 2}, {}});
  for (const bool exact : {false, true}) {
    std::vector<std::string> words{"attend", "--q", wide, "--k", wide, "--v", v};
    if (exact) words.emplace_back("--exact");
    refused(words, "d_k: expected at most 1024");
  }
}

TEST_CASE("an answer that no machine holds is refused before it is begun", "[cli]") {
  const Folder folder;
  const std::string x = folder.file("x.npy"), w = folder.file("w.npy");
  write_npy(x, {NpyDtype::f2, {4000000, 1}, std::vector<double>(4000000, 0)});
  write_npy(w, {NpyDtype::f2, {1, 1}, {1}});
  refused({"attend", "--x", x, "--wq", w, "--wk", w, "--wv", w}, "memory: expected at most ");
  if (!golden_is_built()) return;
  refused({"attend", "--x", x, "--wq", w, "--wk", w, "--wv", w, "--exact"}, "memory: expected at most ");
}

TEST_CASE("sizes that no number pays for are refused by vectors verify", "[cli]") {
  if (!golden_is_built()) return;
  const Folder folder;
  const std::string vector = folder.file("wide.safetensors");
  Document document = given({0, 100000000}, {0, 100000000}, {0, 2});
  document.metadata["kind"] = "vector";
  write_safetensors(vector, document);
  write_safetensors(folder.file("wide.answer.safetensors"),
                    {{{"attnref", "1"}, {"kind", "answer"}}, {{"output", zeros({0, 2})}}});
  write(folder.file("manifest.json"),
        fmt::format(R"({{"attnref": "1", "vectors": [{{"id": "wide", "file": "wide.safetensors", "sha256": "{}",)"
                    R"( "notes": []}}]}})",
                    sha256(contents(vector))));
  refused({"vectors", "verify", folder.file("")}, "d_k: expected at most 1024");
}

TEST_CASE("serve answers a problem of such sizes with what is wrong, and goes on", "[cli]") {
  const Folder folder;
  const std::string documents = folder.file("in"), answers = folder.file("out");
  std::string bytes = encode_safetensors(hello());
  std::size_t wrong = 0;
  for (const Claim& claim : claims()) {
    bytes += encode_safetensors(claim.document);
    wrong += claim.said.empty() ? 0 : 1;
  }
  write(documents, bytes);
  REQUIRE(std::system(fmt::format("'{}' serve < '{}' > '{}'", command_path, documents, answers).c_str()) == 0);
  DocumentStream stream("answers", std::size_t{1} << 20);
  stream.add(contents(answers));
  REQUIRE(stream.next());
  std::size_t failed = 0;
  for (const Claim& claim : claims()) {
    INFO(claim.what);
    const auto answer = stream.next();
    REQUIRE(answer);
    failed += answer->metadata.contains("failed") ? 1 : 0;
  }
  CHECK(failed == wrong);
  CHECK(wrong > 0);
}
