#include "reports/json_comparison.hpp"

#include <optional>

namespace attnref {

using json::Json, json::number, json::or_null;

namespace {

Json where(const OutputComparison& output) {
  if (output.ratios.empty()) return nullptr;
  return {{"row", output.row},
          {"column", output.column},
          {"observed", number(output.observed)},
          {"expected", number(output.expected)},
          {"error", number(output.error)},
          {"bound", number(output.bound)}};
}

Json compared(const OutputComparison& output) {
  return {{"max_ulp", number(output.max_ulp)},
          {"mean_ulp", number(output.mean_ulp)},
          {"correctly_rounded", output.correctly_rounded},
          {"max_kappa", or_null(output.max_kappa)},
          {"max_ratio", or_null(output.max_ratio)},
          {"where", where(output)},
          {"judged", output.judged},
          {"beyond", output.beyond},
          {"not_finite", output.not_finite},
          {"undecided", output.undecided}};
}

}  // namespace

Json compared(const AnswerComparison& comparison) {
  Json outputs = Json::object();
  for (const OutputComparison& output : comparison.outputs)
    outputs[std::string(name_of(output.part))] = compared(output);
  const std::optional<Explanation>& by = comparison.explained_by;
  return {{"dtype", name_of(comparison.dtype)},
          {"profile", comparison.profile},
          {"outputs", std::move(outputs)},
          {"explained_by", by ? Json(by->profile) : Json(nullptr)},
          {"times_wider", by ? or_null(by->times_wider) : Json(nullptr)},
          {"verdict", name_of(comparison.verdict())}};
}

std::string comparison_json(const AnswerComparison& comparison) {
  Json json{{"attnref", ATTNREF_VERSION}};
  json.update(compared(comparison));
  return json::text(json);
}

}  // namespace attnref
