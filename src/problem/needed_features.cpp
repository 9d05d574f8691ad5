#include "problem/needed_features.hpp"

namespace attnref {

std::set<std::string> features_needed_by(const Problem& problem) {
  std::set<std::string> needed;
  const auto need = [&needed](bool is_needed, const char* feature) {
    if (is_needed) needed.insert(feature);
  };
  const auto has = [&problem](const char* input) { return problem.tensors.contains(input); };
  const auto asks = [&problem](const char* output) { return problem.outputs.contains(output); };
  need(problem.projected(), "projections");
  need(has("wo"), "output_projection");
  need(has("mask"), "mask");
  need(has("bias"), "bias");
  need(has("q_lengths") || has("kv_lengths"), "lengths");
  need(asks("weights"), "weights");
  need(asks("lse"), "lse");
  need(asks("scores"), "scores");
  need(asks("queries") || asks("keys") || asks("values"), "queries_keys_values");
  need(problem.scale.has_value(), "scale");
  need(problem.causal == Causal::top_left, "causal_top_left");
  need(problem.causal == Causal::bottom_right, "causal_bottom_right");
  need(problem.window.has_value(), "window");
  need(problem.softcap.has_value(), "softcap");
  need(problem.empty_row == EmptyRow::nans, "empty_row_nan");
  need(problem.sizes.batch != 1, "batch");
  need(problem.sizes.heads != 1, "heads");
  need(problem.sizes.kv_heads != problem.sizes.heads, "grouped_heads");
  return needed;
}

}  // namespace attnref
