// The identity behind every tiled, online or split kernel: exponentials of two blocks of keys have sums Z_1 and Z_2, so
// that attention to their union is the mean of both answers with weights m_b = Z_b / (Z_1 + Z_2). Where the log-sum-exp
// is given it is merged too, and merges the outputs: those are the equations of the merge theorem.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"

#include <algorithm>
#include <array>

namespace attnref::law {
namespace {

Spec fit(Spec spec) {
  spec.sizes.t_k = std::max<std::size_t>(spec.sizes.t_k, 2);
  return unprojected(spec);
}

/// The keys of two blocks whose sizes the backend takes.
std::array<Order, 2> draw_blocks(const Spec& spec, std::size_t t_k, const AxisConstraint& allowed) {
  Random random = stream(spec, "blocks");
  const std::size_t start = random.below(t_k - 1);
  for (std::size_t n = 0; n < t_k - 1; ++n) {
    const std::size_t size = 1 + (start + n) % (t_k - 1);
    if (!allowed.allows(size) || !allowed.allows(t_k - size)) continue;
    Order keys = in_order(t_k);
    shuffle(keys, random);
    const auto middle = keys.begin() + static_cast<std::ptrdiff_t>(size);
    return {Order(keys.begin(), middle), Order(middle, keys.end())};
  }
  throw CaseEnded{
      {.outcome = Judgement::Outcome::unsupported, .reason = "takes no two lengths that add up to another"}};
}

/// The keys of a block, asked by all queries, or where lengths must be equal by as many of the first.
Problem block_of(const Problem& problem, const Order& keys, bool one_length) {
  const Order queries = in_order(one_length ? keys.size() : problem.sizes().t_q);
  return attention_problem(rows_in_order(problem.at(Part::q), queries), rows_in_order(problem.at(Part::k), keys),
                           rows_in_order(problem.at(Part::v), keys));
}

/// Sum of row i's weights over a block.
Measured mass(const Observation& whole, std::size_t i, const Order& keys) {
  Measured sum;
  for (const std::size_t j : keys) sum = sum + whole.weight(i, j);
  return sum;
}

/// e^L = e^L_1 + e^L_2 and e^L Y = e^L_1 Y_1 + e^L_2 Y_2, both divided by e^L.
void judge_merging_by_lse(std::size_t i, const Observation& whole, const std::array<Observation, 2>& parts,
                          const std::array<Measured, 2>& masses, Comparison& comparison) {
  const std::array<Measured, 2> shares{exp(parts[0].lse(i) - whole.lse(i)), exp(parts[1].lse(i) - whole.lse(i))};
  for (std::size_t b = 0; b < 2; ++b) comparison.agree("weight of a block", i, b, shares[b], masses[b], 1);
  comparison.agree("both blocks' exponentials over the whole's", i, 0, shares[0] + shares[1], {1, 0}, 1);
  for (std::size_t c = 0; c < whole.problem().sizes().d_v; ++c) {
    comparison.agree("output by log-sum-exps", i, c,
                     shares[0] * parts[0].output(i, c) + shares[1] * parts[1].output(i, c), whole.output(i, c),
                     whole.trivial_output(i, c));
  }
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Constraints& limits = subject.describe().constraints;
  const bool one_length = limits.equal_lengths || limits.only_projected;
  const std::array<Order, 2> blocks = draw_blocks(spec, problem.sizes().t_k, limits.t);
  const auto asked = subject.weights_and({Part::lse});
  const Observation whole = subject.attend(problem, asked);
  const std::array<Observation, 2> parts{subject.attend(block_of(problem, blocks[0], one_length), asked),
                                         subject.attend(block_of(problem, blocks[1], one_length), asked)};
  const std::size_t rows = std::min(parts[0].problem().sizes().t_q, parts[1].problem().sizes().t_q);
  for (std::size_t i = 0; i < rows; ++i) {
    std::array<Measured, 2> masses;
    for (std::size_t b = 0; b < 2; ++b) {
      masses[b] = mass(whole, i, blocks[b]);
      for (std::size_t n = 0; n < blocks[b].size(); ++n) {
        const std::size_t j = blocks[b][n];
        comparison.agree("weight in its block times the block's", i, j, parts[b].weight(i, n) * masses[b],
                         whole.weight(i, j), whole.trivial_weight(i, j));
      }
    }
    for (std::size_t c = 0; c < problem.sizes().d_v; ++c) {
      comparison.agree("output", i, c, masses[0] * parts[0].output(i, c) + masses[1] * parts[1].output(i, c),
                       whole.output(i, c), whole.trivial_output(i, c));
    }
    if (asked.contains(Part::lse)) judge_merging_by_lse(i, whole, parts, masses, comparison);
  }
}

}  // namespace

Law blocks_merge_by_their_weights() {
  return {.id = "blocks_merge_by_their_weights",
          .title = "blocks of keys merge by their weights",
          .statement =
              "Split the keys into two blocks and let m_b be the sum of row i's weights over block b. Then the weights "
              "over the block alone are A_ij / m_b and Y = m_1 Y_1 + m_2 Y_2. With the log-sum-exps of the blocks and "
              "of all keys, where they are given, m_b = e^(L_b - L), e^L = e^L_1 + e^L_2 and e^L Y = e^L_1 Y_1 + "
              "e^L_2 Y_2.",
          .equation = "merging",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
