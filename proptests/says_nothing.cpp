// Ways to be wrong and not to be caught: a backend that declines what it would get wrong, or whose bounds let anything
// pass. None of them is a success.
#include "attnref/check.hpp"
#include "attnref/error_bound.hpp"
#include "attnref/reference.hpp"
#include "catch.hpp"
#include "mutation/mutant.hpp"
#include "reports/html.hpp"
#include "reports/json.hpp"
#include "reports/junit.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <functional>
#include <string>

using namespace attnref;

namespace {

/// A backend that answers as `attend` does, and says of itself what `say` makes of the reference's words.
struct Evasive {
  std::function<Reply(const Problem&)> attend_by;
  std::function<void(Capabilities&)> say = [](Capabilities&) {};

  Capabilities describe() const {
    Capabilities capabilities = reference().describe();
    say(capabilities);
    return capabilities;
  }
  Reply attend(const Problem& problem) const { return attend_by(problem); }
};

/// Every weight is 1 / T, and the output of queries, keys and values is the mean of V.
Reply means(const Problem& problem) {
  Reply reply = reference().attend(problem);
  Answer& answer = std::get<Answer>(reply);
  const Sizes s = problem.sizes();
  if (answer.tensors.contains(Part::weights)) {
    for (double& w : answer.tensors.at(Part::weights).values)
      w = round_to(problem.dtype(), 1 / static_cast<double>(s.t_k));
  }
  if (problem.projected()) return reply;
  for (std::size_t i = 0; i < s.t_q; ++i) {
    for (std::size_t c = 0; c < s.d_v; ++c) {
      double sum = 0;
      for (std::size_t j = 0; j < s.t_k; ++j) sum += problem.at(Part::v)(j, c);
      answer.tensors.at(Part::output)(i, c) =
          s.t_k == 0 ? 0 : round_to(problem.dtype(), sum / static_cast<double>(s.t_k));
    }
  }
  return reply;
}

Reply only_if(bool taken, const Reply& answer) {
  if (!taken) return Unsupported{"not this one"};
  return answer;
}

/// Forgets the scale, which a single key's weight doesn't show.
const Evasive& scale_missing() {
  static const AnyBackend wrong = mutant_named("scale_missing")->make();
  static const Evasive evasive{[](const Problem& p) { return wrong.attend(p); },
                               [](Capabilities& c) {
                                 c.features.erase(Feature::lse);
                                 c.features.erase(Feature::scores);
                               }};
  return evasive;
}

Evasive only_single_keys() {
  Evasive evasive = scale_missing();
  evasive.attend_by = [](const Problem& p) { return only_if(p.sizes().t_k == 1, scale_missing().attend(p)); };
  return evasive;
}

Evasive only_up_to(std::size_t longest) {
  return {[longest](const Problem& p) {
    return only_if(p.sizes().t_k <= longest && p.sizes().t_q <= longest, reference().attend(p));
  }};
}

/// Compares what it has with what it should have before it answers.
Evasive fails_its_own_check() {
  return {[](const Problem& p) {
    const Reply reply = scale_missing().attend(p), right = reference().attend(p);
    bool same = true;
    for (const auto& [part, tensor] : std::get<Answer>(reply).tensors)
      same = same && tensor == std::get<Answer>(right).at(part);
    return only_if(same, reply);
  }};
}

Evasive constrained_to_one_key() {
  Evasive evasive = scale_missing();
  evasive.say = [](Capabilities& c) {
    scale_missing().say(c);
    c.constraints.t = {.least = 1, .most = 1};
  };
  return evasive;
}

/// Every answer is the mean of V, by bounds so wide that it agrees with the definition.
Evasive mean_under_a_wide_profile(long double input_roundoff) {
  return {means, [input_roundoff](Capabilities& c) {
            for (const Dtype dtype : c.dtypes) {
              Profile profile = plain_profile(dtype);
              profile.name = "mine";
              profile.u_in = input_roundoff;
              c.own_profiles.push_back(profile);
            }
          }};
}

Report checked(const Evasive& backend, double require_judged = 0.5) {
  CheckOptions options;
  options.cases = 20;
  options.require_judged = require_judged;
  return check(AnyBackend(backend), options);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Exit code 3 with a reason that has `part` in it, in every report.
void says_why(const Report& report, const std::string& part) {
  INFO(to_text(report));
  CHECK(report.count(Verdict::violated) == 0);
  REQUIRE(report.exit_code() == 3);
  const std::string why = report.why();
  CHECK(has(why, part));
  CHECK(has(to_text(report), "Exit code 3: " + why + ".\n"));
  const auto json = nlohmann::json::parse(report_json(report));
  CHECK(json["exit_code"] == 3);
  CHECK(json["why"] == why);
  CHECK(json["declined"] == report.declined());
  CHECK(has(report_junit(report, ""), "name=\"why\""));
  CHECK(has(report_html(report, ""), "Exit code 3: "));
}

}  // namespace

TEST_CASE("unsupported unless T = 1 is not success") {
  const Report report = checked(only_single_keys());
  says_why(report, "was unsupported, most often: not this one");
  CHECK(report.largest.t_k == 1);
  CHECK(report.declined() > 0.8);
  for (const LawReport& law : report.laws) {
    if (law.verdict == Verdict::not_run) CHECK(has(law.reason, "were unsupported: not this one"));
  }
}

TEST_CASE("unsupported beyond T = 9 is not success, unless the user asks for no more") {
  const Report report = checked(only_up_to(9));
  says_why(report, "less than 50%");
  CHECK(report.largest.t_k == 9);
  CHECK(report.count(Verdict::holds) < report.laws.size() / 2);
  CheckOptions options;
  options.cases = 20;
  options.max_length = 9;
  options.laws = {"rows_sum_to_one", "values_add"};
  CHECK(check(AnyBackend(only_up_to(9)), options).exit_code() == 0);
}

TEST_CASE("unsupported wherever its own check of itself fails is not success") {
  const Report report = checked(fails_its_own_check());
  CHECK(report.count(Verdict::holds) > 0);
  says_why(report, "was unsupported, most often: not this one");
}

TEST_CASE("constraints to one key are not success: no softmax was exercised") {
  const Report report = checked(constrained_to_one_key());
  CHECK(report.count(Verdict::holds) > 0);
  says_why(report, "its constraints rule out 96% of the lengths");
  CHECK(has(to_text(report), R"(Constraints {"t":{"least":1,"most":1}}; declined 96%)"));
  CHECK(has(report_junit(report, ""), "declined\" value=\"96%\""));
  CHECK(nlohmann::json::parse(report_json(report))["backend"]["constraints"]["t"]["most"] == 1);
  // The user may know that this is all there is to judge.
  CHECK(checked(constrained_to_one_key(), 0.01).exit_code() == 0);
}

TEST_CASE("constraints that name one key or more than anybody asks for are not success either") {
  Evasive evasive = scale_missing();
  evasive.say = [](Capabilities& c) {
    scale_missing().say(c);
    c.constraints.t.among = {1, 100'000'000};
  };
  // Neither does any law ask for the length that takes all memory.
  const Report report = checked(evasive);
  CHECK(report.count(Verdict::holds) > 0);
  CHECK(report.largest.t_k == 1);
  says_why(report, "of the lengths");
}

TEST_CASE("a dtype that is declined is not made up for by another") {
  const Evasive declines_f32{
      [](const Problem& p) { return only_if(p.dtype() == Dtype::f64 || p.sizes().t_k <= 2, reference().attend(p)); }};
  CheckOptions options;
  options.cases = 20;
  options.laws = {"single_key_returns_its_value", "rows_sum_to_one", "dyadic_means_are_exact", "values_add"};
  says_why(check(AnyBackend(declines_f32), options), "in f32 was judged, less than 50%");
}

TEST_CASE("a backend's own profile that is wider than bf16_all throughout is refused, and the user's is not") {
  const auto refusal = [](const std::function<void(Profile&)>& change) -> std::string {
    Evasive backend = mean_under_a_wide_profile(0);
    backend.say = [change](Capabilities& c) {
      c.own_profiles = {plain_profile(Dtype::f32)};
      c.own_profiles[0].name = "mine";
      change(c.own_profiles[0]);
    };
    CheckOptions options;
    options.laws = {"outputs_have_their_shapes"};
    options.cases = 1;
    try {
      check(AnyBackend(backend), options);
    } catch (const problem_error& error) {
      return error.what();
    }
    return "";
  };
  const std::string wide = refusal([](Profile& p) { p.u_in = 0.9L; });
  CHECK(has(wide, "profile mine: "));
  CHECK(has(wide, "--profile"));
  CHECK(has(refusal([](Profile& p) { p.shift = 100000; }), "wider throughout"));
  CHECK(has(refusal([](Profile& p) { p.c = 10000000; }), "wider throughout"));
  CHECK(refusal([](Profile& p) { p.c = 100; }).empty());
  CHECK(refusal([](Profile& p) { p = *profile_named("tf32"), p.name = "mine"; }).empty());

  CheckOptions options;
  options.cases = 20;
  options.dtypes = {Dtype::f32};
  options.laws = {"agrees_with_the_definition", "rows_sum_to_one", "output_lies_in_the_hull_of_values"};
  options.profile = R"({"profile": "f32", "input_roundoff": 0.9})";
  const Report report = check(AnyBackend(mean_under_a_wide_profile(0.9L)), options);
  INFO(to_text(report));
  CHECK(report.exit_code() == 3);
  CHECK(has(report_html(report, ""), "input_roundoff"));
}

TEST_CASE("a profile that is all but as wide lets the mean of V pass, and says that it tells nothing") {
  const Report report = checked(mean_under_a_wide_profile(unit_roundoff(Dtype::bf16)));
  CHECK(report.exit_code() != 0);
  CHECK(report.own_profiles.at(Dtype::f64).u_in == unit_roundoff(Dtype::bf16));
  CHECK(has(to_text(report), R"(f64 (profile mine with {"input_roundoff":0.00390625}))"));
  Evasive honest = mean_under_a_wide_profile(unit_roundoff(Dtype::bf16));
  honest.attend_by = [](const Problem& p) { return reference().attend(p); };
  says_why(checked(honest), "resolving power in f64 is ");
}

TEST_CASE("kernels with the usual constraints, and those that return no weights, can succeed") {
  const std::vector<std::function<void(Capabilities&)>> usual{
      [](Capabilities& c) { c.constraints.t = {.least = 1, .most = 4096}; },
      [](Capabilities& c) {
        c.constraints.t = {.multiple_of = 16, .least = 16};
        c.constraints.d_k.multiple_of = c.constraints.d_v.multiple_of = 8;
        c.constraints.d_k.least = c.constraints.d_v.least = 8;
      },
      [](Capabilities& c) {
        c.features = {Feature::scale};
        c.constraints.t.least = 1;
        c.constraints.d_k.among = {64};
        c.constraints.d_v_equals_d_k = true;
      },
      [](Capabilities& c) {
        c.features = {};
        c.constraints = {.t = {.among = {128}}, .d_k = {.among = {64}}, .d_v_equals_d_k = true, .equal_lengths = true};
      }};
  for (const auto& say : usual) {
    CheckOptions options;
    options.cases = 8;
    options.dtypes = {Dtype::f32};
    const Report report =
        check(AnyBackend(Evasive{[](const Problem& p) { return reference().attend(p); }, say}), options);
    INFO(to_text(report));
    CHECK(report.exit_code() == 0);
  }
}
