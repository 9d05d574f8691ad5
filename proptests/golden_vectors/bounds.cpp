// The bounds of the manifest: an honest implementation keeps them, and they are no wider than the derived ones.
#include "vectors/bounds.hpp"

#include "catch.hpp"
#include "golden_vectors/beside_exact.hpp"
#include "golden_vectors/committed.hpp"
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace attnref;
using namespace attnref::test;
using nlohmann::json;

namespace {

/// Whether the answer keeps the bounds of the manifest, as a consumer without error_bound would ask.
bool keeps(const Answer& answer, const json& entry, Dtype dtype) {
  const Document vector = vector_named(entry["id"]);
  for (const auto& [part, tensor] : answer.tensors) {
    const std::string output(name_of(part));
    const json& bound = entry["bounds"][output][std::string(name_of(dtype))];
    if (bound.is_null()) continue;
    const std::vector<double>& golden = vector.tensors.at(output + ".f64").values;
    for (std::size_t n = 0; n < golden.size(); ++n) {
      if (std::isfinite(golden[n]) && !(std::fabs(tensor.values[n] - golden[n]) <= bound.get<double>())) return false;
    }
  }
  return true;
}

}  // namespace

/// Two digits, never fewer than it was.
TEST_CASE("vectors.bounds_are_rounded_up") {
  CHECK(vectors::rounded_up(0) == 0);
  CHECK(vectors::rounded_up(1) == 1);
  CHECK(vectors::rounded_up(1 + std::numeric_limits<long double>::epsilon()) == 1.1);
  CHECK(vectors::rounded_up(9.95L) == 10);
  CHECK(vectors::rounded_up(0x1p-52L) == 2.3e-16);
  CHECK(vectors::rounded_up(1234) == 1300);
  CHECK(vectors::rounded_up(0x1p-1074L) == 5e-324);
}

/// The textbook keeps every bound, and mutants don't.
TEST_CASE("vectors.bounds_are_kept") {
  std::size_t bounds = 0, silent = 0;
  const std::vector<vectors::Case> all = vectors::cases();
  const json entries = entries_in(committed);
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO(all[i].id);
    REQUIRE(entries[i]["id"] == all[i].id);
    CHECK(entries[i]["bounds"].size() == all[i].problem.wanted.size());
    for (const auto& [output, of_profiles] : entries[i]["bounds"].items()) {
      for (const auto& [profile, bound] : of_profiles.items()) ++(bound.is_null() ? silent : bounds);
    }
    for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
      const bool held = is_held_in(dtype, all[i].problem);
      const json bounds_of_weights = entries[i]["bounds"].value("weights", json::object());
      CHECK(bounds_of_weights.contains(std::string(name_of(dtype))) ==
            (held && all[i].problem.wanted.contains(Part::weights)));
      if (!held) continue;
      const Problem problem = in_format(all[i].problem, dtype);
      CHECK(keeps(std::get<Answer>(textbook().attend(problem)), entries[i], dtype));
      if (all[i].id == "moderate_scores_in_f32") {
        CHECK(!keeps(std::get<Answer>(mutant_named("scale_missing")->make().attend(problem)), entries[i], dtype));
      }
    }
  }
  CHECK(bounds > 2 * silent);
}

/// The largest element of the derived bounds, rounded up, and not much more.
TEST_CASE("vectors.bounds_are_derived") {
  if (!golden_is_built()) {
    WARN("built without FLINT: skipped");
    return;
  }
  const std::vector<vectors::Case> all = vectors::cases();
  const json entries = entries_in(committed);
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
      const json bounds = entries[i]["bounds"].value("weights", json::object());
      const json bound = bounds.value(std::string(name_of(dtype)), json());
      if (!bound.is_number()) continue;
      INFO(all[i].id << ' ' << name_of(dtype));
      const BesideExact beside = beside_exact(all[i].problem, dtype);
      long double largest = 0;
      for (std::size_t n = 0; n < beside.exact[Part::weights].mid.size(); ++n) {
        if (std::isfinite(beside.exact[Part::weights].mid[n]))
          largest = std::max(largest, beside.bounds[Part::weights].limit[n]);
      }
      CHECK(bound.get<double>() >= largest);
      CHECK(bound.get<double>() <= 1.1 * (static_cast<double>(largest) + 0x1p-53));
    }
  }
}
