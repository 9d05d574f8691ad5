// The score is a sum over coordinates of q_c k_c: their order is nothing to it, and what one factor loses the other may
// gain, up to the ends of the format. Catches coordinates cut at a tile, added with wrong partners or read across rows,
// and similarities that see q and k apart, such as clamps.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"

namespace attnref::law {
namespace {

/// A sign for each coordinate, and a power of two where neither side would round.
std::vector<double> coordinate_factors(const Tensor& queries, const Tensor& keys, Random& random) {
  std::vector<double> factors(queries.columns());
  for (std::size_t c = 0; c < factors.size(); ++c) {
    const double sign = random.chance(0.5) ? 1 : -1;
    const double power = draw_power_of_two(queries.dtype, random);
    const bool exact =
        scales_exactly(columns_in_order(queries, {c}), power) && scales_exactly(columns_in_order(keys, {c}), 1 / power);
    factors[c] = exact ? sign * power : sign;
  }
  return factors;
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  Random random = stream(spec, "coordinates");
  Order order = in_order(problem.sizes().d_k);
  shuffle(order, random);
  Problem changed = problem;
  Tensor& queries = changed.at(problem.projected() ? Part::wq : Part::q);
  Tensor& keys = changed.at(problem.projected() ? Part::wk : Part::k);
  queries = columns_in_order(queries, order);
  keys = columns_in_order(keys, order);
  std::vector<double> factors = coordinate_factors(queries, keys, random);
  queries = columns_times(factors, queries);
  for (double& factor : factors) factor = 1 / factor;
  keys = columns_times(factors, keys);
  const auto asked = subject.weights_and({Part::scores, Part::lse});
  comparison.agree(subject.attend(changed, asked), subject.attend(problem, asked));
}

}  // namespace

Law signed_permutation_of_dk() {
  return {.id = "signed_permutation_of_dk",
          .title = "coordinates of d_k may change places and signs",
          .statement =
              "Let the coordinates of all queries and keys be permuted alike, coordinate c of the queries "
              "multiplied by f_c and that of the keys by 1/f_c, each f_c a power of two with a sign. Then scores, A "
              "and Y stay as they were. With projections the same of the columns of W^Q and W^K.",
          .equation = "coordinates",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = any_spec,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
