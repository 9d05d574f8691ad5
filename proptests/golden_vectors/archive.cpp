// The golden vectors as they are released: the same bytes each time, sums that are right, and a script that judges.
#include "catch.hpp"
#include "golden_vectors/committed.hpp"
#include "golden_vectors/programs.hpp"
#include "golden_vectors/stored_answers.hpp"
#include "vectors/vector_case.hpp"

#include <fmt/format.h>

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>

using namespace attnref;
using namespace attnref::test;

namespace {

int code_of(const std::string& command) {
  const int status = std::system((command + " > /dev/null 2>&1").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int pack(const std::string& folder, const std::string& into) {
  return code_of(fmt::format("python3 '{}/../src/cmake/pack_vectors.py' '{}' '{}'", proptests_dir, folder, into));
}

}  // namespace

/// Two archives are one, though the files' dates differ and an answer lies beside them; unpacked, all is there.
TEST_CASE("vectors.archive") {
  if (code_of("python3 -c '' && tar --version && sha256sum --version") != 0) {
    WARN("no python3, tar or sha256sum: skipped");
    return;
  }
  const Folder folder;
  const std::string copy = folder.file("copy"), top = fmt::format("attnref-vectors-{}", vectors::version);
  const std::string one = folder.file("one"), two = folder.file("two");
  std::filesystem::copy(committed, copy);
  write(copy + "/mine.answer.npy", "mine");
  REQUIRE(pack(committed, one) == 0);
  REQUIRE(pack(copy, two) == 0);
  const std::string archive = "/" + top + ".tar.gz", bytes = contents(one + archive);
  CHECK(bytes.size() > 100000);
  CHECK(bytes == contents(two + archive));
  CHECK(contents(one + archive + ".sha256") == sha256(bytes) + "  " + top + ".tar.gz\n");

  REQUIRE(code_of(fmt::format("cd '{}' && sha256sum -c '{}.tar.gz.sha256' && tar -xzf '{}.tar.gz'", one, top, top)) ==
          0);
  const std::string unpacked = one + "/" + top;
  std::set<std::string> expected = names_in(committed);
  CHECK(lines_of(contents(unpacked + "/SHA256SUMS")).size() == expected.size());
  expected.insert("SHA256SUMS");
  CHECK(names_in(unpacked) == expected);
  CHECK(code_of(fmt::format("cd '{}' && sha256sum --strict -c SHA256SUMS", unpacked)) == 0);
  CHECK(has(contents(unpacked + "/LICENSE"), "CC0"));
  const Folder answers;
  store_reference_answers(answers);
  CHECK(code_of(fmt::format("'{}/verify.py' --answers '{}'", unpacked, answers.file(""))) == 0);

  // A vector that is not as the manifest says is not packed.
  std::string changed = contents(copy + "/no_keys.safetensors");
  changed.back() ^= 1;
  write(copy + "/no_keys.safetensors", changed);
  CHECK(pack(copy, folder.file("three")) == 1);
  CHECK(!std::filesystem::exists(folder.file("three")));
}
