#include "vectors/json_verification.hpp"

#include "reports/json_comparison.hpp"

#include <utility>

namespace attnref {

using json::Json;

namespace {

Json noted(const vectors::Note& note) { return {{"flag", note.flag}, {"mistake", note.mistake}, {"law", note.law}}; }

}  // namespace

std::string verification_json(const vectors::Verification& verification) {
  using vectors::AnswerVerdict;
  Json answers = Json::array(), suspects = Json::array(), counts = Json::object();
  for (const vectors::VerifiedAnswer& answer : verification.answers) {
    Json shows = Json::array();
    for (const vectors::Note& note : answer.notes) shows.push_back(noted(note));
    answers.push_back({{"id", answer.id},
                       {"verdict", name_of(answer.verdict)},
                       {"reason", answer.reason.empty() ? Json(nullptr) : Json(answer.reason)},
                       {"comparison", answer.comparison ? compared(*answer.comparison) : Json(nullptr)},
                       {"shows", std::move(shows)}});
  }
  for (const vectors::SuspectedMistake& suspect : verification.suspects()) {
    Json json = noted(suspect.note);
    json["violated"] = suspect.violated;
    json["answered"] = suspect.answered;
    suspects.push_back(std::move(json));
  }
  for (const AnswerVerdict verdict :
       {AnswerVerdict::holds, AnswerVerdict::violated, AnswerVerdict::unsupported, AnswerVerdict::not_run}) {
    counts[std::string(name_of(verdict))] = verification.count(verdict);
  }
  counts["unanswered"] = verification.vectors - verification.answers.size();
  return json::text({{"attnref", ATTNREF_VERSION},
                     {"vectors", verification.vectors},
                     {"missing", verification.missing()},
                     {"counts", std::move(counts)},
                     {"answers", std::move(answers)},
                     {"suspects", std::move(suspects)},
                     {"verdict", name_of(verification.verdict())}});
}

}  // namespace attnref
