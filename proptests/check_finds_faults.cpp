// The engine, seen from outside: faults of a backend's conduct are findings, verdicts count what they say they count,
// and nothing depends on the number of threads.
#include "attnref/check.hpp"
#include "attnref/reference.hpp"
#include "catch.hpp"

#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

using namespace attnref;

namespace {

/// The reference with its answers, or its whole conduct, changed.
struct Changed {
  std::function<Reply(const AnyBackend&, const Problem&)> attend_by;
  std::function<void(Capabilities&)> say = [](Capabilities&) {};
  AnyBackend inner = reference();

  Capabilities describe() const {
    Capabilities capabilities = inner.describe();
    say(capabilities);
    return capabilities;
  }
  Reply attend(const Problem& problem) const { return attend_by(inner, problem); }
};

Reply honest(const AnyBackend& inner, const Problem& problem) { return inner.attend(problem); }

Report checked(Changed backend, std::vector<std::string> laws, std::size_t cases = 30) {
  CheckOptions options;
  options.laws = std::move(laws);
  options.cases = cases;
  options.max_length = 17;
  return check(AnyBackend(std::move(backend)), options);
}

LawReport violation(Changed backend, const std::string& law = "rows_sum_to_one") {
  const Report report = checked(std::move(backend), {law});
  CHECK(report.exit_code() == 1);
  REQUIRE(report.laws.front().counterexample);
  return report.laws.front();
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("an exception is a finding, and the other laws go on") {
  const auto throws = [](const AnyBackend& inner, const Problem& problem) -> Reply {
    if (problem.sizes().t_k == 1) throw std::runtime_error("no single keys");
    return inner.attend(problem);
  };
  const Report report = checked({throws}, {"single_key_returns_its_value", "inputs_are_untouched"});
  const auto verdict_of = [&](const std::string& id) {
    for (const LawReport& law : report.laws) {
      if (law.id == id) return law.verdict;
    }
    return Verdict::not_run;
  };
  CHECK(verdict_of("single_key_returns_its_value") == Verdict::violated);
  for (const LawReport& law : report.laws) {
    if (law.verdict == Verdict::violated) CHECK(contains(law.reason, "no single keys"));
  }
}

TEST_CASE("a lack of memory is unsupported; a size that cannot be meant is a finding") {
  const auto lacks = [](const AnyBackend&, const Problem&) -> Reply { throw std::bad_alloc(); };
  const Report lacking = checked({lacks}, {"rows_sum_to_one"});
  CHECK(lacking.laws.front().verdict == Verdict::unsupported);
  CHECK(lacking.laws.front().reason == "out of memory");
  CHECK(lacking.exit_code() == 3);
  const auto negative = [](const AnyBackend&, const Problem&) -> Reply { throw std::bad_array_new_length(); };
  CHECK(checked({negative}, {"rows_sum_to_one"}).exit_code() == 1);
}

TEST_CASE("a failed reply, a wrong shape, a wrong dtype and a missing output are findings") {
  const auto spoiled = [](std::function<void(Answer&)> spoil) {
    return Changed{[spoil](const AnyBackend& inner, const Problem& problem) {
      Reply reply = inner.attend(problem);
      spoil(std::get<Answer>(reply));
      return reply;
    }};
  };
  CHECK(contains(violation({[](const AnyBackend&, const Problem&) -> Reply { return Failed{"out of luck"}; }}).reason,
                 "out of luck"));
  CHECK(contains(violation(spoiled([](Answer& a) { a.tensors.erase(Part::output); })).reason, "not in the answer"));
  CHECK(contains(violation(spoiled([](Answer& a) { a.tensors[Part::weights].shape = {1}; })).reason, "expected shape"));
  CHECK(contains(violation(spoiled([](Answer& a) { a.tensors[Part::weights].values.clear(); })).reason, "numbers"));
  CHECK(contains(violation(spoiled([](Answer& a) { a.tensors[Part::weights].dtype = Dtype::f16; })).reason,
                 "expected dtype"));
}

TEST_CASE("a violation is shrunk, and its replay line draws it again") {
  const Changed doubled{[](const AnyBackend& inner, const Problem& problem) {
    Reply reply = inner.attend(problem);
    for (double& w : std::get<Answer>(reply).tensors.at(Part::weights).values) w *= 2;
    return reply;
  }};
  const LawReport law = violation(doubled);
  CHECK(law.counterexample->problem.sizes().t_q == 1);
  CHECK(law.counterexample->problem.sizes().t_k == 1);
  CHECK(law.counterexample->shrinks > 0);
  CHECK_FALSE(law.counterexample->flaky);
  CheckOptions again;
  again.replay = law.counterexample->spec;
  const Report replayed = check(AnyBackend(doubled), again);
  REQUIRE(replayed.laws.size() == 1);
  CHECK(replayed.laws.front().verdict == Verdict::violated);
  CHECK(replayed.laws.front().count.asked == 1);
  CHECK(replayed.laws.front().counterexample->worst->observed == law.counterexample->worst->observed);
}

TEST_CASE("a violation that does not repeat is reported as flaky, with what was seen first") {
  auto calls = std::make_shared<int>(0);
  const LawReport law = violation({[calls](const AnyBackend& inner, const Problem& problem) {
    Reply reply = inner.attend(problem);
    // Nor is what comes back later taken for a smaller case.
    if (++*calls == 5 || *calls > 6) {
      for (double& w : std::get<Answer>(reply).tensors.at(Part::weights).values) w = 3;
    }
    return reply;
  }});
  const Counterexample& example = *law.counterexample;
  CHECK(example.flaky);
  CHECK(example.shrinks == 0);
  CHECK(example.spec == example.first);
  // Rows of threes: no other call has answered so.
  REQUIRE(example.worst);
  CHECK(example.worst->observed == 3.0 * static_cast<double>(example.problem.sizes().t_k));
  REQUIRE(example.answers.size() == 1);
  CHECK(example.answers.front().outputs.front().observed.values.front() == 3);
}

TEST_CASE("a violation is told before it is made smaller, and that is bounded") {
  auto calls = std::make_shared<std::size_t>(0);
  const Changed doubled{[calls](const AnyBackend& inner, const Problem& problem) {
    ++*calls;
    Reply reply = inner.attend(problem);
    for (double& w : std::get<Answer>(reply).tensors.at(Part::weights).values) w *= 2;
    return reply;
  }};
  CheckOptions options;
  options.laws = {"rows_sum_to_one"};
  options.dtypes = {Dtype::f64};
  Spec told;
  options.found = [&](std::string_view, const Spec& spec, const std::string&) {
    told = spec;
    CHECK(*calls == 1);
  };
  const auto calls_with = [&](std::size_t tries) {
    *calls = 0;
    options.shrink_tries = tries;
    const Report report = check(AnyBackend(doubled), options);
    CHECK(report.laws.front().counterexample->first == told);
    return *calls;
  };
  // The case itself, once more to see whether it repeats, and then smaller ones.
  CHECK(calls_with(0) == 2);
  CHECK(calls_with(4) == 6);
  CHECK(calls_with(300) <= 302);
  options.shrink_seconds = 0;
  CHECK(calls_with(300) == 2);
}

TEST_CASE("a backend that can do nothing is unsupported, and that is not success") {
  const Report report =
      checked({[](const AnyBackend&, const Problem&) -> Reply { return Unsupported{"not today"}; }}, {});
  CHECK(report.count(Verdict::holds) == 0);
  CHECK(report.count(Verdict::violated) == 0);
  CHECK(report.exit_code() == 3);
}

TEST_CASE("profiles are listed of the dtypes that were judged, and of no other") {
  const Report one = checked({honest, [](Capabilities& c) { c.dtypes = {Dtype::f32}; }}, {"rows_sum_to_one"});
  CHECK(one.profiles == std::map<Dtype, std::string>{{Dtype::f32, "f32"}});
  const Report none = checked({[](const AnyBackend&, const Problem&) -> Reply { return Unsupported{"not today"}; }},
                              {"rows_sum_to_one"});
  CHECK(none.profiles.empty());
  CHECK(contains(to_text(none), "nothing judged"));
}

TEST_CASE("a law whose needs are not met is unsupported") {
  const Report report =
      checked({honest, [](Capabilities& c) { c.features.erase(Feature::projections); }}, {"projections_can_be_gauged"});
  CHECK(report.laws.front().verdict == Verdict::unsupported);
  CHECK(contains(report.laws.front().reason, "projections"));
}

TEST_CASE("weights are read through the values where they are not returned") {
  const auto forget_weights = [](Capabilities& c) { c.features.erase(Feature::weights); };
  const Report right =
      checked({honest, forget_weights}, {"rows_sum_to_one", "permuting_positions_permutes_the_answer"});
  CHECK(right.weights_read_through_values);
  CHECK(right.count(Verdict::holds) == 2);
  const Report wrong = checked({[](const AnyBackend& inner, const Problem& problem) {
                                  Reply reply = inner.attend(problem);
                                  for (double& y : std::get<Answer>(reply).tensors.at(Part::output).values)
                                    y *= 1.0009765625;
                                  return reply;
                                },
                                forget_weights},
                               {"rows_sum_to_one"});
  CHECK(wrong.exit_code() == 1);
}

TEST_CASE("a backend that takes only X and projections is asked in that form") {
  const auto only_projected = [](Capabilities& c) { c.constraints.only_projected = true; };
  const auto refuses = [](const AnyBackend& inner, const Problem& problem) -> Reply {
    if (!problem.projected()) return Failed{"asked for given queries"};
    return inner.attend(problem);
  };
  const Report report = checked({refuses, only_projected}, {}, 15);
  for (const LawReport& law : report.laws) {
    INFO(law.id << ": " << law.reason);
    CHECK(law.verdict != Verdict::violated);
  }
  CHECK(report.count(Verdict::holds) * 10 >= report.laws.size() * 7);
}

TEST_CASE("the report does not depend on the number of threads") {
  CheckOptions options;
  options.cases = 10;
  options.max_length = 9;
  const Report one = check(reference(), options);
  options.jobs = 3;
  const Report three = check(reference(), options);
  REQUIRE(one.laws.size() == three.laws.size());
  for (std::size_t i = 0; i < one.laws.size(); ++i) {
    INFO(one.laws[i].id);
    CHECK(one.laws[i].verdict == three.laws[i].verdict);
    CHECK(one.laws[i].worst_ratio == three.laws[i].worst_ratio);
    CHECK(one.laws[i].count.judged == three.laws[i].count.judged);
    CHECK(one.laws[i].resolving_power == three.laws[i].resolving_power);
  }
}

TEST_CASE("what a user gets wrong is said in one line") {
  const auto message = [](CheckOptions options) {
    try {
      check(reference(), options);
    } catch (const problem_error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(contains(message({.laws = {"rows_sum_to_two"}}), "rows_sum_to_two"));
  CHECK(contains(message({.dtypes = {Dtype::bf16}}), "dtype"));
  CHECK(contains(message({.profile = "f8"}), "f8"));
  CHECK_THROWS_AS(spec_of("v=2,law=rows_sum_to_one,t_q=99999999999"), problem_error);
  CHECK_THROWS_AS(spec_of("v=2,law=rows_sum_to_one,colour=red"), problem_error);
  CHECK_THROWS_AS(spec_of("dtype=f64"), problem_error);
}

TEST_CASE("what a backend declares in error is said in one line, and is no verdict") {
  const auto message = [](std::function<void(Capabilities&)> declare) {
    try {
      checked({honest, std::move(declare)}, {"rows_sum_to_one"});
    } catch (const problem_error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(contains(message([](Capabilities& c) { c.profile = "f63"; }), "'f63'"));
  CHECK(contains(message([](Capabilities& c) { c.dtypes.clear(); }), "dtypes"));
  CHECK(contains(message([](Capabilities& c) { c.constraints.d_k.multiple_of = 0; }), "d_k"));
  CHECK(contains(message([](Capabilities& c) { c.constraints.t = {.least = 9, .most = 8}; }), "t: "));
  CHECK(contains(message([](Capabilities& c) { c.constraints.d_v = {.among = {3, 5}, .multiple_of = 2}; }), "d_v"));
  CheckOptions options;
  options.profile = "bf16";
  CHECK_THROWS_AS(check(reference(), options), problem_error);
}

TEST_CASE("no law accuses the reference, nor asks for more, whatever sizes it says that it takes") {
  const std::vector<std::function<void(Constraints&)>> constraints{
      [](Constraints& c) { c.t.multiple_of = 16; },
      [](Constraints& c) { c.t = {.multiple_of = 8, .least = 8}, c.only_projected = true; },
      [](Constraints& c) {
        c.d_k.among = {64, 128}, c.d_v_equals_d_k = true;
      },
      [](Constraints& c) { c.t.most = 1, c.d_model.most = 3; },
      [](Constraints& c) { c.t.most = 0; },
      [](Constraints& c) { c.t.among = {3}, c.equal_lengths = true; },
      [](Constraints& c) {
        c.d_model.among = {8, 40, 160}, c.only_projected = true;
      },
      [](Constraints& c) {
        c.d_model.multiple_of = 16, c.d_k.among = {4, 16}, c.only_projected = true;
      },
  };
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    Constraints limits;
    constraints[i](limits);
    const auto strict = [limits](const AnyBackend& inner, const Problem& problem) -> Reply {
      const Sizes s = problem.sizes();
      const bool taken = limits.t.allows(s.t_q) && limits.t.allows(s.t_k) && limits.d_k.allows(s.d_k) &&
                         limits.d_v.allows(s.d_v) && (!problem.projected() || limits.d_model.allows(s.d_model)) &&
                         (!limits.d_v_equals_d_k || s.d_v == s.d_k) && (!limits.equal_lengths || s.t_q == s.t_k);
      return taken ? inner.attend(problem) : Failed{"asked for sizes that it does not take"};
    };
    const Report report = checked({strict, [&](Capabilities& c) { c.constraints = limits; }}, {}, 6);
    for (const LawReport& law : report.laws) {
      INFO("constraints " << i << ", " << law.id << ": " << law.reason);
      CHECK(law.verdict != Verdict::violated);
    }
  }
}
