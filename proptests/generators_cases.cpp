// The cases a law is given: every length and regime occurs, sizes stay inside what a backend takes, and a case depends
// on nothing but its index and its seed.
#include "attnref/law.hpp"
#include "catch.hpp"
#include "search/case_generator.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

using namespace attnref;

namespace {

constexpr std::array<std::size_t, 19> lengths{1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129};
constexpr std::size_t list = 24;
constexpr std::size_t cases_a_free_one = 5;  ///< the last of so many cases has sizes that are in no list

/// A law that fits every Spec.
const Law& any_law() { return *law_named("rows_sum_to_one"); }

Capabilities takes_all() {
  Capabilities capabilities;
  capabilities.features = {Feature::projections, Feature::weights};
  return capabilities;
}

std::vector<Spec> specs_of(const Capabilities& capabilities, std::size_t count, std::size_t max_length = 129) {
  const CaseGenerator generator(any_law(), Dtype::f64, capabilities, 1, max_length);
  std::vector<Spec> specs;
  for (std::size_t i = 0; i < count; ++i) {
    const auto spec = generator.generate(i, i);
    REQUIRE(spec);
    specs.push_back(*spec);
  }
  return specs;
}

}  // namespace

TEST_CASE("cases: the list holds every length of queries, and twice those just past a power of two") {
  auto specs = specs_of(takes_all(), 3 * list * cases_a_free_one / (cases_a_free_one - 1));
  std::vector<Spec> listed;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (i % cases_a_free_one != cases_a_free_one - 1) listed.push_back(specs[i]);
  }
  REQUIRE(listed.size() == 3 * list);
  for (std::size_t first = 0; first < listed.size(); first += list) {
    std::map<std::size_t, int> count;
    for (std::size_t i = first; i < first + list; ++i) ++count[listed[i].sizes.t_q];
    for (const std::size_t length : lengths) {
      INFO(length);
      const bool twice = length == 9 || length == 17 || length == 33 || length == 65 || length == 129;
      CHECK(count[length] == (twice ? 2 : 1));
    }
  }
}

TEST_CASE("cases: sizes that are in no list occur too, all over the range") {
  Capabilities given = takes_all();
  given.features = {Feature::weights};
  std::set<std::size_t> queries, keys, d_ks, d_vs;
  for (const Spec& spec : specs_of(given, 5000)) {
    queries.insert(spec.sizes.t_q);
    keys.insert(spec.sizes.t_k);
    d_ks.insert(spec.sizes.d_k);
    d_vs.insert(spec.sizes.d_v);
  }
  CHECK(queries.size() == 129);
  CHECK(keys.size() == 129);
  CHECK(d_ks.size() > 100);
  CHECK(d_vs.size() > 100);
}

TEST_CASE("cases: queries and keys have lengths of their own") {
  Capabilities given = takes_all();
  given.features = {Feature::weights};
  std::set<std::size_t> keys;
  std::size_t apart = 0;
  const auto specs = specs_of(given, 4 * list);
  for (const Spec& spec : specs) {
    CHECK_FALSE(spec.projected);
    keys.insert(spec.sizes.t_k);
    apart += spec.sizes.t_q != spec.sizes.t_k;
  }
  CHECK(std::includes(keys.begin(), keys.end(), lengths.begin(), lengths.end()));
  CHECK(apart > specs.size() / 2);
}

TEST_CASE("cases: seven cases have the seven regimes") {
  const auto specs = specs_of(takes_all(), 70);
  for (std::size_t first = 0; first < specs.size(); first += 7) {
    std::set<Regime> regimes;
    for (std::size_t i = first; i < first + 7; ++i) regimes.insert(specs[i].regime);
    CHECK(regimes.size() == 7);
  }
}

TEST_CASE("cases: both forms, lattices, equal and different widths, and exact scales occur") {
  const auto specs = specs_of(takes_all(), 300);
  std::map<std::string, std::size_t> count;
  std::set<int> bits;
  for (const Spec& spec : specs) {
    const Sizes& s = spec.sizes;
    count["projected"] += spec.projected;
    count["lattice"] += spec.bits > 0;
    count["all widths differ"] += s.d_model != s.d_k && s.d_k != s.d_v && s.d_v != s.d_model;
    count["all widths equal"] += s.d_model == s.d_k && s.d_k == s.d_v;
    count["d_k = d_v"] += s.d_k == s.d_v;
    count["exact scale"] += s.d_k == 1 || s.d_k == 4 || s.d_k == 16 || s.d_k == 64;
    count["T = d"] += s.t_k == s.d_k && s.d_k == s.d_v;
    bits.insert(spec.bits);
    if (spec.projected) CHECK(s.t_q == s.t_k);
  }
  CHECK(bits == std::set<int>{0, 1, 2, 3, 4});
  CHECK(count["projected"] > 80);
  CHECK(count["lattice"] > 50);
  CHECK(count["all widths differ"] > 150);
  CHECK(count["exact scale"] > 75);
  for (const char* equality : {"all widths equal", "d_k = d_v", "T = d"}) {
    INFO(equality);
    CHECK(count[equality] > 5);
  }
}

TEST_CASE("cases: no size is beyond the largest asked for") {
  for (const std::size_t most : {1u, 3u, 9u, 32u}) {
    for (const Spec& spec : specs_of(takes_all(), 100, most)) {
      const Sizes& s = spec.sizes;
      INFO(to_string(spec));
      CHECK(std::max({s.t_q, s.t_k, s.d_model, s.d_k, s.d_v}) <= most);
    }
  }
}

TEST_CASE("cases: sizes stay inside the backend's constraints") {
  Capabilities picky = takes_all();
  picky.constraints.t.multiple_of = 8;
  picky.constraints.t.least = 8;
  picky.constraints.d_k.among = {16, 64};
  picky.constraints.d_v_equals_d_k = true;
  picky.constraints.d_model.most = 32;
  picky.constraints.equal_lengths = true;
  for (const Spec& spec : specs_of(picky, 100)) {
    const Sizes& s = spec.sizes;
    INFO(to_string(spec));
    CHECK(s.t_q % 8 == 0);
    CHECK(s.t_q >= 8);
    CHECK(s.t_q == s.t_k);
    CHECK((s.d_k == 16 || s.d_k == 64));
    CHECK(s.d_v == s.d_k);
    if (spec.projected) CHECK(s.d_model <= 32);
  }
}

TEST_CASE("cases: a case is a function of its index and seed, and of the run's seed") {
  const Capabilities capabilities = takes_all();
  const CaseGenerator one(any_law(), Dtype::f64, capabilities, 1, 129), same = one;
  const CaseGenerator other(any_law(), Dtype::f64, capabilities, 2, 129);
  std::size_t different = 0;
  for (std::size_t i = 0; i < 50; ++i) {
    CHECK(one.generate(i, 9) == same.generate(i, 9));
    Spec reseeded = *one.generate(i, 10);
    CHECK(reseeded.seed != one.generate(i, 9)->seed);
    reseeded.seed = one.generate(i, 9)->seed;
    CHECK(reseeded == one.generate(i, 9));
    different += one.generate(i, 9) != other.generate(i, 9);
  }
  CHECK(different > 40);
}

TEST_CASE("cases: no two laws, and no two dtypes, see the same random numbers") {
  const Capabilities capabilities = takes_all();
  std::set<std::uint64_t> seeds;
  for (const Law& law : laws()) {
    for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
      const auto spec = CaseGenerator(law, dtype, capabilities, 1, 129).generate(0, 9);
      REQUIRE(spec);
      INFO(law.id);
      CHECK(seeds.insert(spec->seed).second);
    }
  }
  // A replay line means the same case with every compiler: this number must never change while lines keep their
  // version.
  CHECK(CaseGenerator(any_law(), Dtype::f64, capabilities, 1, 129).generate(0, 9)->seed == 4131931583u);
}

TEST_CASE("cases: smaller Specs are smaller, inside the constraints, and come to an end") {
  const Capabilities capabilities = takes_all();
  const CaseGenerator generator(any_law(), Dtype::f64, capabilities, 1, 129);
  for (std::size_t i = 0; i < 20; ++i) {
    Spec spec = *generator.generate(i, i);
    std::size_t steps = 0;
    // Always the least bold step: the longest walk there is.
    for (auto smaller = generator.smaller(spec); !smaller.empty(); smaller = generator.smaller(spec)) {
      CHECK(generator.fits(smaller.back()));
      spec = smaller.back();
      REQUIRE(++steps < 1000);
    }
    const Sizes& s = spec.sizes;
    CHECK(std::max({s.t_q, s.t_k, s.d_model, s.d_k, s.d_v}) == 1);
    CHECK(spec.bits == 1);
    CHECK(spec.zeroed == 90);
  }
}
