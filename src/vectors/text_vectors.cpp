#include "vectors/text_vectors.hpp"

#include "problem/one_line.hpp"
#include "reports/numbers.hpp"
#include "reports/text_compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace attnref {
namespace {

using vectors::AnswerVerdict;
using vectors::Note;
using vectors::VerifiedAnswer;

constexpr std::size_t most_words = 300;

std::string spaced(AnswerVerdict verdict) {
  return verdict == AnswerVerdict::not_run ? "not run" : std::string(name_of(verdict));
}

std::string line(std::string_view verdict, std::string_view ratio, std::string_view ulps, std::string_view id) {
  return fmt::format("{:<11}  {:>13}  {:>9}  {}\n", verdict, ratio, ulps, id);
}

std::string table_line(const VerifiedAnswer& answer) {
  if (!answer.comparison) return line(spaced(answer.verdict), "-", "-", answer.id);
  std::optional<double> ratio;
  double ulps = 0;
  for (const OutputComparison& output : answer.comparison->outputs) {
    if (output.max_ratio) ratio = std::max(ratio.value_or(0), *output.max_ratio);
    ulps = std::max(ulps, output.max_ulp);
  }
  return line(spaced(answer.verdict), ratio ? rounded(*ratio) : "-", rounded(ulps), answer.id);
}

std::string shown(const Note& note) {
  return fmt::format("{}: {} (law {})", on_one_line(note.flag), on_one_line(note.mistake, most_words),
                     on_one_line(note.law));
}

/// Where the answer is wrong, or why it is none, and what its vector is there for.
std::string details(const VerifiedAnswer& answer) {
  std::string text;
  if (answer.verdict == AnswerVerdict::not_run && answer.comparison) {
    for (const OutputComparison& output : answer.comparison->outputs) {
      if (output.open()) text += fmt::format("    no bound says enough of {}\n", name_of(output.part));
    }
  }
  if (!answer.reason.empty()) text += fmt::format("    {}\n", answer.reason);
  if (answer.verdict != AnswerVerdict::violated) return text;
  if (answer.comparison) {
    for (const OutputComparison& output : answer.comparison->outputs) {
      if (output.beyond > 0) text += "    " + worst_number(output, answer.comparison->dtype);
    }
  }
  for (const Note& note : answer.notes) text += fmt::format("    shows {}\n", shown(note));
  return text;
}

std::string summary(const vectors::Verification& verification) {
  std::string text;
  for (const AnswerVerdict verdict :
       {AnswerVerdict::holds, AnswerVerdict::violated, AnswerVerdict::unsupported, AnswerVerdict::not_run}) {
    if (const std::size_t count = verification.count(verdict)) text += fmt::format("{} {}, ", count, spaced(verdict));
  }
  text += fmt::format("{} without an answer; {} vectors\n", verification.vectors - verification.answers.size(),
                      verification.vectors);
  const std::size_t missing = verification.missing();
  if (missing == 0) return text;
  return text +
         fmt::format("missing: {} of {} vectors, without an answer or unsupported; with --all that is exit code 3\n",
                     missing, verification.vectors);
}

}  // namespace

std::string verification_text(const vectors::Verification& verification) {
  std::string text = line("verdict", "error / bound", "max ulp", "vector");
  for (const VerifiedAnswer& answer : verification.answers) text += table_line(answer) + details(answer);
  text += '\n' + summary(verification);
  const std::vector<vectors::SuspectedMistake> suspects = verification.suspects();
  if (!suspects.empty()) text += "\nmistakes, by how many of the answered vectors that show them are violated:\n";
  for (const vectors::SuspectedMistake& one : suspects) {
    text += fmt::format("  {:>3} of {:<3}  {}\n", one.violated, one.answered, shown(one.note));
  }
  return text;
}

}  // namespace attnref
