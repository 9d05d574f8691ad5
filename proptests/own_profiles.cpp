// A backend declares how it rounds: a profile of its own is what the laws judge by and the report names, and one that
// cannot be meant is refused.
#include "attnref/check.hpp"
#include "attnref/error_bound.hpp"
#include "attnref/reference.hpp"
#include "catch.hpp"

#include <limits>
#include <string>
#include <vector>

using namespace attnref;

namespace {

struct Declaring {
  std::vector<Profile> own;
  std::string named{};
  AnyBackend inner = reference();

  Capabilities describe() const {
    Capabilities capabilities = inner.describe();
    capabilities.own_profiles = own;
    capabilities.profile = named;
    return capabilities;
  }
  Reply attend(const Problem& problem) const { return inner.attend(problem); }
};

Profile own_profile(Dtype dtype, const std::string& name = "mine") {
  Profile profile = plain_profile(dtype);
  profile.name = name;
  return profile;
}

Report checked(Declaring backend) {
  CheckOptions options;
  options.laws = {"agrees_with_the_definition"};
  options.cases = 20;
  options.max_length = 9;
  return check(AnyBackend(std::move(backend)), options);
}

std::string refusal(std::vector<Profile> own) {
  try {
    checked({std::move(own)});
  } catch (const problem_error& error) {
    return error.what();
  }
  return "none";
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("own profiles: a format's own profile goes before the named one, and that before the plain one") {
  const Capabilities capabilities = Declaring{{own_profile(Dtype::f64)}, "fp32_online"}.describe();
  CHECK(capabilities.profile_of(Dtype::f64) == own_profile(Dtype::f64));
  CHECK(capabilities.profile_of(Dtype::f32) == *profile_named("fp32_online"));
  CHECK(capabilities.profile_of(Dtype::bf16) == plain_profile(Dtype::bf16));
}

TEST_CASE("own profiles: the laws judge by them, and the report names them") {
  Profile loose = own_profile(Dtype::f64, "loose");
  loose.u_dot = loose.u_acc = 0x1p-40L;
  const Report plain = checked({});
  const Report own = checked({{loose}});
  CHECK(own.profiles.at(Dtype::f64) == "loose");
  CHECK(own.profiles.at(Dtype::f32) == "f32");
  // Bounds 2^13 times as large leave the same errors far below them.
  CHECK(*own.laws[0].resolving_power < *plain.laws[0].resolving_power);
}

TEST_CASE("own profiles: one that cannot be meant is refused in one line") {
  CHECK(refusal({own_profile(Dtype::f64)}) == "none");
  CHECK(refusal({own_profile(Dtype::f64), own_profile(Dtype::f32)}) == "none");
  CHECK(contains(refusal({own_profile(Dtype::f64, "f64")}), "'f64'"));
  CHECK(contains(refusal({own_profile(Dtype::f64, "")}), "''"));
  CHECK(contains(refusal({own_profile(Dtype::f64, "two\nlines")}), "'two\\x0alines'"));
  CHECK(contains(refusal({own_profile(Dtype::f64), own_profile(Dtype::f64, "again")}), "found another for f64"));
  CHECK(contains(refusal({own_profile(Dtype::bf16)}), "found one for bf16"));
  for (const auto u :
       {&Profile::u_in, &Profile::u_proj, &Profile::u_dot, &Profile::u_add, &Profile::u_bias, &Profile::u_acc}) {
    for (const long double value : {1.0L, -0.5L, std::numeric_limits<long double>::quiet_NaN()}) {
      Profile profile = own_profile(Dtype::f64);
      profile.*u = value;
      CHECK(contains(refusal({profile}), "less than 1"));
    }
  }
  Profile negative = own_profile(Dtype::f64);
  negative.c = -1;
  CHECK(contains(refusal({negative}), "at least 0"));
  Profile exact_exponentials = own_profile(Dtype::f64);
  exact_exponentials.exp_ulp = 0;
  CHECK(contains(refusal({exact_exponentials}), "exp_ulp of at least 1"));
}
