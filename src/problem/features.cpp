// Which features a problem needs: the only place that knows.
#include "attnref/problem.hpp"

namespace attnref {
namespace {

void add_needs_of_choices(const How& how, FeatureSet& needs) {
  if (how.scale) needs.insert(Feature::scale);
  if (how.causal == Causal::top_left) needs.insert(Feature::causal_top_left);
  if (how.causal == Causal::bottom_right) needs.insert(Feature::causal_bottom_right);
  if (how.window) needs.insert(Feature::window);
  if (how.softcap) needs.insert(Feature::softcap);
  if (how.empty_row == EmptyRow::nans) needs.insert(Feature::empty_row_nan);
}

void add_needs_of_sizes(const Sizes& sizes, FeatureSet& needs) {
  if (sizes.batch != 1) needs.insert(Feature::batch);
  if (sizes.heads != 1) needs.insert(Feature::heads);
  if (sizes.kv_heads != sizes.heads) needs.insert(Feature::grouped_heads);
}

}  // namespace

FeatureSet needed_by(const Problem& problem) {
  FeatureSet needs;
  const auto add = [&needs](Part part) {
    if (const auto& feature = info_of(part).needs) needs.insert(*feature);
  };
  for (const auto& [part, tensor] : problem.tensors) add(part);
  for (const Part part : problem.wanted) add(part);
  add_needs_of_choices(problem.how, needs);
  add_needs_of_sizes(problem.sizes(), needs);
  return needs;
}

}  // namespace attnref
