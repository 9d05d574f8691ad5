// The scores are scale q.k, so what is moved between the scale and q changes nothing: a sign, a power of two, or all of
// it. Each pair is exact in the format. Catches a scale that is ignored, applied beside the default, squared, made
// positive, and 0 taken for "not given". Any odd function of the scale that doubles with it would pass, so both answers
// are held to the definition too: that catches a scale that is rounded or clamped on its way.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"

#include <cmath>

namespace attnref::law {
namespace {

enum class Pair {
  zero,     ///< scale 0, and q = 0 at any scale
  negated,  ///< scale -c on -q, and c on q
  moved,    ///< scale c on q, and c 2^-n on 2^n q
  folded,   ///< scale 2^n / sqrt(d_k) on q, and no scale on 2^n q, where sqrt(d_k) is a power of two
};

Pair pair_of(const Spec& spec) { return static_cast<Pair>(stream(spec, "pair").below(4)); }

int exponent_of(const Spec& spec) { return static_cast<int>(stream(spec, "exponent").below(3)); }

Spec fit(Spec spec) { return pair_of(spec) == Pair::folded ? power_of_four_d_k(spec) : spec; }

Problem draw(const Spec& spec) {
  Problem problem = draw_problem(spec);
  const double usual = 1 / std::sqrt(static_cast<double>(spec.sizes.d_k));
  Random random = stream(spec, "scale");
  const double sign = random.chance(0.5) ? 1 : -1;
  switch (pair_of(spec)) {
    case Pair::zero:
      problem.how.scale = 0;
      break;
    case Pair::folded:
      problem.how.scale = std::ldexp(usual, exponent_of(spec));
      break;
    default:
      // From 2^-10 to 2^3 times the usual.
      problem.how.scale = round_to(
          spec.dtype, std::ldexp(sign * usual * (1 + random.uniform()), static_cast<int>(random.below(13)) - 10));
  }
  return problem;
}

/// Another problem with the same scores.
Problem its_pair(const Spec& spec, const Problem& problem) {
  Problem other = problem;
  Tensor& queries = other.at(problem.projected() ? Part::wq : Part::q);
  const int n = exponent_of(spec);
  switch (pair_of(spec)) {
    case Pair::zero:
      queries = times(0, queries);
      other.how.scale = 1;
      break;
    case Pair::negated:
      queries = times(-1, queries);
      other.how.scale = -*problem.how.scale;
      break;
    case Pair::moved:
      queries = times(std::ldexp(1.0, n + 1), queries);
      other.how.scale = std::ldexp(*problem.how.scale, -n - 1);
      break;
    case Pair::folded:
      queries = times(std::ldexp(1.0, n), queries);
      other.how.scale.reset();
      break;
  }
  return other;
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  // Not the queries, which differ.
  const auto also = subject.weights_and({Part::scores, Part::lse});
  const Observation seen = subject.attend(problem, also);
  const Observation pair = subject.attend(its_pair(spec, problem), also);
  comparison.agree(seen, pair);
  comparison.near_truth(seen);
  comparison.near_truth(pair);
}

}  // namespace

Law explicit_scale_is_taken() {
  return {.id = "explicit_scale_is_taken",
          .title = "an explicit scale is taken as given",
          .statement =
              "With A(c, q) for scale c: A(0, q) = A(1, 0); A(-c, -q) = A(c, q) for c of either sign; "
              "A(c 2^-n, 2^n q) = A(c, q); and A(2^n / sqrt(d_k), q) is A of 2^n q with no scale given. The same "
              "for Y, the scores and the log-sum-exp, which are softmax(c Q K^T) V and its parts. With projections W^Q "
              "takes "
              "the place of q.",
          .equation = "explicit_scale",
          .needs = {Feature::scale},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw,
          .judge = judge};
}

}  // namespace attnref::law
