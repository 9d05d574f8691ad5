#include "reports/html.hpp"

#include "attnref/law.hpp"
#include "reports/html_map.hpp"
#include "reports/html_style.hpp"
#include "reports/markup.hpp"
#include "reports/numbers.hpp"
#include "reports/reach.hpp"
#include "reports/text_counterexample.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <vector>

namespace attnref {
namespace {

constexpr Verdict in_order[] = {Verdict::violated, Verdict::excepted, Verdict::holds, Verdict::not_run,
                                Verdict::unsupported};

std::string_view spoken(Verdict verdict) { return verdict == Verdict::not_run ? "not run" : name_of(verdict); }

std::string plural(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// Text from outside, which can't turn the direction of what stands around it.
std::string isolated(std::string_view text) { return fmt::format("<bdi>{}</bdi>", escaped(text)); }

// ---- the head of the page

/// The outcome in a sentence.
std::string headline(const Report& report) {
  const std::size_t violated = report.count(Verdict::violated), holds = report.count(Verdict::holds);
  std::string text;
  if (violated > 0) {
    text = fmt::format("{} of {} violated", violated, plural(report.laws.size(), "law is", "laws are"));
  } else {
    text = holds > 0 ? "No law is violated" : "No law holds, and none is violated";
  }
  const std::size_t idle = report.exceptions_that_hold().size();
  if (idle > 0) text += fmt::format("; {} to be removed", plural(idle, "exception is", "exceptions are"));
  if (!report.failed_at_end.empty()) text += "; the backend failed at its end";
  return text;
}

std::string counts(const Report& report) {
  std::string text = "<ul class=\"counts\">\n";
  for (const Verdict verdict : in_order) {
    const std::size_t count = report.count(verdict);
    if (count == 0) continue;
    text += fmt::format("<li class=\"{}\"><b>{}</b> {}</li>\n", name_of(verdict), count,
                        verdict == Verdict::holds && count != 1 ? "hold" : spoken(verdict));
  }
  return text + "</ul>\n";
}

std::string facts(const Report& report) {
  std::size_t asked = 0;
  for (const LawReport& law : report.laws) asked += law.count.asked;
  std::vector<std::string> facts{fmt::format("Seed {}", report.seed),
                                 fmt::format("{} in {:.1f} s", plural(asked, "case", "cases"), report.seconds)};
  std::vector<std::string> profiles;
  for (const auto& [dtype, profile] : report.profiles) profiles.push_back(isolated(profile_text(report, dtype)));
  facts.push_back(profiles.empty() ? "nothing judged" : fmt::format("judged in {}", fmt::join(profiles, " and ")));
  if (!report.ended_early.empty()) facts.push_back(fmt::format("not all cases were judged: {}", report.ended_early));
  if (report.weights_read_through_values) facts.push_back("weights read through V");
  facts.push_back(fmt::format("constraints {}", isolated(constraints_text(report))));
  facts.push_back(fmt::format("declined {}", declined_text(report)));
  facts.push_back(fmt::format("largest judged: {}", largest_text(report)));
  std::string text = fmt::format("<p class=\"facts\">{}</p>\n", fmt::join(facts, " · "));
  if (const std::string why = report.why(); !why.empty())
    text += fmt::format("<p class=\"facts\">Exit code 3: {}.</p>\n", isolated(why));
  if (!report.failed_at_end.empty())
    text += fmt::format("<p>The backend failed at its end: {}</p>\n", isolated(report.failed_at_end));
  for (const std::string& note : report.notes) text += fmt::format("<p>Note: {}</p>\n", isolated(note));
  return text;
}

// ---- the table

std::string ratio_cell(const LawReport& law) {
  if (law.count.judged == 0) return "–";
  if (law.exact && law.worst_ratio == 0) return "exact";
  return rounded(law.worst_ratio);
}

/// What stands below a law's title: why it has its verdict, and whether an exception should go.
std::string remark(const Report& report, const LawReport& law) {
  const auto idle = report.exceptions_that_hold();
  if (std::find(idle.begin(), idle.end(), &law) != idle.end())
    return fmt::format("<small>It holds: remove its exception ({}).</small>", isolated(law.exception));
  // Of a violation its own section tells.
  if (law.reason.empty() || law.verdict == Verdict::violated) return "";
  return fmt::format("<small>{}</small>", isolated(law.reason));
}

std::string law_row(const Report& report, const LawReport& law) {
  const std::string id = fmt::format("<code>{}</code>", escaped(law.id));
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td class=\"verdict {}\">{}</td><td>{}{}</td><td "
      "class=\"number\">{}&nbsp;/&nbsp;{}</td>"
      "<td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n",
      law.counterexample ? fmt::format("<a href=\"#{}\">{}</a>", escaped(law.id), id) : id, name_of(law.verdict),
      spoken(law.verdict), escaped(law.title), remark(report, law), law.count.judged, law.count.asked, ratio_cell(law),
      law.resolving_power ? rounded(*law.resolving_power) : "–");
}

std::string table(const Report& report) {
  std::string text =
      "<h2 id=\"laws\">Laws</h2>\n"
      "<div class=\"scroll\" role=\"region\" aria-labelledby=\"laws\" tabindex=\"0\">\n<table class=\"laws\">\n"
      "<thead><tr><th scope=\"col\">law</th><th scope=\"col\">verdict</th><th scope=\"col\">what it says</th>"
      "<th scope=\"col\" class=\"number\">judged / asked</th><th scope=\"col\" class=\"number\">error / bound</th>"
      "<th scope=\"col\" class=\"number\">resolving power</th></tr></thead>\n<tbody>\n";
  for (const Verdict verdict : in_order) {
    for (const LawReport& law : report.laws) {
      if (law.verdict == verdict) text += law_row(report, law);
    }
  }
  return text + "</tbody>\n</table>\n</div>\n";
}

// ---- counterexamples

/// A sum or a product of observed numbers need not be a number of their dtype.
std::string value_row(std::string_view name, double value, Dtype dtype) {
  const Dtype of = round_to(dtype, value) == value ? dtype : Dtype::f64;
  return fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>\n", name, round_trip(value, of),
                     hexadecimal(value));
}

std::string difference(const Difference& worst, const Counterexample& example) {
  const Dtype dtype = example.problem.dtype();
  std::string text = fmt::format("<table class=\"values\">\n<caption>{}</caption>\n",
                                 escaped(place_text(worst, example.answers.size())));
  text += value_row("observed", worst.observed, dtype);
  text += value_row(worst.to_truth ? "expected, the true value" : "expected", worst.expected,
                    worst.to_truth ? Dtype::f64 : dtype);
  text += fmt::format("<tr><th scope=\"row\">bound</th><td>{}</td><td></td></tr>\n", rounded(worst.bound));
  if (worst.bound != 0)
    text += fmt::format("<tr><th scope=\"row\">error / bound</th><td>{}</td><td></td></tr>\n", rounded(worst.ratio));
  if (worst.other) {
    text += value_row(fmt::format("compared with {}", escaped(place_text(*worst.other))), worst.other->value, dtype);
    if (worst.other->truth) text += value_row("its true value", *worst.other->truth, Dtype::f64);
  }
  return text + "</table>\n";
}

constexpr std::size_t most_numbers = 32;
constexpr std::size_t most_columns = 8;

std::string input(std::string_view name, const Tensor& tensor) {
  std::string text = fmt::format("<table class=\"values\">\n<caption><b>{}</b>, {} × {}</caption>\n", name,
                                 tensor.rows(), tensor.columns());
  for (std::size_t i = 0; i < tensor.rows(); ++i) {
    text += "<tr>";
    for (std::size_t j = 0; j < tensor.columns(); ++j)
      text += fmt::format("<td>{}</td>", round_trip(tensor(i, j), tensor.dtype));
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

/// Those of the inputs that are small; the others are in the case's sizes, and its Spec draws them.
std::string inputs(const Problem& problem, const std::vector<Part>& parts) {
  std::string text;
  for (const Part part : parts) {
    const Tensor& tensor = problem.at(part);
    if (tensor.values.empty() || tensor.values.size() > most_numbers || tensor.columns() > most_columns) continue;
    text += input(std::string(name_of(part)), tensor);
  }
  return text.empty() ? "" : fmt::format("<div class=\"inputs\">\n{}</div>\n", text);
}

std::string case_line(const Counterexample& example) {
  std::string text = fmt::format("Case: {}; {}", case_text(example.problem), drawn_text(example.spec));
  if (example.problem.how.scale) text += fmt::format("; scale {}", round_trip(*example.problem.how.scale));
  if (example.shrinks > 0)
    text += fmt::format("; {} smaller than the first found", plural(example.shrinks, "step", "steps"));
  return fmt::format("<p class=\"case\">{}</p>\n", escaped(text));
}

/// Where the finding names a number of that output of that answer.
std::optional<Place> place_named(const Difference& worst, const SeenAnswer& answer, const SeenOutput& output) {
  for (const std::optional<Side>* side : {&worst.side, &worst.other}) {
    if (*side && (*side)->output == output.part && (*side)->answers.front() == answer.call)
      return Place{(*side)->row, (*side)->column};
  }
  const std::vector<std::size_t>& shape = output.observed.shape;
  const bool inside = worst.row < shape.front() && worst.column < (shape.size() < 2 ? 1 : shape.back());
  return !worst.side && worst.what == name_of(output.part) && inside ? std::optional(Place{worst.row, worst.column})
                                                                     : std::nullopt;
}

/// What stands behind an answer's title.
std::string_view remark_on(const SeenAnswer& answer) {
  if (!answer.failure.empty()) return answer.outputs.empty() ? ": this call failed." : ": this call failed. It gave:";
  return within_bounds(answer) ? ", beside the true one; it is within all of its bounds:" : ", beside the true one:";
}

/// One answer that the finding rests on: its problem where that is not the case's, and its outputs beside the true
/// ones.
std::string answer_section(const Counterexample& example, const SeenAnswer& answer) {
  if (is_the_case_failing(answer, example.answers.size())) return "";
  const std::optional<Difference> worst = violating(example);
  std::string text, problem;
  for (const SeenOutput* output : shown_outputs(answer, worst)) {
    const std::optional<Place> named = worst ? place_named(*worst, answer, *output) : std::nullopt;
    text += maps_figure(*output, named ? named : furthest_beyond(*output));
  }
  if (!answer.to_case) {
    problem = fmt::format("<p class=\"case\">Problem {}, which the law makes of the case: {}</p>\n", answer.problem_of,
                          escaped(other_problem_text(answer.problem, example.problem))) +
              inputs(answer.problem, changed_inputs(answer.problem, example.problem));
  }
  std::string title = answer_title(answer, example.answers.size());
  title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
  return problem + fmt::format("<p class=\"case\">{}{}</p>\n{}", title, remark_on(answer), text);
}

/// The answers that the finding rests on.
std::string telling_answers(const Counterexample& example) {
  std::string text;
  for (const SeenAnswer& answer : example.answers) {
    if (answer.telling) text += answer_section(example, answer);
  }
  return text;
}

std::string counterexample(const LawReport& law, std::string_view command) {
  const Counterexample& example = *law.counterexample;
  const std::optional<Difference> worst = violating(example);
  std::string text = fmt::format(
      "<section class=\"law {}\" id=\"{}\">\n<h3><code>{}</code> is <span class=\"{}\">{}</span>: {}</h3>\n",
      name_of(law.verdict), escaped(law.id), escaped(law.id), name_of(law.verdict), spoken(law.verdict),
      escaped(law.title));
  if (const Law* known = law_named(law.id))
    text += fmt::format("<p class=\"statement\">{}</p>\n", escaped(known->statement));
  if (law.verdict == Verdict::excepted) text += fmt::format("<p>Excepted: {}</p>\n", isolated(law.exception));
  // A reason that is made of the worst difference is told by its numbers below.
  if (!worst || !example.reason.starts_with(fmt::format("{} [", worst->what)))
    text += fmt::format("<p class=\"reason\">{}</p>\n", isolated(example.reason));
  if (example.flaky)
    text += "<p>It did not repeat, or not alone in a new process: these are the values of the first time.</p>\n";
  if (worst) text += difference(*worst, example);
  text += case_line(example) + inputs(example.problem, changed_inputs(example.problem, Problem{})) +
          telling_answers(example);
  return text + fmt::format("<pre class=\"replay\"><code>{} --replay {}</code></pre>\n</section>\n", escaped(command),
                            escaped(to_string(example.spec)));
}

std::string counterexamples(const Report& report, std::string_view command) {
  std::string text;
  for (const LawReport* law : most_telling_first(report)) text += counterexample(*law, command);
  if (text.empty()) return "";
  return "<h2>Counterexamples</h2>\n"
         "<p>The smallest found, the most telling first. In maps rows are queries and columns keys, or of an output "
         "its "
         "columns; error / bound is green within the bound, and from orange to dark red beyond it by powers of ten; "
         "the "
         "number furthest beyond is outlined. The line at the end of each puts the same case again.</p>\n" +
         text;
}

std::string footer() {
  return fmt::format(
      "<footer><p>Judged / asked: cases whose bound says something, of those put. Error / bound: the largest error "
      "seen, as "
      "a part of what rounding may come to; beyond 1 it is a mistake. Resolving power: how many times smaller the "
      "bound is "
      "than a useless one. The same seed gives the same cases on every machine.</p><p>attnref {}</p></footer>\n",
      ATTNREF_VERSION);
}

}  // namespace

std::string report_html(const Report& report, std::string_view command) {
  const std::string whom = report.backend + (report.version.empty() ? "" : " " + report.version);
  return fmt::format(
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<title>{0}: {1} - attnref</title>\n<style>{2}</style>\n</head>\n<body>\n<header>\n"
             "<p class=\"kind\">Self-attention against its laws</p>\n<h1>{3}</h1>\n"
             "<p class=\"headline {4}\">{1}</p>\n",
             escaped(whom), headline(report), html_style, isolated(whom),
             report.exit_code() == 0   ? "holds"
             : report.exit_code() == 1 ? "violated"
                                       : "not_run") +
         counts(report) + facts(report) + "</header>\n<main>\n" + table(report) + counterexamples(report, command) +
         "</main>\n" + footer() + "</body>\n</html>\n";
}

}  // namespace attnref
