// The one law that libFuzzer's targets know: with all of them, and what they judge by, much more than readers would be
// built. The ordinary suite replays the corpus with the real ones.
#include "attnref/law.hpp"

namespace attnref {
namespace {

Tensor ones(Dtype dtype, std::size_t rows, std::size_t columns) {
  Tensor tensor(dtype, rows, columns);
  tensor.values.assign(rows * columns, 1);
  return tensor;
}

Spec fit(Spec spec) {
  if (spec.sizes.d_k == 0) spec.sizes.d_k = 1;
  spec.projected = false;
  return spec;
}

Problem draw(const Spec& spec) {
  const Sizes& s = spec.sizes;
  return attention_problem(ones(spec.dtype, s.t_q, s.d_k), ones(spec.dtype, s.t_k, s.d_k),
                           ones(spec.dtype, s.t_k, s.d_v));
}

}  // namespace

const Law* law_named(std::string_view id) {
  static const Law law{.id = "rows_sum_to_one", .fit = fit, .draw = draw};
  return id == law.id ? &law : nullptr;
}

}  // namespace attnref
