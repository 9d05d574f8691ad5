#include "reports/text.hpp"

#include "reports/lines.hpp"
#include "reports/numbers.hpp"
#include "reports/reach.hpp"
#include "problem/utf8.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace attnref {
namespace {

/// A report in brief has about so many lines, and at least so many of them are other violated laws.
constexpr std::size_t screen_lines = 36;
constexpr std::size_t fewest_other_laws = 8;

/// Lines are no longer than this where nothing limits them: a log, a file.
constexpr std::size_t widest_line = 120;

std::size_t width_of(const HeatMapStyle& style) { return std::min(style.width, widest_line); }

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

std::string plural(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// The text with the first such word coloured.
std::string coloured_word(std::string text, std::string_view word, Verdict verdict, ColourMode mode) {
  const std::size_t place = text.find(word);
  return place == std::string::npos ? text : text.replace(place, word.size(), coloured(word, verdict, mode));
}

std::string profile_list(const Report& report) {
  std::vector<std::string> names;
  for (const auto& [dtype, profile] : report.profiles) names.push_back(profile_text(report, dtype));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string heading(const Report& report, const HeatMapStyle& style) {
  std::string text = fmt::format("{}{}{}: {}", report.backend, report.version.empty() ? "" : " ", report.version,
                                 report.profiles.empty() ? "nothing judged" : profile_list(report));
  if (report.weights_read_through_values) text += "; weights read through V";
  return wrapped(text, width_of(style), 2) + "\n\n";
}

std::string cases_cell(const LawReport& law) { return fmt::format("{} / {}", law.count.judged, law.count.asked); }

std::string power_cell(const LawReport& law) { return law.resolving_power ? rounded(*law.resolving_power) : "-"; }

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

// ---- the table

/// A column of the table, after the laws' ids.
struct Column {
  std::string heading;
  std::string (*cell)(const LawReport&);
  int rank = 0;  ///< narrow lines lose the columns of high rank first
  std::size_t width = 0;
};

/// How the table is laid out. An id that is wider than its column has a line to itself.
struct Layout {
  std::size_t id = 3;
  std::vector<Column> columns;
  std::size_t width() const {
    std::size_t sum = id;
    for (const Column& column : columns) sum += 2 + column.width;
    return sum;
  }
};

std::vector<Column> all_columns(const Report& report) {
  std::vector<Column> columns{{"verdict", [](const LawReport& law) { return std::string(spoken(law.verdict)); }, 0},
                              {"judged / asked", cases_cell, 2},
                              {"error / bound", ratio_cell, 1},
                              {"resolving power", power_cell, 3}};
  for (Column& column : columns) {
    column.width = column.heading.size();
    for (const LawReport& law : report.laws) column.width = std::max(column.width, column.cell(law).size());
  }
  return columns;
}

Layout layout_of(const Report& report, std::size_t width) {
  Layout layout{.id = 3, .columns = all_columns(report)};
  for (const LawReport& law : report.laws) layout.id = std::max(layout.id, law.id.size());
  const std::size_t longest = layout.id;
  // A few long ids may stand on lines of their own before a column is lost.
  constexpr std::size_t usual_id = 36;
  while (layout.width() > width) {
    const std::size_t others = layout.width() - layout.id;
    layout.id = std::min(longest, width > others ? width - others : 0);
    if (layout.id >= std::min(longest, usual_id) || layout.columns.size() == 1) break;
    layout.columns.erase(std::max_element(layout.columns.begin(), layout.columns.end(),
                                          [](const Column& a, const Column& b) { return a.rank < b.rank; }));
    layout.id = longest;
  }
  return layout;
}

std::string id_cell(std::string_view id, const Layout& layout) {
  if (id.size() <= layout.id) return fmt::format("{:<{}}", id, layout.id);
  return fmt::format("{}\n{}", id, std::string(layout.id, ' '));
}

/// Why a law has its verdict, behind its line or, where that has no room, below it.
std::string remark(std::string_view reason, const Layout& layout, std::size_t width) {
  if (layout.width() + 2 + columns_of(reason) <= width) return fmt::format("  {}", reason);
  return "\n  " + wrapped(reason, width, 2);
}

std::string law_line(const LawReport& law, const Layout& layout, std::string_view said, const HeatMapStyle& style) {
  std::string line = id_cell(law.id, layout);
  for (const Column& column : layout.columns) {
    const std::string cell = column.cell(law);
    const std::string padding(column.width - cell.size(), ' ');
    const bool is_verdict = column.rank == 0;
    line += "  " + (is_verdict ? coloured(cell, law.verdict, style.colour) + padding : padding + cell);
  }
  if (law.verdict != Verdict::holds && law.verdict != Verdict::violated && law.reason != said && !law.reason.empty())
    line += remark(law.reason, layout, style.width);
  return line + '\n';
}

std::string table(const Report& report, std::string_view said, const HeatMapStyle& style) {
  const Layout layout = layout_of(report, style.width);
  std::string text = id_cell("law", layout);
  for (const Column& column : layout.columns) {
    text += column.rank == 0 ? fmt::format("  {:<{}}", column.heading, column.width)
                             : fmt::format("  {:>{}}", column.heading, column.width);
  }
  text += '\n';
  for (const LawReport& law : report.laws) text += law_line(law, layout, said, style);
  return text;
}

// ---- findings

std::string_view saved_place(const LawReport& law, const SavedFiles& saved) {
  const auto file = saved.find(law.id);
  return file == saved.end() ? std::string_view{} : file->second;
}

std::string finding(const LawReport& law, const ReplayHint& replay, const HeatMapStyle& style, Detail detail,
                    const SavedFiles& saved) {
  const std::string title =
      wrapped(fmt::format("{} is {}: {}", law.id, name_of(law.verdict), law.title), width_of(style), 2);
  std::string text = coloured_word(title, name_of(law.verdict), law.verdict, style.colour) + '\n';
  if (law.verdict == Verdict::excepted) text += fmt::format("  excepted: {}\n", law.exception);
  return text + counterexample_text(*law.counterexample, replay, style, detail, saved_place(law, saved));
}

/// Every finding in full.
std::string all_findings(const Report& report, std::string_view said, const ReplayHint& replay,
                         const HeatMapStyle& style, const SavedFiles& saved) {
  std::string text;
  for (const LawReport* law : most_telling_first(report)) {
    if (!text.empty() && law->reason == said) continue;
    text += '\n' + finding(*law, replay, style, Detail::full, saved);
  }
  return text;
}

constexpr std::size_t case_width = 9;    // 129 x 129
constexpr std::size_t ratio_width = 13;  // error / bound
constexpr std::size_t least_reason = 24;

/// A violated law in a line: of which case, and how far beyond its bound or, where there is room for it, why.
std::string short_finding(const LawReport& law, std::size_t id_width, std::size_t width) {
  const Sizes& s = law.counterexample->problem.sizes();
  const std::string head =
      fmt::format("  {:<{}}  {:>{}}  ", law.id, id_width, fmt::format("{} x {}", s.t_q, s.t_k), case_width);
  const std::size_t room = width > head.size() ? width - head.size() : 0;
  if (!violating(*law.counterexample) && !law.counterexample->flaky && room >= least_reason)
    return head + shortened(law.reason, room) + '\n';
  const std::string says = law.counterexample->flaky ? "not repeated" : rounded(law.worst_ratio);
  return fmt::format("{}{:>{}}\n", head, says, ratio_width);
}

/// The other violated laws in a line each, as many as a screen has room for beside what is on it already.
std::string other_findings(const std::vector<const LawReport*>& others, std::size_t lines, const HeatMapStyle& style) {
  if (others.empty()) return "";
  const std::size_t room = std::max(fewest_other_laws, screen_lines > lines ? screen_lines - lines : 0);
  const std::size_t shown = others.size() <= room ? others.size() : room - 1;
  const std::string heading =
      others.size() == 1 ? "One more law is violated:" : fmt::format("{} more laws are violated:", others.size());
  std::size_t id_width = heading.size();
  for (std::size_t n = 0; n < shown; ++n) id_width = std::max(id_width, others[n]->id.size());
  std::string text = fmt::format("\n{:<{}}  {:>{}}  {:>{}}\n", heading, id_width + 2, "case", case_width,
                                 "error / bound", ratio_width);
  for (std::size_t n = 0; n < shown; ++n) text += short_finding(*others[n], id_width, width_of(style));
  if (shown < others.size()) text += fmt::format("  and {} more\n", others.size() - shown);
  return text;
}

/// The most telling finding, and the others in short.
std::string findings_in_brief(const Report& report, const ReplayHint& replay, const HeatMapStyle& style,
                              const SavedFiles& saved) {
  std::vector<const LawReport*> laws = most_telling_first(report);
  std::erase_if(laws, [](const LawReport* law) { return law->verdict != Verdict::violated; });
  const std::string first = finding(*laws.front(), replay, style, Detail::brief, saved);
  const std::vector<const LawReport*> others(laws.begin() + 1, laws.end());
  // Beside the finding the heading and the sum take lines.
  return first + other_findings(others, lines_taken(first, width_of(style)) + 8, style);
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

/// Why the exit code is 3. A reason that stands at the report's head is not repeated.
std::string exit_code_line(const Report& report, std::string_view said) {
  const std::string why = report.why();
  if (why.empty()) return "";
  return said.empty() ? fmt::format("Exit code 3: {}.\n", why) : "Exit code 3: no law holds, and none is violated.\n";
}

std::string summary(const Report& report, std::string_view said) {
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
  // A signal that stopped the check ends the command too, with no exit code of its own.
  if (!report.ended_early.empty()) return text + fmt::format("Not all cases were judged: {}.\n", report.ended_early);
  return text + exit_code_line(report, said);
}

}  // namespace

std::string report_text(const Report& report, const ReplayHint& replay, const HeatMapStyle& style, Detail detail,
                        const SavedFiles& saved) {
  const std::string said = reason_of_all(report);
  const bool in_brief = detail == Detail::brief && report.count(Verdict::violated) > 0;
  std::string text = heading(report, style);
  if (!said.empty()) text += wrapped(fmt::format("No law holds, for one reason: {}", said), width_of(style)) + "\n\n";
  text += in_brief ? findings_in_brief(report, replay, style, saved) : table(report, said, style);
  if (detail == Detail::full) text += all_findings(report, said, replay, style, saved);
  text += idle_exceptions(report) + ending(report) + '\n' + wrapped(summary(report, said), width_of(style));
  if (in_brief) text += "With --verbose: the table, and every finding in full.\n";
  return text;
}

std::string replay_text(const Report& report, const Problem& problem, const HeatMapStyle& style) {
  const LawReport& law = report.laws.front();
  std::string text = fmt::format("{}: {} {}: {}\n", report.backend, law.id,
                                 coloured(spoken(law.verdict), law.verdict, style.colour), law.title);
  // The line that the case was replayed by is above, in the reader's terminal.
  if (law.counterexample)
    return text + counterexample_text(*law.counterexample, {}, style, Detail::full) + ending(report);
  if (!law.reason.empty()) text += fmt::format("  {}\n", law.reason);
  text += fmt::format("  case: {}\n", case_text(problem)) + inputs_text(problem, style, Detail::full);
  if (law.count.judged > 0) text += fmt::format("  error / bound {}\n", ratio_cell(law));
  return text + ending(report);
}

std::string found_text(std::string_view law, const Spec& spec, std::string_view reason, std::uint64_t seed) {
  return fmt::format("{} is violated with seed {}: {}\n  first case, before it is made smaller: {}\n", law, seed,
                     reason, to_string(spec));
}

std::string to_text(const Report& report) { return report_text(report, ReplayHint::in_cpp(), {}, Detail::full); }

}  // namespace attnref
