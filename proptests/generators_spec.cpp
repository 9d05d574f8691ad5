// A Spec as a line that people copy: what is written is read again, and what is not a Spec is refused in one line that
// says which key, what was expected and what was found.
#include "attnref/law.hpp"
#include "attnref/spec.hpp"
#include "catch.hpp"
#include "generators/random.hpp"
#include "problem/spec_fields.hpp"

#include <fmt/format.h>

#include <set>
#include <string>
#include <string_view>

using namespace attnref;

namespace {

/// The message of the refusal; fails where there is none.
std::string refusal(const std::string& line) {
  try {
    spec_of(line);
  } catch (const problem_error& error) {
    return error.what();
  }
  FAIL("not refused: " << line);
  return {};
}

}  // namespace

TEST_CASE("spec: every Spec survives being written down") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    Spec spec;
    spec.law = laws()[random.below(laws().size())].id;
    spec.dtype = static_cast<Dtype>(random.below(4));
    spec.regime = static_cast<Regime>(random.below(7));
    spec.projected = random.chance(0.5);
    spec.sizes.t_q = random.below(130);
    spec.sizes.t_k = random.below(4097);
    spec.sizes.d_model = random.below(130);
    spec.sizes.d_k = random.below(130);
    spec.sizes.d_v = random.below(130);
    spec.bits = static_cast<int>(random.below(53));
    spec.zeroed = static_cast<int>(random.below(101));
    spec.seed = seed < 2 ? ~std::uint64_t{0} - seed : random.bits();
    const std::string line = to_string(spec);
    CHECK(line.find_first_of(" \n\t\"'") == std::string::npos);
    CHECK(spec_of(line) == spec);
  }
}

TEST_CASE("spec: keys that are left out keep their defaults, and order does not matter") {
  Spec spec;
  spec.law = "rows_sum_to_one";
  CHECK(spec_of("v=2,law=rows_sum_to_one") == spec);
  spec.sizes.t_q = 7;
  spec.seed = 5;
  CHECK(spec_of("seed=5,t_q=7,law=rows_sum_to_one,v=2") == spec);
  CHECK(spec_of("v=2,law=rows_sum_to_one,dtype=F32").dtype == Dtype::f32);
}

TEST_CASE("spec: a refusal names the key, what was expected and what was found") {
  const auto says = [](const std::string& line, const std::string& key, const std::string& expected,
                       const std::string& found) {
    const std::string message = refusal(line);
    INFO(line << ": " << message);
    CHECK(message.find(key) != std::string::npos);
    CHECK(message.find("expected " + expected) != std::string::npos);
    CHECK(message.find("found " + found) != std::string::npos);
    CHECK(message.find('\n') == std::string::npos);
  };
  const std::string law = "v=2,law=rows_sum_to_one,";
  says("", "law", "the key law", "none");
  says("v=2,t_q=3", "law", "the key law", "none");
  says(law + "dtype=f65", "dtype", "f64, f32, f16 or bf16", "'f65'");
  says(law + "regime=calm", "regime", "one of flat, moderate, peaked, tied, shifted, underflow, special", "'calm'");
  says(law + "form=bare", "form", "projected or given", "'bare'");
  says(law + "t_q=-1", "t_q", "an integer from 0 to 4096", "'-1'");
  says(law + "t_k=4097", "t_k", "an integer from 0 to 4096", "'4097'");
  says(law + "d_k=", "d_k", "an integer from 0 to 4096", "''");
  says(law + "d_v=7x", "d_v", "an integer from 0 to 4096", "'7x'");
  says(law + "d_model=18446744073709551616", "d_model", "an integer from 0 to 4096", "'18446744073709551616'");
  says(law + "bits=53", "bits", "an integer from 0 to 52", "'53'");
  says(law + "zeroed=101", "zeroed", "an integer from 0 to 100", "'101'");
  says(law + "seed=0x10", "seed", "an integer from 0", "'0x10'");
  says(law + "sed=1", "replay", "one of the keys", "'sed'");
  says(law + "seed", "replay", "key=value", "'seed'");
  says(law + "seed=1,t_q=3,seed=1", "seed", "once", "again");
  says(law + "law=rows_sum_to_one", "law", "once", "again");
  says(law + "seed=1\n2", "seed", "an integer from 0", "'1\\x0a2'");
  says(law + ",seed=1", "replay", "key=value", "''");
  says("v=3,law=rows_sum_to_one", "v", "2", "'3'");
  says("v=2,v=2,law=rows_sum_to_one", "v", "once", "again");
}

TEST_CASE("spec: a line of an earlier version is refused, and never read as another case") {
  for (const std::string line :
       {"law=rows_sum_to_one,dtype=f64,regime=flat,form=given,t_q=3,t_k=5,d_model=1,d_k=2,d_v=4,bits=0,zeroed=0,seed=7",
        "law=rows_sum_to_one", "v=1,law=rows_sum_to_one", "law=rows_sum_to_one,no_longer_a_key=1"}) {
    const std::string message = refusal(line);
    INFO(line << ": " << message);
    CHECK(message.starts_with("replay: v: expected 2, found "));
    CHECK(message.find("earlier version of attnref, whose cases can't be drawn again") != std::string::npos);
  }
}

TEST_CASE("spec: the law of a line is looked up, and one that is not there is refused") {
  const Spec spec = spec_of("v=2,law=rows_sum_to_on");
  CHECK(spec.law == "rows_sum_to_on");
  CHECK_THROWS_WITH(law_of(spec), "replay: law: expected an id that `attnref laws` lists, found 'rows_sum_to_on'");
  CHECK(law_of(spec_of("v=2,law=rows_sum_to_one")).id == "rows_sum_to_one");
}

TEST_CASE("spec: each field is written under its key, read again, and made smaller in steps that end") {
  Random random(3);
  std::set<std::string_view> keys;
  for (const SpecField& field : spec_fields()) {
    INFO(field.key);
    CHECK(keys.insert(field.key).second);
    CHECK(to_string(Spec{.law = "rows_sum_to_one"}).find(fmt::format(",{}=", field.key)) != std::string::npos);
    CHECK((field.amount == nullptr) == (field.shrunk == Shrunk::never));
    CHECK((field.smaller == nullptr) == (field.shrunk == Shrunk::never));
    if (field.smaller == nullptr) continue;
    Spec spec;
    spec.sizes = {.t_q = 129, .t_k = 128, .d_model = 127, .d_k = 65, .d_v = 33};
    for (auto steps = field.smaller(spec); !steps.empty(); steps = field.smaller(spec)) {
      for (const Spec& step : steps) {
        CHECK(field.amount(step) < field.amount(spec));
        Spec read = spec;
        field.parse(read, field.print(step));
        CHECK(read == step);
      }
      spec = steps[random.below(steps.size())];
    }
  }
}
