#include "laws_hold/law_holds.hpp"

#include "attnref/check.hpp"
#include "catch.hpp"
#include "attnref/reference.hpp"

#include <string>

namespace attnref::test {

void law_holds(std::string_view id) {
  CheckOptions options;
  options.laws = {std::string(id)};
  const Report report = check(reference(), options);
  REQUIRE(report.laws.size() == 1);
  const LawReport& law = report.laws.front();
  CHECK(law.id == id);
  INFO(law.reason);
  INFO((law.counterexample ? to_string(law.counterexample->spec) : std::string()));
  CHECK(law.verdict == Verdict::holds);
  for (const auto& [dtype, count] : law.by_dtype) {
    INFO(name_of(dtype));
    CHECK(count.judged * 4 >= count.asked);
  }
}

}  // namespace attnref::test
