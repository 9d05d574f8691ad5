// Nothing in attention knows the order of positions: permuting queries permutes rows, permuting keys with their values
// permutes columns of A and leaves Y.
#include "attnref/law.hpp"
#include "generators/draw.hpp"

#include <numeric>

namespace attnref::law {
namespace {

using Order = std::vector<std::size_t>;

Order shuffled_order(const Spec& spec, std::string_view name, std::size_t count) {
  Order order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random random = stream(spec, name);
  shuffle(order, random);
  return order;
}

Tensor rows_in_order(const Tensor& tensor, const Order& order) {
  Tensor permuted = tensor;
  for (std::size_t i = 0; i < tensor.rows(); ++i) {
    for (std::size_t j = 0; j < tensor.columns(); ++j) permuted(i, j) = tensor(order[i], j);
  }
  return permuted;
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Order keys = shuffled_order(spec, "order of keys", problem.sizes().t_k);
  const Order queries = problem.projected() ? keys : shuffled_order(spec, "order of queries", problem.sizes().t_q);
  Problem permuted = problem;
  if (problem.projected()) {
    permuted.at(Part::x) = rows_in_order(problem.at(Part::x), keys);
  } else {
    permuted.at(Part::q) = rows_in_order(problem.at(Part::q), queries);
    permuted.at(Part::k) = rows_in_order(problem.at(Part::k), keys);
    permuted.at(Part::v) = rows_in_order(problem.at(Part::v), keys);
  }
  const Observation before = subject.attend(problem, {Part::weights});
  const Observation after = subject.attend(permuted, {Part::weights});
  for (std::size_t i = 0; i < queries.size(); ++i) {
    for (std::size_t j = 0; j < keys.size(); ++j) {
      comparison.agree("weights", i, j, after.weight(i, j), before.weight(queries[i], keys[j]),
                       after.trivial_weight(i, j));
    }
    for (std::size_t c = 0; c < problem.sizes().d_v; ++c) {
      comparison.agree("output", i, c, after.output(i, c), before.output(queries[i], c), after.trivial_output(i, c));
    }
  }
}

}  // namespace

Law permuting_positions_permutes_the_answer() {
  return {.id = "permuting_positions_permutes_the_answer",
          .title = "permuting positions permutes the answer",
          .statement =
              "With Q' = P Q, K' = R K, V' = R V for permutations P and R, A' = P A R^T and Y' = P Y. With "
              "projections X' = P X gives A' = P A P^T and Y' = P Y.",
          .equation = "equivariance",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = any_spec,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
