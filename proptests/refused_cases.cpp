// A case that cannot be replayed is refused with the keys that are wrong, and what is suggested in its place is
// accepted.
#include "attnref/law.hpp"
#include "catch.hpp"
#include "search/case_generator.hpp"
#include "search/refused_case.hpp"

#include <string>
#include <vector>

using namespace attnref;

namespace {

constexpr std::string_view suggests = "; a case that is accepted: ";

Capabilities with(const Constraints& constraints) {
  Capabilities capabilities;
  capabilities.features = {Feature::projections,         Feature::weights, Feature::lse, Feature::scores,
                           Feature::queries_keys_values, Feature::scale};
  capabilities.constraints = constraints;
  return capabilities;
}

std::vector<Constraints> all_constraints() {
  Constraints tiles, one_length, wide;
  tiles.t = {.among = {}, .multiple_of = 16, .least = 16, .most = 128};
  tiles.d_k = {.among = {32, 64}};
  tiles.d_v_equals_d_k = true;
  one_length.equal_lengths = true;
  one_length.only_projected = true;
  wide.d_model = {.among = {}, .multiple_of = 8, .least = 64};
  wide.d_v = {.among = {128}};
  return {{}, tiles, one_length, wide};
}

std::vector<Spec> odd_specs(const Law& law) {
  std::vector<Spec> specs;
  for (const char* more : {"", ",d_k=0", ",t_q=0,t_k=0", ",t_q=3,t_k=5", ",form=projected,t_q=3,t_k=5,d_model=7",
                           ",bits=52,regime=special", ",t_q=33,t_k=17,d_k=129,d_v=65,d_model=129,zeroed=100",
                           ",form=projected,regime=tied,bits=1", ",d_k=3,d_v=4,regime=underflow"}) {
    specs.push_back(spec_of("v=2,law=" + std::string(law.id) + more));
  }
  return specs;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("refused cases: what is suggested is accepted, and each key that it changes is named") {
  std::size_t refused = 0, suggested = 0;
  for (const Law& law : laws()) {
    for (const Constraints& constraints : all_constraints()) {
      const Capabilities capabilities = with(constraints);
      const CaseGenerator generator(law, Dtype::f64, capabilities, 1, 129);
      for (const Spec& spec : odd_specs(law)) {
        if (generator.fits(spec)) continue;
        ++refused;
        const std::string line = generator.refusal(spec);
        INFO(line);
        CHECK(line.starts_with("replay: "));
        CHECK(has(line, ": expected "));
        CHECK(line.find('\n') == std::string::npos);
        const std::size_t at = line.find(suggests);
        CHECK(has(line, "no case meets all of that") == (at == std::string::npos));
        if (at == std::string::npos) continue;
        ++suggested;
        const Spec accepted = spec_of(line.substr(at + suggests.size()));
        CHECK(generator.fits(accepted));
        CHECK_NOTHROW(law.draw(accepted));
        const auto is_named = [&](const char* key, bool changes) {
          if (changes) CHECK(has(line.substr(0, at), std::string(key) + ": expected "));
        };
        is_named("d_k", spec.sizes.d_k == 0);
        is_named("form", spec.projected != accepted.projected);
        is_named("regime", spec.regime != accepted.regime);
      }
    }
  }
  CHECK(refused > 200);
  CHECK(suggested > 150);
}

TEST_CASE("refused cases: whose demand it is, what was expected and what was found") {
  const Law& law = *law_named("scores_are_symmetric_when_queries_equal_keys");
  const Capabilities capabilities = with(all_constraints()[1]);
  const CaseGenerator generator(law, Dtype::f32, capabilities, 1, 129);
  const std::string line = generator.refusal(
      spec_of("v=2,law=scores_are_symmetric_when_queries_equal_keys,dtype=f32,t_q=16,t_k=5,d_k=3,d_v=3,bits=40"));
  INFO(line);
  CHECK(has(line, "t_k: expected 16, which law scores_are_symmetric_when_queries_equal_keys is about, found 5"));
  CHECK(has(line, "d_k: expected 32, which the backend takes, found 3"));
  CHECK(has(line, "bits: expected 23, which f32 has room for, found 40"));
  CHECK(has(line, "; a case that is accepted: v=2,law="));
  // Keys that are as they should be are left out.
  CHECK_FALSE(has(line, "t_q: expected"));
  CHECK_FALSE(has(line, "seed: expected"));
}

TEST_CASE("refused cases: demands that exclude each other") {
  const Spec spec = spec_of("v=2,law=rows_sum_to_one");
  const auto sets = [](std::size_t size) {
    return [size](Spec s) {
      s.sizes.t_q = size;
      return s;
    };
  };
  CHECK(refusal_of(spec, {{"which one takes", sets(2)}, {"which the other takes", sets(3)}}, std::nullopt) ==
        "replay: t_q: expected 2, which one takes, found 1; t_q: expected 3, which the other takes, found 1; no case "
        "meets all of that");
}
