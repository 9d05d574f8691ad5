// A_ij = f(q_i, k_j) / Z_i: all that the other keys do is in Z_i, which the odds A_ij / A_ik do not contain (Luce's
// choice rule). Catches keys lost or counted twice at a tile, weights that depend on positions or lengths, and rules
// that drop small weights.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"

#include <algorithm>

namespace attnref::law {
namespace {

Spec fit(Spec spec) {
  // Two keys to compare, and one to be without.
  spec.sizes.t_k = std::max<std::size_t>(spec.sizes.t_k, 3);
  if (spec.projected) spec.sizes.t_q = spec.sizes.t_k = std::max(spec.sizes.t_q, spec.sizes.t_k);
  return spec;
}

/// A second problem with some keys of the first and others gone or changed, and where to find what both have.
struct Changed {
  Problem problem;
  Order keys;          ///< those of the first problem that the second has too, ascending
  Order places;        ///< where it has them
  Order queries;       ///< queries of the first problem that the second has too
  Order query_places;  ///< where it has them
};

/// From 2 to t_k-1 keys, as many as the backend takes; none if it takes none of these numbers.
std::size_t fewer_keys(std::size_t t_k, const AxisConstraint& limit, Random& random) {
  const std::size_t counts = t_k - 2, start = random.below(counts);
  for (std::size_t n = 0; n < counts; ++n) {
    const std::size_t count = 2 + (start + n) % counts;
    if (limit.allows(count)) return count;
  }
  return 0;
}

Order some_of(std::size_t count, std::size_t total, Random& random) {
  Order order = in_order(total);
  shuffle(order, random);
  order.resize(count);
  std::sort(order.begin(), order.end());
  return order;
}

void negate_rows_but(const Order& kept, Tensor& tensor) {
  for (std::size_t j = 0; j < tensor.rows(); ++j) {
    if (std::binary_search(kept.begin(), kept.end(), j)) continue;
    for (std::size_t c = 0; c < tensor.columns(); ++c) tensor(j, c) = -tensor(j, c);
  }
}

/// The others are gone: with X, or where the lengths must be equal, their queries too.
Changed with_keys_gone(const Problem& problem, const Order& keys, bool queries_too) {
  Changed changed{problem, keys, in_order(keys.size()), in_order(problem.sizes().t_q), in_order(problem.sizes().t_q)};
  Problem& fewer = changed.problem;
  for (const Part part : {Part::k, Part::v}) {
    if (!problem.projected()) fewer.at(part) = rows_in_order(problem.at(part), keys);
  }
  if (!problem.projected() && !queries_too) return changed;
  const Part part = problem.projected() ? Part::x : Part::q;
  fewer.at(part) = rows_in_order(problem.at(part), keys);
  changed.queries = keys;
  changed.query_places = in_order(keys.size());
  return changed;
}

/// The others are where they were, with the sign of their scores turned over.
Changed with_keys_changed(const Problem& problem, const Order& keys) {
  const Order all = in_order(problem.sizes().t_q);
  Changed changed{problem, keys, keys, problem.projected() ? keys : all, problem.projected() ? keys : all};
  negate_rows_but(keys, changed.problem.at(problem.projected() ? Part::x : Part::k));
  return changed;
}

Changed draw_changed(const Spec& spec, const Problem& problem, const Constraints& limits) {
  Random random = stream(spec, "keys kept");
  const bool one_length = limits.equal_lengths || limits.only_projected;
  const std::size_t fewer = fewer_keys(problem.sizes().t_k, limits.t, random);
  if (fewer > 0 && random.chance(0.75)) {
    return with_keys_gone(problem, some_of(fewer, problem.sizes().t_k, random), one_length);
  }
  return with_keys_changed(problem, some_of(2 + random.below(problem.sizes().t_k - 2), problem.sizes().t_k, random));
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Changed changed = draw_changed(spec, problem, subject.describe().constraints);
  const Observation before = subject.attend(problem, {Part::weights});
  const Observation after = subject.attend(changed.problem, {Part::weights});
  for (std::size_t i = 0; i < changed.queries.size(); ++i) {
    const std::size_t row = changed.queries[i], place = changed.query_places[i];
    // Odds against the largest say most: beside a smaller weight both might be mere underflow.
    std::size_t k = 0;
    for (std::size_t j = 1; j < changed.keys.size(); ++j) {
      if (before.weights()(row, changed.keys[j]) > before.weights()(row, changed.keys[k])) k = j;
    }
    const Measured largest = before.weight(row, changed.keys[k]),
                   largest_after = after.weight(place, changed.places[k]);
    for (std::size_t j = 0; j < changed.keys.size(); ++j) {
      if (j == k) continue;
      comparison.agree_in_proportion("odds against the largest weight", row, changed.keys[j],
                                     after.weight(place, changed.places[j]) * largest,
                                     before.weight(row, changed.keys[j]) * largest_after);
    }
  }
}

}  // namespace

Law other_keys_change_no_odds() {
  return {.id = "other_keys_change_no_odds",
          .title = "other keys change no odds",
          .statement =
              "Let K' hold some keys of K, the others gone or changed. For every query and all j, k of the keys "
              "that both hold, A_ij A'_ik = A_ik A'_ij. Here k is the largest of them in row i. In the projected "
              "form rows of X go or change, and i is a row that stays.",
          .equation = "odds",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
