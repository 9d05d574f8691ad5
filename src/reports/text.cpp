#include "reports/text.hpp"

#include "reports/numbers.hpp"
#include "reports/reach.hpp"
#include "reports/text_counterexample.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace attnref {
namespace {

/// So many counterexamples are shown in full; of further ones the reason and the replay.
constexpr std::size_t full_counterexamples = 3;

std::string coloured(std::string_view text, Verdict verdict, ColourMode mode) {
  if (mode == ColourMode::plain) return std::string(text);
  const int colour = verdict == Verdict::holds ? 32 : verdict == Verdict::violated ? 31 : 33;
  return fmt::format("\x1b[{}m{}\x1b[0m", colour, text);
}

std::string_view spoken(Verdict verdict) { return verdict == Verdict::not_run ? "not run" : name_of(verdict); }

std::string ratio_cell(const LawReport& law) {
  if (law.count.judged == 0) return "-";
  if (law.exact && law.worst_ratio == 0) return "exact";
  return rounded(law.worst_ratio);
}

std::string profile_list(const Report& report) {
  std::vector<std::string> names;
  for (const auto& [dtype, profile] : report.profiles) names.push_back(profile_text(report, dtype));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string heading(const Report& report) {
  std::string text = fmt::format("{}{}{}: {}", report.backend, report.version.empty() ? "" : " ", report.version,
                                 report.profiles.empty() ? "nothing judged" : profile_list(report));
  if (report.weights_read_through_values) text += "; weights read through V";
  return text + "\n\n";
}

struct Widths {
  std::size_t id = 3;
  std::size_t cases = 14;  // "judged / asked"
};

std::string cases_cell(const LawReport& law) { return fmt::format("{} / {}", law.count.judged, law.count.asked); }

Widths widths_of(const Report& report) {
  Widths widths;
  for (const LawReport& law : report.laws) {
    widths.id = std::max(widths.id, law.id.size());
    widths.cases = std::max(widths.cases, cases_cell(law).size());
  }
  return widths;
}

/// The one reason why no law holds, where several laws found the same: as a rule it is not about any law.
std::string reason_of_all(const Report& report) {
  if (report.count(Verdict::holds) > 0) return "";
  const Verdict telling = report.count(Verdict::violated) > 0 ? Verdict::violated : Verdict::unsupported;
  std::string reason;
  std::size_t laws = 0;
  for (const LawReport& law : report.laws) {
    if (law.verdict != telling) continue;
    if (laws++ > 0 && law.reason != reason) return "";
    reason = law.reason;
  }
  return laws > 1 ? reason : "";
}

std::string law_line(const LawReport& law, const Widths& widths, std::string_view said, ColourMode mode) {
  const std::string verdict = fmt::format("{:<11}", spoken(law.verdict));
  std::string line = fmt::format("{:<{}}  {}  {:>{}}  {:>13}  {:>15}", law.id, widths.id,
                                 coloured(verdict, law.verdict, mode), cases_cell(law), widths.cases, ratio_cell(law),
                                 law.resolving_power ? rounded(*law.resolving_power) : "-");
  if (law.verdict != Verdict::holds && law.verdict != Verdict::violated && law.reason != said)
    line += "  " + law.reason;
  return line + '\n';
}

std::string table(const Report& report, std::string_view said, ColourMode mode) {
  const Widths widths = widths_of(report);
  std::string text = fmt::format("{:<{}}  {:<11}  {:>{}}  {:>13}  {:>15}\n", "law", widths.id, "verdict",
                                 "judged / asked", widths.cases, "error / bound", "resolving power");
  for (const LawReport& law : report.laws) text += law_line(law, widths, said, mode);
  return text;
}

std::string counterexamples(const Report& report, std::string_view said, const ReplayHint& replay,
                            const HeatMapStyle& style, const SavedFiles& saved) {
  std::string text;
  std::size_t shown = 0;
  for (const LawReport* law : most_telling_first(report)) {
    const auto file = saved.find(law->id);
    const std::string_view place = file == saved.end() ? std::string_view{} : file->second;
    if (shown > 0 && law->reason == said) continue;
    if (shown++ == full_counterexamples) text += "\nThe others in short; their replay lines show the inputs.\n";
    text += fmt::format("\n{} is {}: {}\n", law->id, coloured(name_of(law->verdict), law->verdict, style.colour),
                        law->title);
    if (law->verdict == Verdict::excepted) text += fmt::format("  excepted: {}\n", law->exception);
    if (shown <= full_counterexamples) {
      text += counterexample_text(*law->counterexample, replay, style, place);
    } else {
      text += fmt::format("  {}\n", law->counterexample->reason);
      if (law->counterexample->flaky) text += flaky_text;
      text += replay.line(law->counterexample->replay);
      if (!place.empty()) text += fmt::format("  saved: {}\n", place);
    }
  }
  return text;
}

std::string plural(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// Which exceptions excuse nothing.
std::string idle_exceptions(const Report& report) {
  std::string text;
  for (const LawReport* law : report.exceptions_that_hold()) {
    text += fmt::format("\nRemove the exception of {} ({}): the law holds.", law->id, law->exception);
  }
  return text.empty() ? "" : text + '\n';
}

/// What the backend showed beside its answers.
std::string ending(const Report& report) {
  std::string text;
  if (!report.failed_at_end.empty()) text += fmt::format("\nThe backend failed at its end: {}\n", report.failed_at_end);
  for (const std::string& note : report.notes) text += fmt::format("\nNote: {}\n", note);
  return text;
}

std::string summary(const Report& report) {
  std::vector<std::string> parts{plural(report.count(Verdict::holds), "law holds", "laws hold")};
  for (const Verdict verdict : {Verdict::violated, Verdict::unsupported, Verdict::excepted, Verdict::not_run}) {
    const std::size_t count = report.count(verdict);
    if (count > 0) parts.push_back(fmt::format("{} {}", count, spoken(verdict)));
  }
  std::size_t asked = 0;
  for (const LawReport& law : report.laws) asked += law.count.asked;
  std::string text = fmt::format("{}. Seed {}, {} in {:.1f} s", fmt::join(parts, ", "), report.seed,
                                 plural(asked, "case", "cases"), report.seconds);
  // Making counterexamples smaller takes cases that are not counted.
  if (report.count(Verdict::violated) == 0 && report.seconds > 0) {
    text += fmt::format(" ({:.0f} a second)", static_cast<double>(asked) / report.seconds);
  }
  text += fmt::format(".\nConstraints {}; declined {}; largest judged: {}.\n", constraints_text(report),
                      declined_text(report), largest_text(report));
  const std::string why = report.why();
  return why.empty() ? text : text + fmt::format("Exit code 3: {}.\n", why);
}

std::string ended_early(const Report& report) {
  if (report.ended_early.empty()) return "";
  return fmt::format("Not all cases were judged: {}.\n", report.ended_early);
}

}  // namespace

std::string report_text(const Report& report, const ReplayHint& replay, const HeatMapStyle& style,
                        const SavedFiles& saved) {
  const std::string said = reason_of_all(report);
  const std::string headline = said.empty() ? "" : fmt::format("No law holds, for one reason: {}\n\n", said);
  return heading(report) + headline + table(report, said, style.colour) +
         counterexamples(report, said, replay, style, saved) + idle_exceptions(report) + ending(report) + '\n' +
         summary(report) + ended_early(report);
}

std::string replay_text(const Report& report, const Problem& problem, const HeatMapStyle& style) {
  const LawReport& law = report.laws.front();
  std::string text = fmt::format("{}: {} {}: {}\n", report.backend, law.id,
                                 coloured(spoken(law.verdict), law.verdict, style.colour), law.title);
  // The line that the case was replayed by is above, in the reader's terminal.
  if (law.counterexample) return text + counterexample_text(*law.counterexample, ReplayHint{}, style) + ending(report);
  if (!law.reason.empty()) text += fmt::format("  {}\n", law.reason);
  text += fmt::format("  case: {}\n", case_text(problem)) + inputs_text(problem);
  if (law.count.judged > 0) text += fmt::format("  error / bound {}\n", ratio_cell(law));
  return text + ending(report);
}

std::string found_text(std::string_view law, std::string_view spec, std::string_view reason, std::uint64_t seed) {
  return fmt::format("{} is violated with seed {}: {}\n  first case, before it is made smaller: {}\n", law, seed,
                     reason, spec);
}

std::string to_text(const Report& report) { return report_text(report, ReplayHint::in_cpp(), {}); }

}  // namespace attnref
