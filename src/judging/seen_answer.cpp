#include "judging/seen_answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace attnref {
namespace {

const Tensor* weights_of(const Call& call) {
  if (call.read_weights) return &*call.read_weights;
  return call.answer.tensors.find(Part::weights);
}

/// The same question but for the outputs that are wanted.
bool same_inputs(const Problem& a, const Problem& b) { return a.tensors == b.tensors && a.how == b.how; }

SeenOutput beside(Part part, const Tensor& observed, const Enclosed& truth, const Bound& bound) {
  SeenOutput seen{part, observed, {}, {}};
  for (std::size_t n = 0; n < observed.values.size(); ++n) {
    seen.expected.push_back(static_cast<double>(truth.mid[n]));
    seen.bound.push_back(static_cast<double>(bound.limit[n] + truth.rad[n]));
  }
  return seen;
}

const Tensor* output_of(const Call& call, Part part) {
  if (part == Part::weights) return weights_of(call);
  return call.problem.wanted.contains(part) ? call.answer.tensors.find(part) : nullptr;
}

/// The outputs in the order in which a finding shows them: the map first.
std::vector<Part> shown_order() {
  std::vector<Part> order{Part::weights};
  for (const Part part : computed_outputs) {
    if (part != Part::weights) order.push_back(part);
  }
  return order;
}

std::vector<SeenOutput> outputs_of(const Call& call, const Profile& profile) {
  if (call.answer.tensors.empty()) return {};
  const bool known = call.problem.sizes().d_k > 0 && is_computed(call.problem);
  const Enclosure truth = known ? quick_oracle(call.problem) : Enclosure{};
  const Bounds bounds = known ? error_bound(call.problem, truth, profile) : Bounds{};
  std::vector<SeenOutput> outputs;
  for (const Part part : shown_order()) {
    const Tensor* observed = output_of(call, part);
    if (!observed) continue;
    const bool read = part == Part::weights && call.read_weights;
    outputs.push_back(known ? beside(part, *observed, truth[part], read ? call.read_weight_bound : bounds[part])
                            : SeenOutput{part, *observed, {}, {}});
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
  return problem.projected() && same_inputs(problem, as_projected(drawn, problem.sizes().d_model));
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
