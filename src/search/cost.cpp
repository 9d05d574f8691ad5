#include "search/cost.hpp"

#include <algorithm>
#include <cmath>

namespace attnref {
namespace {

constexpr double operations_a_score = 190;
constexpr double inputs_a_score = 4;
constexpr double most_operations = 0x1p32;
constexpr double most_numbers = 0x1p21;

}  // namespace

Cost cost_of(const Spec& spec, const Capabilities& capabilities) {
  const auto number = [](std::size_t size) { return static_cast<double>(size); };
  const double t_q = number(spec.sizes.t_q), t_k = number(spec.sizes.t_k), d_k = number(spec.sizes.d_k),
               d_v = number(spec.sizes.d_v), d_model = spec.projected ? number(spec.sizes.d_model) : 0;
  const double scores = t_q * t_k;
  const double projections = d_model * (t_q * d_k + t_k * (d_k + d_v));
  double inputs = t_q * d_k + t_k * (d_k + d_v) + d_model * (t_q + 2 * d_k + d_v);
  double operations = scores * (operations_a_score + d_k + d_v) + projections;
  if (!capabilities.can(Feature::weights)) {
    const double answers = std::ceil(t_k / std::max(d_v, 1.0));
    operations += answers * (scores * (d_k + d_v) + projections) + scores * (operations_a_score + d_k + t_k);
    inputs += t_k * t_k;  // the identity as values
  }
  return {operations, scores + inputs / inputs_a_score};
}

double share_of_most(const Cost& cost) {
  return std::max(cost.operations / most_operations, cost.numbers / most_numbers);
}

}  // namespace attnref
