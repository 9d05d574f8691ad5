#include "judging/seen_answer.hpp"

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

}  // namespace

std::optional<Tensor> last_weights(const std::vector<std::shared_ptr<const Call>>& calls) {
  for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
    if (const Tensor* weights = weights_of(**call)) return *weights;
  }
  return std::nullopt;
}

std::optional<SeenAnswer> furthest_answer(const std::vector<std::shared_ptr<const Call>>& calls, const Problem& drawn,
                                          const Profile& profile) {
  std::optional<SeenAnswer> furthest;
  double largest = 0;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    std::vector<SeenOutput> outputs = outputs_of(*calls[i], profile);
    const double ratio = largest_ratio(outputs);
    if (furthest && !(ratio > largest)) continue;
    largest = ratio;
    furthest = SeenAnswer{same_inputs(calls[i]->problem, drawn), i + 1, calls.size(), std::move(outputs)};
  }
  return furthest;
}

}  // namespace attnref
