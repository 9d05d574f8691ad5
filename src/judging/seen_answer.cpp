#include "judging/seen_answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace attnref {
namespace {

const Tensor* weights_of(const Call& call) {
  if (call.read_weights) return &*call.read_weights;
  const auto given = call.answer.tensors.find("weights");
  return given == call.answer.tensors.end() ? nullptr : &given->second;
}

bool same_inputs(const Problem& a, const Problem& b) {
  return a.sizes == b.sizes && a.scale == b.scale &&
         std::equal(a.tensors.begin(), a.tensors.end(), b.tensors.begin(), b.tensors.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first && same_bits(x.second, y.second); });
}

SeenOutput beside(std::string name, const Tensor& observed, const Enclosed& truth, const Bound& bound) {
  SeenOutput seen{std::move(name), observed, {}, {}};
  for (std::size_t n = 0; n < observed.values.size(); ++n) {
    seen.expected.push_back(static_cast<double>(truth.mid[n]));
    seen.bound.push_back(static_cast<double>(bound.limit[n] + truth.rad[n]));
  }
  return seen;
}

/// Where the truth and the bounds of each output are.
struct Named {
  std::string_view name;
  Enclosed Enclosure::*truth;
  Bound Bounds::*bound;
};

/// The map first.
constexpr Named named[] = {
    {"weights", &Enclosure::weights, &Bounds::weights}, {"output", &Enclosure::output, &Bounds::output},
    {"scores", &Enclosure::scores, &Bounds::scores},    {"lse", &Enclosure::lse, &Bounds::lse},
    {"queries", &Enclosure::queries, &Bounds::queries}, {"keys", &Enclosure::keys, &Bounds::keys},
    {"values", &Enclosure::values, &Bounds::values}};

const Tensor* output_of(const Call& call, std::string_view name) {
  if (name == "weights") return weights_of(call);
  const auto found = call.answer.tensors.find(name);
  return found == call.answer.tensors.end() || !call.problem.outputs.contains(name) ? nullptr : &found->second;
}

std::vector<SeenOutput> outputs_of(const Call& call, const Profile& profile) {
  if (call.answer.tensors.empty()) return {};
  const bool known = call.problem.sizes.d_k > 0 && !call.problem.beyond_the_core();
  const Enclosure truth = known ? quick_oracle(call.problem) : Enclosure{};
  const Bounds bounds = known ? error_bound(call.problem, truth, profile) : Bounds{};
  std::vector<SeenOutput> outputs;
  for (const Named& one : named) {
    const Tensor* observed = output_of(call, one.name);
    if (!observed) continue;
    const bool read = one.name == "weights" && call.read_weights;
    const std::string name(one.name);
    outputs.push_back(known
                          ? beside(name, *observed, truth.*one.truth, read ? call.read_weight_bound : bounds.*one.bound)
                          : SeenOutput{name, *observed, {}, {}});
  }
  return outputs;
}

double largest_ratio(const std::vector<SeenOutput>& outputs) {
  double largest = 0;
  for (const SeenOutput& output : outputs) {
    for (std::size_t n = 0; n < output.expected.size(); ++n) largest = std::max(largest, output.ratio(n).value_or(0));
  }
  return largest;
}

/// True for the problem of the case itself, also where the backend takes no queries, keys and values.
bool is_case(const Problem& problem, const Problem& drawn) {
  if (problem.projected() == drawn.projected()) return same_inputs(problem, drawn);
  return problem.projected() && same_inputs(problem, as_projected(drawn, problem.sizes.d_model));
}

/// A law asks for four at most, and one more may fail where weights are read.
constexpr std::size_t most_answers = 8;

void mark_telling(std::vector<SeenAnswer>& answers, const std::optional<Difference>& worst) {
  bool any = false;
  for (const auto* side : {worst ? &worst->side : nullptr, worst ? &worst->other : nullptr}) {
    if (!side || !*side) continue;
    for (const std::size_t call : (*side)->answers) {
      if (call > answers.size()) continue;
      answers[call - 1].telling = any = true;
    }
  }
  if (any || answers.empty()) return;
  if (!answers.back().failure.empty()) {
    answers.back().telling = true;
    return;
  }
  const auto nearer = [](const SeenAnswer& a, const SeenAnswer& b) {
    return largest_ratio(a.outputs) < largest_ratio(b.outputs);
  };
  std::max_element(answers.begin(), answers.end(), nearer)->telling = true;
}

}  // namespace

std::vector<SeenAnswer> seen_answers(const std::vector<std::shared_ptr<const Call>>& calls, const Problem& drawn,
                                     const Profile& profile, const std::optional<Difference>& worst) {
  std::vector<SeenAnswer> answers;
  for (std::size_t i = 0; i < std::min(calls.size(), most_answers); ++i) {
    const Problem& problem = calls[i]->problem;
    const auto same = std::find_if(answers.begin(), answers.end(),
                                   [&](const SeenAnswer& earlier) { return same_inputs(earlier.problem, problem); });
    answers.push_back({.call = i + 1,
                       .problem_of = same == answers.end() ? i + 1 : same->call,
                       .to_case = is_case(problem, drawn),
                       .telling = false,
                       .problem = problem,
                       .outputs = outputs_of(*calls[i], profile),
                       .failure = calls[i]->failure});
  }
  mark_telling(answers, worst);
  return answers;
}

std::string answers_text(const std::vector<std::size_t>& answers) {
  return fmt::format("answer{} {}", answers.size() == 1 ? "" : "s", fmt::join(answers, " and "));
}

}  // namespace attnref
