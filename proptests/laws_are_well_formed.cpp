// What every law owes the engine, tested on all of them: a name of its own, hypotheses that fit() meets for good, draws
// that are pure, and problems inside what a backend says it takes.
#include "attnref/check.hpp"
#include "attnref/law.hpp"
#include "attnref/reference.hpp"
#include "catch.hpp"
#include "generators/random.hpp"
#include "search/case_generator.hpp"

#include <algorithm>
#include <set>
#include <string>

using namespace attnref;

namespace {

constexpr std::size_t cases = 60;

std::vector<Spec> specs_of(const Law& law, const Capabilities& capabilities) {
  std::vector<Spec> specs;
  for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
    const CaseGenerator generator(law, dtype, capabilities, 7, 33);
    for (std::size_t i = 0; i < cases; ++i) {
      if (const auto spec = generator.generate(i, Random(11, i).bits())) specs.push_back(*spec);
    }
  }
  return specs;
}

}  // namespace

TEST_CASE("every law says what it states, once") {
  std::set<std::string_view> ids, equations;
  for (const Law& law : laws()) {
    INFO(law.id);
    CHECK(ids.insert(law.id).second);
    CHECK(!law.title.empty());
    CHECK(law.statement.size() > law.title.size());
    CHECK(!law.equation.empty());
    CHECK(law_named(law.id) == &law);
    CHECK(law.title.find('\n') == std::string_view::npos);
  }
  CHECK(ids.size() >= 43);
  CHECK(law_named("no_such_law") == nullptr);
}

TEST_CASE("fit is idempotent, and its Specs survive being written down") {
  const Capabilities capabilities = reference().describe();
  for (const Law& law : laws()) {
    INFO(law.id);
    const auto specs = specs_of(law, capabilities);
    CHECK(specs.size() >= cases);
    for (const Spec& spec : specs) {
      INFO(to_string(spec));
      CHECK(law.fit(spec) == spec);
      CHECK(spec_of(to_string(spec)) == spec);
    }
  }
}

TEST_CASE("draw is a pure function of the Spec, and draws what the Spec says") {
  const Capabilities capabilities = reference().describe();
  for (const Law& law : laws()) {
    INFO(law.id);
    for (const Spec& spec : specs_of(law, capabilities)) {
      INFO(to_string(spec));
      const Problem problem = law.draw(spec);
      CHECK(problem == law.draw(spec));
      CHECK(problem.dtype() == spec.dtype);
      for (const auto& [part, tensor] : problem.tensors) {
        CHECK(tensor.shape == shape_of(part, problem.sizes()));
        CHECK(std::all_of(tensor.values.begin(), tensor.values.end(),
                          [&](double x) { return round_to(problem.dtype(), x) == x || x != x; }));
      }
    }
  }
}

TEST_CASE("each step of shrinking is smaller and meets the hypotheses") {
  const Capabilities capabilities = reference().describe();
  for (const Law& law : laws()) {
    const CaseGenerator generator(law, Dtype::f64, capabilities, 7, 33);
    for (std::size_t i = 0; i < 20; ++i) {
      const auto spec = generator.generate(i, i);
      if (!spec) continue;
      for (const Spec& smaller : generator.smaller(*spec)) {
        INFO(to_string(*spec) << " -> " << to_string(smaller));
        CHECK(law.fit(smaller) == smaller);
        const auto size = [](const Sizes& s) { return s.t_q + s.t_k + s.d_model + s.d_k + s.d_v; };
        CHECK(size(smaller.sizes) <= size(spec->sizes));
      }
    }
  }
}

TEST_CASE("cases are drawn inside a backend's constraints") {
  Capabilities capabilities = reference().describe();
  Constraints& limits = capabilities.constraints;
  SECTION("widths from a list, values as wide as keys") {
    limits.d_k.among = {8, 16};
    limits.d_v_equals_d_k = true;
  }
  SECTION("X and projections only") { limits.only_projected = true; }
  SECTION("lengths a multiple of 4, the same for queries and keys") {
    limits.t.multiple_of = 4;
    limits.t.least = 4;
    limits.equal_lengths = true;
  }
  std::size_t generated = 0;
  for (const Law& law : laws()) {
    const auto specs = specs_of(law, capabilities);
    generated += !specs.empty();
    for (const Spec& spec : specs) {
      INFO(to_string(spec));
      CHECK(limits.d_k.allows(spec.sizes.d_k));
      CHECK(limits.t.allows(spec.sizes.t_q));
      CHECK(limits.t.allows(spec.sizes.t_k));
      if (limits.d_v_equals_d_k) CHECK(spec.sizes.d_v == spec.sizes.d_k);
      if (limits.equal_lengths) CHECK(spec.sizes.t_q == spec.sizes.t_k);
    }
  }
  // Few laws need sizes that such a backend does not take.
  CHECK(generated * 10 >= laws().size() * 8);
}
