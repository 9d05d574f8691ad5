// A rapidcheck property as a Catch2 assertion. rc::check prints, takes its seed and its cases from the environment, and
// calls a run of no cases a success; here the seed is fixed and every case asked for must have been judged.
#pragma once

#include "catch.hpp"

#include <rapidcheck.h>
#include <rapidcheck/detail/TestListenerAdapter.h>

#include <array>
#include <cstddef>
#include <sstream>
#include <string>
#include <unordered_map>
#include <utility>

namespace attnref::claims {

/// The lengths that matter: around the widths of vector registers and tiles.
inline constexpr std::array<std::size_t, 19> lengths{1,  2,  3,  5,  7,  8,  9,   15,  16, 17,
                                                     31, 32, 33, 63, 64, 65, 127, 128, 129};

/// One of `lengths`, each as likely as any other from the first case on (rapidcheck would begin with the small ones and
/// hardly leave them); shrinks to the small ones.
inline rc::Gen<std::size_t> any_length() {
  const auto index = rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, lengths.size()));
  return rc::gen::map(index, [](std::size_t i) { return lengths[i]; });
}

/// What becomes of a property: judged cases, and the counterexample in words if one was found.
struct Outcome {
  int judged = 0;
  bool holds = false;
  std::string words;
};

/// Judges `cases` drawn cases of a property, which uses RC_ASSERT and discards nothing.
template <class Property>
Outcome outcome_of(const std::string& id, Property&& property, int cases) {
  rc::detail::TestParams params;
  params.seed = 20170612;
  params.maxSuccess = cases;
  rc::detail::TestMetadata metadata;
  metadata.id = id;
  metadata.description = id;
  rc::detail::TestListenerAdapter silent;
  const auto result = rc::detail::checkTestable(std::forward<Property>(property), metadata, params, silent,
                                                std::unordered_map<std::string, rc::detail::Reproduce>{});
  std::ostringstream words;
  rc::detail::printResultMessage(result, words);
  Outcome outcome{0, false, words.str()};
  if (result.template is<rc::detail::SuccessResult>()) {
    outcome.judged = result.template get<rc::detail::SuccessResult>().numSuccess;
    outcome.holds = outcome.judged > 0 && outcome.judged >= cases;
  }
  return outcome;
}

/// Fails the test case unless the property holds on all of `cases` cases.
template <class Property>
void require_property(const std::string& id, Property&& property, int cases = 100) {
  const Outcome outcome = outcome_of(id, std::forward<Property>(property), cases);
  INFO(outcome.words);
  INFO("cases judged: " << outcome.judged);
  REQUIRE(outcome.holds);
}

}  // namespace attnref::claims
