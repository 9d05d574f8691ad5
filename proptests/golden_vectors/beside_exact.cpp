#include "golden_vectors/beside_exact.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace attnref::test {
namespace {

bool is_beyond(double seen, long double mid, long double rad, long double limit) {
  if (std::isnan(mid)) return !std::isnan(seen);
  if (std::isinf(mid)) return seen != mid;
  return !std::isinf(limit) && !(std::fabs(seen - mid) <= limit + rad);
}

}  // namespace

bool is_held_in(Dtype dtype, const Problem& problem) {
  const auto held = [dtype](double x) { return std::isnan(x) || round_to(dtype, x) == x; };
  return (!problem.how.scale || held(*problem.how.scale)) &&
         std::all_of(problem.tensors.begin(), problem.tensors.end(), [&](const auto& tensor) {
           return std::all_of(tensor.second.values.begin(), tensor.second.values.end(), held);
         });
}

Problem in_format(Problem problem, Dtype dtype) {
  for (auto& [part, tensor] : problem.tensors) tensor.dtype = dtype;
  return problem;
}

BesideExact beside_exact(Problem given, Dtype dtype) {
  Problem problem = in_format(std::move(given), dtype);
  Enclosure exact = golden_enclosure(problem);
  Bounds bounds = error_bound(problem, exact, plain_profile(dtype));
  return {std::move(problem), std::move(exact), std::move(bounds)};
}

bool is_wrong(const Reply& reply, const BesideExact& beside) {
  if (std::holds_alternative<Unsupported>(reply)) return false;
  const Answer* answer = std::get_if<Answer>(&reply);
  if (answer == nullptr) return true;
  return std::any_of(computed_outputs.begin(), computed_outputs.end(), [&](Part part) {
    const Tensor* found = answer->tensors.find(part);
    if (found == nullptr) return false;
    const std::vector<double>& seen = found->values;
    const Enclosed& exact = beside.exact[part];
    const Bound& bound = beside.bounds[part];
    if (found->shape != shape_of(part, beside.problem.sizes())) return true;
    for (std::size_t n = 0; n < seen.size(); ++n) {
      if (is_beyond(seen[n], exact.mid[n], exact.rad[n], bound.limit[n])) return true;
    }
    return false;
  });
}

}  // namespace attnref::test
