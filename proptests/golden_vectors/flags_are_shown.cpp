// Each flag of each vector is earned: an implementation that makes the mistake is given away by that vector.
#include "catch.hpp"
#include "golden_vectors/mistakes.hpp"
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"
#include "vectors/vector_case.hpp"

#include <algorithm>
#include <exception>

using namespace attnref;
using namespace attnref::test;

namespace {

/// What the backend answers, or Failed where it throws.
Reply reply_of(const AnyBackend& backend, const Problem& problem) {
  try {
    return backend.attend(problem);
  } catch (const std::exception& error) {
    return Failed{error.what()};
  }
}

/// In f64, or in f32 where that holds the inputs.
bool is_killed(const Mutant& mutant, const Problem& problem) {
  for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
    if (!is_held_in(dtype, problem)) continue;
    const BesideExact beside = beside_exact(problem, dtype);
    if (is_wrong(reply_of(mutant.make(), beside.problem), beside)) return true;
  }
  return false;
}

bool is_shown(const MistakesOfFlag& mistakes, const Problem& problem) {
  return std::any_of(mistakes.computed.begin(), mistakes.computed.end(),
                     [&](ShownBy shown) { return shown(problem); }) ||
         std::any_of(mistakes.mutants.begin(), mistakes.mutants.end(),
                     [&](std::string_view name) { return is_killed(*mutant_named(name), problem); });
}

}  // namespace

/// A mistake is found by the vectors that have its flag.
TEST_CASE("vectors.flags_are_shown") {
  if (!golden_is_built()) {
    WARN("built without FLINT: skipped");
    return;
  }
  REQUIRE(mistakes().size() == vectors::flags().size());
  const std::vector<vectors::Case> all = vectors::cases();
  for (std::size_t i = 0; i < mistakes().size(); ++i) {
    const MistakesOfFlag& entry = mistakes()[i];
    REQUIRE(entry.flag == vectors::flags()[i].name);
    for (const std::string_view name : entry.mutants) {
      INFO(name);
      REQUIRE(mutant_named(name) != nullptr);
    }
    for (const vectors::Case& one : all) {
      if (std::find(one.flags.begin(), one.flags.end(), entry.flag) == one.flags.end()) continue;
      INFO(one.id << " has the flag " << entry.flag << ", and its mistakes are answered rightly");
      CHECK(is_shown(entry, one.problem));
    }
  }
}

/// An honest implementation is given away by none.
TEST_CASE("vectors.textbook_passes") {
  if (!golden_is_built()) {
    WARN("built without FLINT: skipped");
    return;
  }
  for (const vectors::Case& one : vectors::cases()) {
    INFO(one.id);
    for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
      if (!is_held_in(dtype, one.problem)) continue;
      const BesideExact beside = beside_exact(one.problem, dtype);
      CHECK(!is_wrong(textbook().attend(beside.problem), beside));
    }
  }
}
