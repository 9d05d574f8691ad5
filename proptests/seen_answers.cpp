// What a counterexample keeps of what was seen: the case's answers, number by number beside the truth, and which of
// them the finding rests on.
#include "attnref/check.hpp"
#include "attnref/law.hpp"
#include "attnref/reference.hpp"
#include "catch.hpp"
#include "documents/counterexample.hpp"
#include "documents/document.hpp"
#include "judging/seen_answer.hpp"
#include "reports/text_counterexample.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

using namespace attnref;

namespace {

/// The reference with its answers spoiled.
struct Spoiled {
  std::function<void(Answer&)> spoil;
  bool gives_weights = true;
  AnyBackend inner = reference();

  Capabilities describe() const {
    Capabilities capabilities = inner.describe();
    if (!gives_weights) capabilities.features.erase(Feature::weights);
    return capabilities;
  }
  Reply attend(const Problem& problem) const {
    Reply reply = inner.attend(problem);
    spoil(std::get<Answer>(reply));
    return reply;
  }
};

Counterexample found(Spoiled backend, const std::string& law) {
  CheckOptions options;
  options.laws = {law};
  options.dtypes = {Dtype::f64};
  options.cases = 40;
  options.max_length = 9;
  const Report report = check(AnyBackend(std::move(backend)), options);
  REQUIRE(report.laws.front().counterexample);
  return *report.laws.front().counterexample;
}

const SeenOutput& output_named(const SeenAnswer& seen, Part part) {
  for (const SeenOutput& output : seen.outputs) {
    if (output.part == part) return output;
  }
  FAIL("no " << name_of(part));
  throw 0;
}

}  // namespace

TEST_CASE("the answer is kept beside the truth, and the spoiled number alone is beyond its bound") {
  const Counterexample example =
      found({[](Answer& a) { a.tensors.at(Part::weights).values[0] += 0.5; }}, "agrees_with_the_definition");
  REQUIRE(example.answers.size() == 1);
  const SeenAnswer& seen = example.answers.front();
  CHECK(seen.to_case);
  CHECK(seen.telling);
  CHECK(seen.call == 1);
  const SeenOutput& weights = output_named(seen, Part::weights);
  REQUIRE(weights.ratio(0));
  CHECK(*weights.ratio(0) > 1e6);
  // The number was spoiled by one sum, rounded once and below 2.
  CHECK(std::fabs(weights.observed.values[0] - weights.expected[0] - 0.5) <=
        weights.bound[0] + static_cast<double>(unit_roundoff(Dtype::f64)));
  for (std::size_t n = 1; n < weights.observed.values.size(); ++n) CHECK(weights.ratio(n).value_or(0) <= 1);
  const SeenOutput& output = output_named(seen, Part::output);
  for (std::size_t n = 0; n < output.observed.values.size(); ++n) CHECK(output.ratio(n).value_or(0) <= 1);
}

TEST_CASE("of two answers the wrong one is telling, whichever was first, unless the finding names others") {
  const Spec spec = spec_of("v=2,law=rows_sum_to_one,t_q=2,t_k=3,d_k=2,d_v=2,seed=3");
  const Problem drawn = law_named(spec.law)->draw(spec);
  Problem other = drawn;
  other.how.scale = 0.25;
  const auto answered = [](const Problem& problem) {
    return std::make_shared<Call>(Call{.problem = problem, .answer = std::get<Answer>(reference().attend(problem))});
  };
  const std::shared_ptr<Call> right = answered(drawn), wrong = answered(other);
  wrong->answer.tensors.at(Part::output).values[3] += 1;
  const auto telling = [&](const std::vector<std::shared_ptr<const Call>>& calls,
                           const std::optional<Difference>& worst = {}) {
    std::vector<std::size_t> numbers;
    for (const SeenAnswer& answer : seen_answers(calls, drawn, plain_profile(Dtype::f64), worst)) {
      if (answer.telling) numbers.push_back(answer.call);
    }
    return numbers;
  };
  using Numbers = std::vector<std::size_t>;
  CHECK(telling({right, wrong}) == Numbers{2});
  CHECK(telling({wrong, right}) == Numbers{1});
  CHECK(telling({right, right}) == Numbers{1});
  Difference worst;
  worst.side = Side{.answers = {1}, .output = Part::output, .truth = {}};
  worst.other = Side{.answers = {2, 3}, .output = {}, .truth = {}};
  CHECK(telling({right, right, wrong, wrong}, worst) == Numbers{1, 2, 3});

  const std::vector<SeenAnswer> all = seen_answers({right, wrong, right}, drawn, plain_profile(Dtype::f64), {});
  REQUIRE(all.size() == 3);
  CHECK((all[0].to_case && !all[1].to_case && all[2].to_case));
  CHECK((all[0].problem_of == 1 && all[1].problem_of == 2 && all[2].problem_of == 1));
  CHECK(seen_answers({}, drawn, plain_profile(Dtype::f64), {}).empty());
}

TEST_CASE("weights that are read through the values are kept, with the bounds they were read with") {
  const Counterexample example = found({[](Answer& a) {
                                          for (double& y : a.tensors.at(Part::output).values) y *= 1.0009765625;
                                        },
                                        false},
                                       "rows_sum_to_one");
  REQUIRE(example.answers.size() == 1);
  const SeenOutput& weights = output_named(example.answers.front(), Part::weights);
  CHECK(weights.observed.columns() == example.problem.sizes().t_k);
  CHECK(weights.bound.size() == weights.observed.values.size());
}

TEST_CASE("a case that ends without an answer keeps the call, which adds nothing to the case in the text") {
  const Counterexample example = found({[](Answer& a) { a.tensors.clear(); }}, "rows_sum_to_one");
  REQUIRE(example.answers.size() == 1);
  CHECK(example.answers.front().to_case);
  CHECK(example.answers.front().outputs.empty());
  CHECK(example.answers.front().failure == example.reason);
  CHECK(counterexample_text(example, {}, {}, Detail::brief).find("\n  the answer") == std::string::npos);
}

namespace {

/// The reference until its second call, which goes wrong, as does every other one from then on.
struct FailsSecond {
  std::function<Reply(Reply)> spoil;
  bool gives_weights = true;
  AnyBackend inner = reference();
  std::shared_ptr<std::size_t> calls = std::make_shared<std::size_t>(0);

  Capabilities describe() const {
    Capabilities capabilities = inner.describe();
    if (!gives_weights) capabilities.features.erase(Feature::weights);
    return capabilities;
  }
  Reply attend(const Problem& problem) const {
    Reply reply = inner.attend(problem);
    return ++*calls % 2 == 0 ? spoil(std::move(reply)) : reply;
  }
};

LawReport violated_by(FailsSecond backend, const std::string& law) {
  CheckOptions options;
  options.laws = {law};
  options.dtypes = {Dtype::f64};
  options.cases = 20;
  options.max_length = 9;
  Report report = check(AnyBackend(std::move(backend)), options);
  REQUIRE(report.laws.front().counterexample);
  return std::move(report.laws.front());
}

Reply changed(Reply reply, const std::function<void(Answer&)>& change) {
  change(std::get<Answer>(reply));
  return reply;
}

}  // namespace

TEST_CASE("a later call that fails is the one that the finding shows, with its problem and what it gave") {
  struct Way {
    std::function<Reply(Reply)> spoil;
    std::string reason;
    std::size_t outputs;  ///< that are right
  };
  const std::vector<Way> ways{
      {[](Reply) -> Reply { return Failed{"out of luck"}; }, "failed: out of luck", 0},
      {[](Reply) -> Reply { throw std::runtime_error("no more"); }, "failed: threw: no more", 0},
      {[](Reply reply) { return changed(std::move(reply), [](Answer& a) { a.tensors.erase(Part::output); }); },
       "output: asked for, and not in the answer", 1},
      {[](Reply reply) {
         return changed(std::move(reply), [](Answer& a) { a.tensors.at(Part::weights).shape = {1}; });
       },
       "weights: expected shape (", 1}};
  for (const Way& way : ways) {
    // The second problem is of another length than the case.
    const LawReport law = violated_by({way.spoil}, "one_set_of_weights_serves_every_length");
    const Counterexample& example = *law.counterexample;
    const std::string text = counterexample_text(example, {}, {}, Detail::brief);
    INFO(text);
    CHECK(example.reason.starts_with(way.reason));
    REQUIRE(example.answers.size() == 2);
    CHECK((example.answers[0].to_case && !example.answers[0].telling && example.answers[0].failure.empty()));
    const SeenAnswer& last = example.answers[1];
    CHECK((!last.to_case && last.telling && last.failure == example.reason));
    CHECK(last.problem.sizes().t_q != example.problem.sizes().t_q);
    CHECK(last.outputs.size() == way.outputs);
    CHECK(text.find("  problem 2, which the law makes of the case") != std::string::npos);
    CHECK(text.find("  answer 2, to problem 2: this call failed\n") != std::string::npos);
    // The problem is saved, and an answer only where there is one.
    const std::vector<NamedDocument> saved = documents_of(law);
    REQUIRE(saved.size() == 2 + way.outputs);
    CHECK(saved.back().file == law.id + ".f64.problem-2.safetensors");
    const Problem again = problem_of(saved.back().document, "saved");
    for (const auto& [part, tensor] : last.problem.tensors) CHECK(again.at(part) == tensor);
  }
}

TEST_CASE("a call that reads weights and fails is shown with the problem that reads them") {
  const LawReport law = violated_by({[](Reply) -> Reply { return Failed{"out of luck"}; }, false}, "rows_sum_to_one");
  const Counterexample& example = *law.counterexample;
  REQUIRE(example.answers.size() == 2);
  const SeenAnswer& reading = example.answers[1];
  CHECK((reading.telling && reading.failure == example.reason));
  for (const double value : reading.problem.at(reading.problem.projected() ? Part::wv : Part::v).values)
    CHECK((value == 0 || value == 1));
}

TEST_CASE("error / bound: none without a bound, infinite for a NaN, 0 where equal") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::nan("");
  Tensor observed(Dtype::f64, 1, 6);
  observed.values = {1, 1.5, nan, nan, infinity, 2};
  const SeenOutput output{Part::output, observed, {1, 1, 1, nan, infinity, 1}, {0, 0.25, 1, infinity, 0.5, 0}};
  CHECK(output.ratio(0) == 0.0);
  CHECK(output.ratio(1) == 2.0);
  CHECK(output.ratio(2) == infinity);
  CHECK(!output.ratio(3));
  CHECK(output.ratio(4) == 0.0);
  CHECK(output.ratio(5) == infinity);
  CHECK(!output.ratio(6));
}
