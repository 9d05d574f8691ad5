#include "problem/core.hpp"

#include <fmt/format.h>

#include <string_view>

namespace attnref {
namespace {

/// What attnref computes: one head, no mask, any scale.
constexpr FeatureSet core_features{
    Feature::projections,         Feature::weights, Feature::lse,          Feature::scores,
    Feature::queries_keys_values, Feature::scale,   Feature::empty_row_nan};

}  // namespace

bool beyond_the_core(const Problem& problem) { return first_choice_beyond_the_core(problem).has_value(); }

std::optional<BeyondTheCore> first_choice_beyond_the_core(const Problem& problem) {
  for (const Part part : problem.tensors.parts().without(taken_inputs)) {
    return BeyondTheCore{std::string(name_of(part)), "no such tensor", "one"};
  }
  const How& how = problem.how;
  if (how.causal != Causal::none) {
    return BeyondTheCore{"causal", "none", how.causal == Causal::top_left ? "top_left" : "bottom_right"};
  }
  if (how.window) return BeyondTheCore{"window", "none", fmt::format("{},{}", how.window->left, how.window->right)};
  if (how.softcap) return BeyondTheCore{"softcap", "none", fmt::format("{}", *how.softcap)};
  for (const auto& [part, tensor] : problem.tensors) {
    if (tensor.rank() == 2) continue;
    return BeyondTheCore{std::string(name_of(part)), "rank 2", fmt::format("rank {}", tensor.rank())};
  }
  for (const auto& [part, dtype] : problem.dtypes) {
    if (dtype == problem.dtype()) continue;
    return BeyondTheCore{fmt::format("dtype.{}", name_of(part)), std::string(name_of(problem.dtype())),
                         std::string(name_of(dtype))};
  }
  for (const Feature feature : needed_by(problem).without(core_features)) {
    return BeyondTheCore{std::string(name_of(feature)), "none", "one"};
  }
  return std::nullopt;
}

}  // namespace attnref
