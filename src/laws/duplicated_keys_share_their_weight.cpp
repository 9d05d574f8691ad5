// Equal keys have equal scores and so equal weights; and softmax has one denominator, so that what the copies gain the
// others lose in proportion. The second part is needed: weights that are all 1/T share too. Other keys are overwritten,
// rather than copies appended, so that the problem keeps its sizes.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"

#include <algorithm>

namespace attnref::law {
namespace {

Spec fit(Spec spec) {
  spec.sizes.t_k = std::max<std::size_t>(spec.sizes.t_k, 2);
  if (spec.projected) spec.sizes.t_q = spec.sizes.t_k;
  return spec;
}

/// Key `original`, and the keys that it overwrites.
struct Copies {
  std::size_t original;
  Order overwritten;

  bool overwrites(std::size_t j) const {
    return std::find(overwritten.begin(), overwritten.end(), j) != overwritten.end();
  }
};

Copies draw_copies(const Spec& spec, std::size_t t_k) {
  Random random = stream(spec, "copies");
  Order keys = in_order(t_k);
  shuffle(keys, random);
  const std::size_t count = std::min<std::size_t>(1 + random.below(3), t_k - 1);
  return {keys[0], Order(keys.begin() + 1, keys.begin() + 1 + static_cast<std::ptrdiff_t>(count))};
}

Problem overwritten(const Problem& problem, const Copies& copies) {
  Order order = in_order(problem.sizes().t_k);
  for (const std::size_t j : copies.overwritten) order[j] = copies.original;
  Problem changed = problem;
  for (const Part part : {Part::x, Part::k, Part::v}) {
    if (Tensor* found = changed.tensors.find(part)) *found = rows_in_order(*found, order);
  }
  return changed;
}

/// What the row's denominator becomes, in parts of what it was.
Measured new_denominator(const Observation& before, std::size_t i, const Copies& copies) {
  Measured sum;
  for (std::size_t j = 0; j < before.problem().sizes().t_k; ++j) {
    sum = sum + before.weight(i, copies.overwrites(j) ? copies.original : j);
  }
  return sum;
}

void judge_row(std::size_t i, const Copies& copies, const Observation& before, const Observation& after,
               Comparison& comparison) {
  const Measured denominator = new_denominator(before, i, copies);
  for (std::size_t j = 0; j < before.problem().sizes().t_k; ++j) {
    if (copies.overwrites(j)) {
      comparison.agree("weight of a copy", i, j, after.weight(i, j), after.weight(i, copies.original),
                       after.trivial_weight(i, j));
    } else {
      comparison.agree("weight times the new denominator", i, j, after.weight(i, j) * denominator, before.weight(i, j),
                       before.trivial_weight(i, j));
    }
  }
  const Enclosed& values = before.truth()[Part::values];
  const auto value = [&](std::size_t j, std::size_t c) {
    return Measured{values.mid[values.at(j, c)], values.rad[values.at(j, c)]};
  };
  for (std::size_t c = 0; c < before.problem().sizes().d_v; ++c) {
    Measured sum = before.output(i, c);
    for (const std::size_t j : copies.overwritten) {
      sum = sum + before.weight(i, copies.original) * value(copies.original, c) - before.weight(i, j) * value(j, c);
    }
    comparison.agree("output times the new denominator", i, c, after.output(i, c) * denominator, sum,
                     before.trivial_output(i, c));
  }
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Copies copies = draw_copies(spec, problem.sizes().t_k);
  const Observation before = subject.attend(problem, {Part::weights});
  const Observation after = subject.attend(overwritten(problem, copies), {Part::weights});
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    // With projections an overwritten position has another query too.
    if (problem.projected() && copies.overwrites(i)) continue;
    judge_row(i, copies, before, after, comparison);
  }
}

}  // namespace

Law duplicated_keys_share_their_weight() {
  return {.id = "duplicated_keys_share_their_weight",
          .title = "duplicated keys share their weight",
          .statement =
              "Let the keys and values of a set L be overwritten by copies of key j and its value, and r_i = 1 + sum "
              "over l in L of (A_ij - A_il). Then copies have equal weights, A'_il = A_il / r_i for every l not in L, "
              "and Y'_i = (Y_i + sum over l in L of (A_ij v_j - A_il v_l)) / r_i: m copies of a key weigh m times "
              "what it weighed, over one denominator.",
          .equation = "copies_share",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
