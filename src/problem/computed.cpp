#include "problem/computed.hpp"

#include <fmt/format.h>

#include <utility>

namespace attnref {
namespace {

NotComputed choice(std::string_view field, std::string_view expected, std::string found) {
  return {std::string(field), fmt::format("{}, as attnref computes nothing else yet", expected), std::move(found)};
}

/// An array that is there, or is wanted, only with the feature.
NotComputed array_that_needs(Feature feature, const Problem& problem) {
  PartSet parts = problem.tensors.parts();
  parts.insert(problem.wanted);
  for (const Part part : parts) {
    if (info_of(part).needs == feature) return choice(name_of(part), "none", "one");
  }
  return choice(name_of(feature), "none", "one");
}

/// What of the problem needs the feature.
NotComputed choice_that_needs(Feature feature, const Problem& problem) {
  const How& how = problem.how;
  switch (feature) {
    case Feature::scale:
      return choice("scale", "none", fmt::format("{}", *how.scale));
    case Feature::causal_top_left:
      return choice("causal", "none", "top_left");
    case Feature::causal_bottom_right:
      return choice("causal", "none", "bottom_right");
    case Feature::window:
      return choice("window", "none", fmt::format("{},{}", how.window->left, how.window->right));
    case Feature::softcap:
      return choice("softcap", "none", fmt::format("{}", *how.softcap));
    case Feature::empty_row_nan:
      return choice("empty_row", "zero", "nan");
    case Feature::heads:
      return choice("heads", "1", fmt::format("{}", problem.sizes().heads));
    case Feature::grouped_heads:
      return choice("kv_heads", fmt::format("{}", problem.sizes().heads), fmt::format("{}", problem.sizes().kv_heads));
    case Feature::batch:
      return choice("batch", "1", fmt::format("{}", problem.sizes().batch));
    default:
      return array_that_needs(feature, problem);
  }
}

}  // namespace

std::string NotComputed::why() const { return fmt::format("{}: expected {}, found {}", field, expected, found); }

bool is_computed(const Problem& problem) { return !first_not_computed(problem); }

std::optional<NotComputed> first_not_computed(const Problem& problem, FeatureSet computed) {
  for (const Feature feature : needed_by(problem).without(computed)) return choice_that_needs(feature, problem);
  for (const Part part : problem.tensors.parts().without(taken_inputs)) return choice(name_of(part), "none", "one");
  for (const auto& [part, tensor] : problem.tensors) {
    if (tensor.rank() != 2) return choice(name_of(part), "rank 2", fmt::format("rank {}", tensor.rank()));
  }
  for (const auto& [part, dtype] : problem.dtypes) {
    if (dtype == problem.dtype()) continue;
    return choice(fmt::format("dtype.{}", name_of(part)), name_of(problem.dtype()), std::string(name_of(dtype)));
  }
  return std::nullopt;
}

void require_computed(std::string_view where, const Problem& problem) {
  if (const auto choice = first_not_computed(problem)) {
    throw problem_error(fmt::format("{}: {}", where, choice->why()));
  }
}

}  // namespace attnref
