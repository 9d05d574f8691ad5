// A check that is stopped, or whose time is over, says of each law only what was judged until then.
#include "catch.hpp"

#include "attnref/check.hpp"
#include "attnref/reference.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

using attnref::AnyBackend;
using attnref::Capabilities;
using attnref::CheckOptions;
using attnref::LawReport;
using attnref::Problem;
using attnref::Reply;
using attnref::Report;
using attnref::Verdict;

namespace {

/// The reference, which does something before each answer.
struct Watched {
  std::function<std::optional<Reply>()> before;
  AnyBackend reference = attnref::reference();

  Capabilities describe() const { return reference.describe(); }
  Reply attend(const Problem& problem) const {
    if (const auto instead = before()) return *instead;
    return reference.attend(problem);
  }
};

std::size_t not_run_for(const Report& report, const std::string& reason) {
  return static_cast<std::size_t>(std::count_if(report.laws.begin(), report.laws.end(), [&](const LawReport& law) {
    return law.verdict == Verdict::not_run && law.reason.find(reason) != std::string::npos;
  }));
}

}  // namespace

TEST_CASE("a check that is stopped keeps its verdicts, and what fails by the stop is no finding", "[check]") {
  std::atomic<bool> stop{false};
  std::size_t answers = 0;
  const AnyBackend backend(Watched{[&]() -> std::optional<Reply> {
    if (++answers < 300) return std::nullopt;
    stop = true;
    return attnref::Failed{"was ended by signal 9 (Killed)"};
  }});
  CheckOptions options;
  options.cases = 20;
  options.stop = &stop;
  const Report report = check(backend, options);
  CHECK(report.ended_early == "interrupted");
  CHECK(answers == 300);
  CHECK(report.count(Verdict::holds) > 0);
  CHECK(report.count(Verdict::violated) == 0);
  CHECK(not_run_for(report, "interrupted") == report.laws.size() - report.count(Verdict::holds));
}

TEST_CASE("no case begins once the time for the whole run is over", "[check]") {
  CheckOptions options;
  options.cases = 100000;
  options.jobs = 2;
  options.most_seconds = 0.5;
  const Report report = check(attnref::reference(), options);
  CHECK(report.ended_early.find("the time for the whole run was over, after 0.5 s") == 0);
  CHECK(not_run_for(report, report.ended_early) > 0);
  CHECK(report.count(Verdict::violated) == 0);
}

TEST_CASE("a check that is over says so, and only then", "[check]") {
  CheckOptions options;
  options.laws = {"rows_sum_to_one"};
  options.cases = 5;
  CHECK(check(attnref::reference(), options).ended_early.empty());
  options.most_seconds = 0;
  const Report report = check(attnref::reference(), options);
  CHECK(!report.ended_early.empty());
  CHECK(report.exit_code() == 3);
}
