#include "reports/json.hpp"

#include "documents/constraints.hpp"
#include "problem/names.hpp"
#include "documents/profile.hpp"
#include "reports/json_values.hpp"

#include <string>
#include <string_view>

namespace attnref {
namespace {

using json::Json, json::number, json::or_null;

Json sizes(const Sizes& s) {
  return {{"batch", s.batch}, {"heads", s.heads},     {"kv_heads", s.kv_heads}, {"t_q", s.t_q},
          {"t_k", s.t_k},     {"d_model", s.d_model}, {"d_k", s.d_k},           {"d_v", s.d_v}};
}

/// A tensor of more numbers than this is left out; its Spec draws it again.
constexpr std::size_t most_numbers = 256;

/// Row by row, as nested arrays; null where it is left out. A number of any dtype is one of f64, whose decimals are
/// written so that they read back.
Json values(const Tensor& tensor) {
  if (tensor.values.size() > most_numbers) return nullptr;
  // A vector is a column.
  const std::size_t columns = tensor.rank() < 2 ? 1 : tensor.columns();
  Json rows = Json::array();
  for (std::size_t i = 0; i < tensor.shape.front(); ++i) {
    Json row = Json::array();
    for (std::size_t j = 0; j < columns; ++j) row.push_back(number(tensor.values[i * columns + j]));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json inputs(const Problem& problem) {
  Json json = Json::object();
  for (const auto& [part, tensor] : problem.tensors) {
    json[std::string(name_of(part))] = {{"shape", tensor.shape}, {"values", values(tensor)}};
  }
  return json;
}

/// What the case is, and how it was found.
void add_origin(Json& json, const Counterexample& example) {
  json["dtype"] = name_of(example.problem.dtype());
  json["regime"] = name_of(example.spec.regime);
  json["scale"] = example.problem.how.scale ? number(*example.problem.how.scale) : Json("default");
  json["inputs"] = inputs(example.problem);
  json["shrinks"] = example.shrinks;
  json["unshrunk"] = to_string(example.first);
  json["flaky"] = example.flaky;
}

Json side(const std::optional<Side>& side) {
  if (!side) return nullptr;
  return {{"answers", side->answers},
          {"output", side->output ? Json(name_of(*side->output)) : Json(nullptr)},
          {"row", side->row},
          {"column", side->column},
          {"value", number(side->value)},
          {"true", or_null(side->truth)},
          {"bound", number(side->bound)}};
}

/// Numbers in the shape of a tensor.
Json in_shape(const Tensor& shape, const std::vector<double>& numbers) {
  if (numbers.size() != shape.values.size()) return nullptr;
  Tensor tensor = shape;
  tensor.values = numbers;
  return values(tensor);
}

Json seen_output(const SeenOutput& output) {
  return {{"shape", output.observed.shape},
          {"observed", values(output.observed)},
          {"true", in_shape(output.observed, output.expected)},
          {"bound", in_shape(output.observed, output.bound)}};
}

/// An answer with its problem, which is left out where it is the case's.
Json seen_answer(const SeenAnswer& answer) {
  Json outputs = Json::object();
  for (const SeenOutput& output : answer.outputs) outputs[std::string(name_of(output.part))] = seen_output(output);
  Json problem = nullptr;
  if (!answer.to_case) {
    problem = {{"sizes", sizes(answer.problem.sizes())},
               {"scale", answer.problem.how.scale ? number(*answer.problem.how.scale) : Json("default")},
               {"inputs", inputs(answer.problem)}};
  }
  return {{"answer", answer.call},
          {"to_case", answer.to_case},
          {"telling", answer.telling},
          {"problem", std::move(problem)},
          {"failure", answer.failure.empty() ? Json(nullptr) : Json(answer.failure)},
          {"outputs", std::move(outputs)}};
}

Json where(const Difference& worst) {
  return {{"what", worst.what},
          {"row", worst.row},
          {"column", worst.column},
          {"answers", worst.side ? Json(worst.side->answers) : Json(nullptr)}};
}

Json counterexample(const std::optional<Counterexample>& example) {
  if (!example) return nullptr;
  Json json{{"sizes", sizes(example->problem.sizes())}};
  add_origin(json, *example);
  // A violation without numbers, such as a wrong shape, has a reason only.
  const std::optional<Difference> worst = violating(*example);
  json["observed"] = worst ? number(worst->observed) : Json(nullptr);
  json["expected"] = worst ? number(worst->expected) : Json(nullptr);
  json["bound"] = worst ? number(worst->bound) : Json(nullptr);
  json["where"] = worst ? where(*worst) : Json(nullptr);
  json["compared_with"] = worst ? side(worst->other) : Json(nullptr);
  json["answers"] = Json::array();
  for (const SeenAnswer& answer : example->answers) json["answers"].push_back(seen_answer(answer));
  json["reason"] = example->reason;
  json["replay"] = to_string(example->spec);
  return json;
}

Json by_dtype(const LawReport& law) {
  Json json = Json::object();
  for (const auto& [dtype, count] : law.by_dtype) {
    json[std::string(name_of(dtype))] = {{"cases", count.asked},
                                         {"judged", count.judged},
                                         {"violated", count.violated},
                                         {"unsupported", count.unsupported}};
  }
  return json;
}

Json law_report(const LawReport& law) {
  return {{"id", law.id},
          {"title", law.title},
          {"verdict", name_of(law.verdict)},
          {"cases", law.count.asked},
          {"judged", law.count.judged},
          {"by_dtype", by_dtype(law)},
          {"worst_ratio", law.count.judged > 0 ? number(law.worst_ratio) : Json(nullptr)},
          {"resolving_power", or_null(law.resolving_power)},
          {"reason", law.reason.empty() ? Json(nullptr) : Json(law.reason)},
          {"exception", law.exception.empty() ? Json(nullptr) : Json(law.exception)},
          {"counterexample", counterexample(law.counterexample)}};
}

Json counts(const Report& report) {
  Json json;
  for (const Verdict verdict :
       {Verdict::holds, Verdict::violated, Verdict::unsupported, Verdict::excepted, Verdict::not_run}) {
    json[std::string(name_of(verdict))] = report.count(verdict);
  }
  json["total"] = report.laws.size();
  return json;
}

Json backend(const Report& report) {
  Json profiles = Json::object();
  for (const auto& [dtype, profile] : report.profiles) profiles[std::string(name_of(dtype))] = profile;
  Json own_profiles = Json::object();
  for (const auto& [dtype, profile] : report.own_profiles)
    own_profiles[std::string(name_of(dtype))] = Json::parse(profile_difference(profile));
  const std::string constraints = constraints_json(report.constraints);
  return {{"name", report.backend},
          {"version", report.version},
          {"constraints", constraints.empty() ? Json(nullptr) : Json::parse(constraints)},
          {"profiles", profiles},
          {"own_profiles", own_profiles},
          {"weights_read_through_values", report.weights_read_through_values}};
}

/// Of each size the largest that was judged.
Json largest(const Sizes& s) {
  return {{"t_q", s.t_q}, {"t_k", s.t_k}, {"d_model", s.d_model}, {"d_k", s.d_k}, {"d_v", s.d_v}};
}

Json resolving_power(const Report& report) {
  Json json = Json::object();
  for (const auto& [dtype, power] : report.resolving_power) json[std::string(name_of(dtype))] = number(power);
  return json;
}

}  // namespace

std::string report_json(const Report& report) {
  Json laws = Json::array();
  for (const LawReport& law : report.laws) laws.push_back(law_report(law));
  const std::string why = report.why();
  return json::text({{"attnref", ATTNREF_VERSION},
                     {"backend", backend(report)},
                     {"seed", report.seed},
                     {"ended_early", report.ended_early.empty() ? Json(nullptr) : Json(report.ended_early)},
                     {"exit_code", report.exit_code()},
                     {"why", why.empty() ? Json(nullptr) : Json(why)},
                     {"counts", counts(report)},
                     {"declined", report.declined()},
                     {"judged", report.judged()},
                     {"require_judged", report.require_judged},
                     {"largest", largest(report.largest)},
                     {"resolving_power", resolving_power(report)},
                     {"failed_at_end", report.failed_at_end.empty() ? Json(nullptr) : Json(report.failed_at_end)},
                     {"notes", report.notes},
                     {"laws", std::move(laws)}});
}

std::string laws_json(std::span<const Law> laws, std::span<const Claim> claims) {
  Json law_list = Json::array();
  for (const Law& law : laws) {
    law_list.push_back({{"id", law.id},
                        {"title", law.title},
                        {"statement", law.statement},
                        {"equation", law.equation},
                        {"exactness", law.exactness == Exactness::exact ? "exact" : "bounded"},
                        {"needs", names_of(law.needs)}});
  }
  Json claim_list = Json::array();
  for (const Claim& claim : claims) claim_list.push_back({{"id", claim.id}, {"statement", claim.statement}});
  return json::text({{"attnref", ATTNREF_VERSION}, {"laws", std::move(law_list)}, {"claims", std::move(claim_list)}});
}

}  // namespace attnref
