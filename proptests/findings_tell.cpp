// What a finding shows: each problem and answer that the verdict rests on, the true values, and the fault itself; and
// that it all fits on a screen.
#include "attnref/check.hpp"
#include "attnref/law.hpp"
#include "attnref/reference.hpp"
#include "catch.hpp"
#include "mutation/mutant.hpp"
#include "reports/lines.hpp"
#include "reports/progress_line.hpp"
#include "reports/text.hpp"
#include "problem/utf8.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace attnref;

namespace {

/// The reference with its answers spoiled.
struct Spoiled {
  std::function<void(Answer&)> spoil;
  bool deterministic = true;
  AnyBackend inner = reference();

  Capabilities describe() const {
    Capabilities capabilities = inner.describe();
    capabilities.deterministic = deterministic;
    return capabilities;
  }
  Reply attend(const Problem& problem) const {
    Reply reply = inner.attend(problem);
    spoil(std::get<Answer>(reply));
    return reply;
  }
};

Report checked(const AnyBackend& backend, std::vector<std::string> laws = {}) {
  CheckOptions options;
  options.laws = std::move(laws);
  options.dtypes = {Dtype::f64};
  options.cases = 20;
  options.max_length = 9;
  return check(backend, options);
}

void answer_nan(Answer& answer) {
  for (auto& [name, tensor] : answer.tensors) {
    std::fill(tensor.values.begin(), tensor.values.end(), std::numeric_limits<double>::quiet_NaN());
  }
}

constexpr double step = 0.125;

/// A bias that grows with the position of the query: none in row 0.
void add_bias_of_position(Answer& answer) {
  Tensor& y = answer.tensors.at(Part::output);
  for (std::size_t i = 0; i < y.rows(); ++i) {
    for (std::size_t c = 0; c < y.columns(); ++c) y(i, c) += step * static_cast<double>(i);
  }
}

/// The first two rows of the map and of the output are each in the other's place.
void exchange_rows(Answer& answer) {
  for (const Part part : {Part::weights, Part::output}) {
    Tensor* const found = answer.tensors.find(part);
    if (!found || found->rows() < 2) continue;
    Tensor& tensor = *found;
    for (std::size_t j = 0; j < tensor.columns(); ++j) std::swap(tensor(0, j), tensor(1, j));
  }
}

std::string brief(const Counterexample& example) { return counterexample_text(example, {}, {}, Detail::brief); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Verdict verdict_of(const Report& report, std::string_view id) {
  for (const LawReport& law : report.laws) {
    if (law.id == id) return law.verdict;
  }
  return Verdict::not_run;
}

/// Every answer that the finding was made of is telling, and its text shows it with the true values.
void require_whole(const Counterexample& example) {
  const std::string text = brief(example);
  INFO(text);
  for (const std::optional<Side>* side : {&example.worst->side, &example.worst->other}) {
    if (!*side) continue;
    for (const std::size_t call : (*side)->answers) {
      const SeenAnswer& answer = example.answers.at(call - 1);
      CHECK(answer.telling);
      CHECK(has(text, "  " + answer_title(answer, example.answers.size())));
      if (!answer.to_case) CHECK(has(text, "  problem " + std::to_string(answer.problem_of) + ", which the law makes"));
    }
  }
}

std::vector<const LawReport*> with_numbers(const Report& report) {
  std::vector<const LawReport*> laws = most_telling_first(report);
  std::erase_if(laws, [](const LawReport* law) { return !violating(*law->counterexample); });
  return laws;
}

const Law& law_of(const LawReport& report) { return *law_named(report.id); }

}  // namespace

TEST_CASE("a backend that always answers NaN keeps the laws about state, and every finding expects a number") {
  for (const bool deterministic : {true, false}) {
    const Report report = checked(AnyBackend(Spoiled{answer_nan, deterministic}));
    CHECK(verdict_of(report, "same_call_same_answer") == Verdict::holds);
    CHECK(verdict_of(report, "earlier_calls_leave_no_trace") == Verdict::holds);
    CHECK(report.count(Verdict::violated) > 20);
    for (const LawReport* law : with_numbers(report)) {
      INFO(law->id << ": " << law->reason);
      CHECK(std::isnan(law->counterexample->worst->observed));
      CHECK_FALSE(std::isnan(law->counterexample->worst->expected));
      require_whole(*law->counterexample);
    }
  }
}

TEST_CASE("a bias that depends on the position is seen in the finding, also where the case is of one query") {
  const Report report = checked(AnyBackend(Spoiled{add_bias_of_position}));
  std::size_t shown = 0, in_another_problem = 0;
  for (const LawReport* law : with_numbers(report)) {
    const Counterexample& example = *law->counterexample;
    INFO(law->id << "\n" << brief(example));
    require_whole(example);
    const Difference& worst = *example.worst;
    if (worst.what != "output" || !worst.to_truth) continue;
    // The number, its true value and its place are the fault.
    CHECK(std::fabs(worst.observed - worst.expected - step * static_cast<double>(worst.row)) <= worst.bound + 0x1p-50);
    CHECK(worst.row > 0);
    CHECK(has(brief(example), "the true value"));
    ++shown;
    const SeenAnswer& answer = example.answers.at(worst.side->answers.front() - 1);
    if (example.problem.sizes().t_q == 1) CHECK(answer.problem.sizes().t_q > 1);
    in_another_problem += !answer.to_case;
  }
  CHECK(shown > 2);
  CHECK(in_another_problem > 0);
  CHECK(!law_of(*most_telling_first(report).front()).of_state);
}

TEST_CASE("rows in each other's place are seen in the finding beside the true ones") {
  const Report report = checked(AnyBackend(Spoiled{exchange_rows}));
  std::size_t seen = 0;
  for (const LawReport* law : with_numbers(report)) {
    const Counterexample& example = *law->counterexample;
    INFO(law->id << "\n" << brief(example));
    require_whole(example);
    for (const SeenAnswer& answer : example.answers) {
      if (!answer.telling || within_bounds(answer)) continue;
      for (const SeenOutput* output : shown_outputs(answer, example.worst)) {
        if (output->part != Part::weights || output->expected.size() != output->observed.values.size()) continue;
        REQUIRE(output->observed.rows() > 1);
        for (std::size_t j = 0; j < output->observed.columns(); ++j) {
          const std::size_t below = output->observed.columns() + j;
          if (std::isnan(output->expected[below])) continue;
          CHECK(std::fabs(output->observed(0, j) - output->expected[below]) <= output->bound[below]);
        }
        ++seen;
      }
    }
  }
  CHECK(seen > 2);
  CHECK(!law_of(*most_telling_first(report).front()).of_state);
}

TEST_CASE("a law about state comes first where a repeated call changes an answer, and last where none does") {
  auto calls = std::make_shared<int>(0);
  const auto drifting = [calls](Answer& answer) {
    if (++*calls % 2 == 0) answer.tensors.at(Part::output).values.front() += 1;
  };
  const std::vector<std::string> laws{"same_call_same_answer", "agrees_with_the_definition", "rows_sum_to_one"};
  const Report state = checked(AnyBackend(Spoiled{drifting}), laws);
  REQUIRE(verdict_of(state, "same_call_same_answer") == Verdict::violated);
  CHECK(law_of(*most_telling_first(state).front()).of_state);

  // A fault of some inputs alone: it looks as if an earlier call had left it.
  const auto of_some_inputs = [](Answer& answer) {
    Tensor& y = answer.tensors.at(Part::output);
    if (!y.values.empty() && std::signbit(y.values.front())) y.values.front() *= 2;
  };
  const Report report = checked(AnyBackend(Spoiled{of_some_inputs}),
                                {"earlier_calls_leave_no_trace", "agrees_with_the_definition", "values_add"});
  REQUIRE(verdict_of(report, "earlier_calls_leave_no_trace") == Verdict::violated);
  const std::vector<const LawReport*> order = most_telling_first(report);
  CHECK(order.size() > 1);
  CHECK(law_of(*order.back()).of_state);
}

TEST_CASE("a violated check is one screen") {
  const auto hint = ReplayHint::by_command("attnref check --mutant NAME");
  std::vector<Report> reports{checked(AnyBackend(Spoiled{answer_nan})), checked(AnyBackend(Spoiled{exchange_rows})),
                              checked(AnyBackend(Spoiled{add_bias_of_position}))};
  for (const char* name : {"scale_missing", "output_transposed", "last_key_dropped"}) {
    const Mutant* mutant = mutant_named(name);
    REQUIRE(mutant);
    reports.push_back(checked(mutant->make()));
  }
  for (const Report& report : reports) {
    REQUIRE(report.exit_code() == 1);
    const std::string text = report_text(report, hint, {.width = 80}, Detail::brief);
    INFO(text);
    CHECK(lines_taken(text, 80) <= 44);
    CHECK(!has(text, "judged / asked"));
    CHECK(has(text, "  replay: "));
    const std::string full = report_text(report, hint, {}, Detail::full);
    CHECK(has(full, "judged / asked"));
    for (const LawReport& law : report.laws) {
      if (law.verdict == Verdict::violated) CHECK(has(full, law.id + " is violated"));
    }
  }
}

TEST_CASE("the table fits the line, and says all of it where there is room") {
  const Report report = checked(reference());
  for (const std::size_t width : {std::size_t{56}, std::size_t{70}, std::size_t{80}, std::size_t{100}, no_limit}) {
    const std::string text = report_text(report, {}, {.width = width}, Detail::brief);
    INFO(text);
    std::size_t ids = 0;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = text.find('\n', begin);
      const std::string line = text.substr(begin, end - begin);
      CHECK(columns_of(line) <= width);
      ids += law_named(line.substr(0, line.find(' '))) != nullptr;
      begin = end + 1;
    }
    CHECK(ids == laws().size());
    CHECK(has(text, "verdict"));
    CHECK(has(text, "resolving power") == (width >= 100));
  }
}

TEST_CASE("a line of progress says the time left and never fills its line") {
  CHECK(progress_line("rows_sum_to_one", 10, 40, 20, 200) == "10 of 40, about 60 s left  rows_sum_to_one");
  CHECK(progress_line("rows_sum_to_one", 1, 61, 60, 200) == "1 of 61, about 60 min left  rows_sum_to_one");
  CHECK(progress_line("rows_sum_to_one", 0, 40, 20, 200) == "0 of 40  rows_sum_to_one");
  for (std::size_t width = 0; width < 120; ++width) {
    const std::string line = progress_line("scores_are_symmetric_when_queries_equal_keys", 3, 90, 7, width);
    CHECK(columns_of(line) < std::max<std::size_t>(width, 1));
  }
}

TEST_CASE("text is wrapped at blanks, and a long word has a line to itself") {
  CHECK(wrapped("one two three", 7, 2) == "one two\n  three");
  CHECK(wrapped("a_word_that_is_longer b", 5) == "a_word_that_is_longer\nb");
  CHECK(wrapped("", 5).empty());
  CHECK(wrapped("  one two\nthree four", 6, 3) == "  one\n   two\nthree\n   four");
  CHECK(lines_taken("12345\n123456\n\n", 5) == 4);
}
