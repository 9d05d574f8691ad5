#include "reports/junit.hpp"

#include "reports/markup.hpp"
#include "reports/reach.hpp"
#include "reports/text_counterexample.hpp"

#include <fmt/format.h>

namespace attnref {
namespace {

std::string property(std::string_view name, std::string_view value) {
  return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", escaped(name), escaped(value));
}

std::string properties(const Report& report) {
  std::string text = "    <properties>\n";
  text += property("attnref", ATTNREF_VERSION);
  text += property("backend", report.backend);
  text += property("backend.version", report.version);
  text += property("seed", fmt::format("{}", report.seed));
  text += property("time", fmt::format("{:.3f}", report.seconds));
  for (const auto& [dtype, profile] : report.profiles)
    text += property(fmt::format("profile.{}", name_of(dtype)), profile_text(report, dtype));
  text += property("constraints", constraints_text(report));
  text += property("declined", declined_text(report));
  text += property("largest", largest_text(report));
  text += property("exit_code", fmt::format("{}", report.exit_code()));
  if (const std::string why = report.why(); !why.empty()) text += property("why", why);
  if (!report.ended_early.empty()) text += property("ended_early", report.ended_early);
  if (report.weights_read_through_values) text += property("weights", "read through V");
  for (const std::string& note : report.notes) text += property("note", note);
  return text + "    </properties>\n";
}

std::string failure(std::string_view type, std::string_view message, std::string_view body) {
  return fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", type, escaped(message), escaped(body));
}

std::string skipped(std::string_view message) {
  return fmt::format("      <skipped message=\"{}\"/>\n", escaped(message));
}

bool needs_no_exception(const Report& report, const LawReport& law) {
  for (const LawReport* holding : report.exceptions_that_hold()) {
    if (holding == &law) return true;
  }
  return false;
}

/// What stands inside the test case; nothing for a law that holds.
std::string outcome(const Report& report, const LawReport& law, std::string_view command) {
  switch (law.verdict) {
    case Verdict::violated:
      if (!law.counterexample) return failure("violated", law.reason, law.title);
      return failure(
          "violated", law.reason,
          law.title + '\n' +
              counterexample_text(*law.counterexample, ReplayHint::by_command(command), HeatMapStyle{}, Detail::full));
    case Verdict::unsupported:
      return skipped("unsupported: " + law.reason);
    case Verdict::excepted:
      return skipped("excepted: " + law.reason);
    case Verdict::not_run:
      return skipped("not run: " + law.reason);
    case Verdict::holds:
      break;
  }
  if (!needs_no_exception(report, law)) return "";
  return failure("exception", "the law holds: remove its exception", "excepted: " + law.exception);
}

std::string test_case(const Report& report, const LawReport& law, std::string_view command) {
  const std::string head =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\"", escaped(report.backend), escaped(law.id));
  const std::string inside = outcome(report, law, command);
  return inside.empty() ? head + "/>\n" : head + ">\n" + inside + "    </testcase>\n";
}

/// That the backend's process ended badly is no law's violation: it has a test case of its own.
std::string end_of_input(const Report& report) {
  return fmt::format("    <testcase classname=\"{}\" name=\"end_of_input\">\n{}    </testcase>\n",
                     escaped(report.backend), failure("end", report.failed_at_end, report.failed_at_end));
}

}  // namespace

std::string report_junit(const Report& report, std::string_view command) {
  const std::size_t at_end = report.failed_at_end.empty() ? 0 : 1;
  const std::size_t failures = report.count(Verdict::violated) + report.exceptions_that_hold().size() + at_end;
  const std::size_t skips =
      report.count(Verdict::unsupported) + report.count(Verdict::excepted) + report.count(Verdict::not_run);
  const std::string counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3f}\"",
                                         report.laws.size() + at_end, failures, skips, report.seconds);
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  text += fmt::format("<testsuites name=\"attnref check\" {}>\n  <testsuite name=\"{}\" {}>\n", counts,
                      escaped(report.backend), counts);
  text += properties(report);
  for (const LawReport& law : report.laws) text += test_case(report, law, command);
  if (at_end > 0) text += end_of_input(report);
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace attnref
