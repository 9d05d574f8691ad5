// Where one score exceeds all others by more than the exponential's range, its weight is 1 and theirs are 0, and 1 v +
// 0 + ... is v to the last bit: no rounding hides a wrong shift, a forgotten key or a value from the wrong row. The
// scores lie about 0 and far from it, either way.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace attnref::law {
namespace {

/// Keys lie on a line, queries look along it either way: the two ends win. The line is coordinate 0 of the keys.
constexpr double steepness = 8;
/// Coordinate 1 is the same in all keys, so that a query's moves its scores all together.
constexpr double shared = 64;

/// What the winner's score is to be about.
constexpr std::array<double, 5> offsets{0, 4000, -4000, 30000, -30000};

/// A gap between scores beyond which a lower key's weight is 0 in every honest implementation, whichever shift it
/// subtracts, in whichever order it meets the keys, and in whichever wider format it sums: exp(-gap) is less than half
/// the smallest subnormal, squared, which leaves half of the gap to what the scores are rounded by.
double vanishing_gap(Dtype dtype) { return static_cast<double>(-2 * std::log(smallest_subnormal(dtype) / 2)); }

/// Formats that hold neither such offsets nor every whole number up to L: offsets are 0 there, positions multiples
/// of 4.
bool is_narrow(Dtype dtype) { return unit_roundoff(dtype) > unit_roundoff(Dtype::f32); }

/// Positions of the keys: the ends at +-2 L, the others within +-L.
std::vector<double> positions(const Spec& spec, std::size_t t_k) {
  const double d_k = static_cast<double>(spec.sizes.d_k);
  // A step of L along the line outweighs what the other coordinates, +-1 each, may do. A multiple of 4: see draw.
  const double step = 4 * std::ceil((vanishing_gap(spec.dtype) * std::sqrt(d_k) + 2 * d_k) / steepness / 4);
  Random random = stream(spec, "positions");
  std::vector<double> line(t_k);
  const double grain = is_narrow(spec.dtype) ? 4 : 1;
  for (double& position : line) position = grain * std::round(step / grain * (2 * random.uniform() - 1));
  Order keys = in_order(t_k);
  shuffle(keys, random);
  if (t_k > 0) line[keys[0]] = 2 * step;
  if (t_k > 1) line[keys[1]] = -2 * step;
  return line;
}

Problem draw(const Spec& spec) {
  const Sizes& s = spec.sizes;
  const std::vector<double> line = positions(spec, s.t_k);
  Tensor q(spec.dtype, s.t_q, s.d_k), k(spec.dtype, s.t_k, s.d_k), v = draw_tensor(spec, "v", s.t_k, s.d_v);
  // With one coordinate the line itself is moved.
  const bool narrow = is_narrow(spec.dtype);
  const double base = s.d_k > 1 || narrow ? 0 : offsets[stream(spec, "base").below(offsets.size())] / steepness;
  for (std::size_t j = 0; j < s.t_k; ++j) {
    Random random = stream(spec, "key", j);
    k(j, 0) = line[j] + base;
    if (s.d_k > 1) k(j, 1) = shared;
    for (std::size_t c = 2; c < s.d_k; ++c) k(j, c) = random.integer(1);
    const double drawn = std::ldexp(1.0, static_cast<int>(random.below(41)) - 20);
    const double magnitude = spec.dtype == Dtype::f16 ? 1 : drawn;  // f16 has no room for it
    for (std::size_t c = 0; c < s.d_v; ++c) v(j, c) *= magnitude;
  }
  const double end = s.t_k == 0 ? 0 : *std::max_element(line.begin(), line.end());
  const double root = std::sqrt(static_cast<double>(s.d_k));
  for (std::size_t i = 0; i < s.t_q; ++i) {
    Random random = stream(spec, "query", i);
    q(i, 0) = random.chance(0.5) ? steepness : -steepness;
    // The winner's score is to be about the offset, and exactly 0 (but for the other coordinates) where that is 0.
    const double drawn = offsets[random.below(offsets.size())];
    const double offset = narrow ? 0 : drawn;
    const double winning = s.t_k == 1 ? q(i, 0) * end : steepness * end;
    if (s.d_k > 1) q(i, 1) = std::round((offset * root - winning) / shared);
    for (std::size_t c = 2; c < s.d_k; ++c) q(i, c) = random.integer(1);
  }
  return attention_problem(std::move(q), std::move(k), std::move(v));
}

/// The key whose position query i likes best.
std::size_t winner(const Problem& problem, std::size_t i) {
  const Tensor& q = problem.at(Part::q);
  const Tensor& k = problem.at(Part::k);
  std::size_t best = 0;
  for (std::size_t j = 1; j < k.rows(); ++j) {
    if (q(i, 0) * k(j, 0) > q(i, 0) * k(best, 0)) best = j;
  }
  return best;
}

/// One subtraction of the maximum makes the largest exponential e^0 = 1, and nothing rounds the value on its way. A
/// profile that shifts otherwise, or rounds inputs, declares that it returns (e v) / e, and one that recomputes its
/// weights e^(s - L) v.
bool copies_exactly(const Profile& profile) {
  return profile.shifted && profile.shift == 0 && profile.c_sub <= 1 && profile.u_in == 0 && !profile.output_from_lse;
}

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation seen = subject.attend(problem);
  const bool exact = copies_exactly(subject.profile());
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    const std::size_t near = winner(problem, i);
    for (std::size_t c = 0; c < problem.sizes().d_v; ++c) {
      const double value = problem.at(Part::v)(near, c);
      if (exact) {
        comparison.equal("output", i, c, seen[Part::output](i, c), value);
      } else {
        comparison.agree("output", i, c, seen.output(i, c), {value, 0}, seen.trivial_output(i, c));
      }
    }
  }
}

}  // namespace

Law a_far_key_copies_its_value() {
  return {.id = "a_far_key_copies_its_value",
          .title = "a key far above the others hands on its value",
          .statement =
              "If s_ij exceeds every other score of row i by more than twice -log(half the smallest subnormal), Y_i is "
              "v_j to the last bit, wherever the scores lie.",
          .equation = "far_key",
          .needs = {},
          .exactness = Exactness::exact,
          .fit = unprojected,
          .draw = draw,
          .judge = judge};
}

}  // namespace attnref::law
