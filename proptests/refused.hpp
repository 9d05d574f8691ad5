// Bad input as a user meets it: one line, exit code 2, nothing on stdout.
#pragma once

#include "catch.hpp"
#include "run_command.hpp"

namespace attnref::test {

/// Checks that the command refuses these words in one line that has `said` in it.
inline void refused(const std::vector<std::string>& words, const std::string& said) {
  const Run seen = run(words);
  INFO(seen.err);
  CHECK(seen.code == 2);
  CHECK(seen.out.empty());
  CHECK(lines_of(seen.err).size() == 1);
  CHECK(seen.err.starts_with("attnref: "));
  CHECK(has(seen.err, said));
}

}  // namespace attnref::test
