// Coordinates that are 0 add nothing to q.k, and a scale that is given does not look at d_k: kernels that pad their
// width to a tile rest on it. Catches a scale recomputed from the padded width, a given scale that is ignored, tails of
// d_k left unread.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace attnref::law {
namespace {

/// The Spec's d_k is the padded width.
Spec fit(Spec spec) {
  spec.sizes.d_k = std::max<std::size_t>(spec.sizes.d_k, 2);
  return spec;
}

/// How many coordinates are not padding.
std::size_t width_in_use(const Spec& spec) { return 1 + stream(spec, "width in use").below(spec.sizes.d_k - 1); }

Problem draw(const Spec& spec) {
  Spec narrow = spec;
  narrow.sizes.d_k = width_in_use(spec);
  Problem problem = draw_problem(narrow);
  for (const Part part : {Part::q, Part::k, Part::wq, Part::wk}) {
    if (Tensor* found = problem.tensors.find(part)) *found = resized_columns(*found, spec.sizes.d_k);
  }
  // About the default scale of the width in use, so that the scores are what the regime says; rounded, as a given scale
  // must be.
  Random random = stream(spec, "scale");
  const double factor = (random.chance(0.5) ? 1 : -1) * (random.chance(0.5) ? 1 : 0.75);
  problem.how.scale = round_to(spec.dtype, factor / std::sqrt(static_cast<double>(narrow.sizes.d_k)));
  return problem;
}

/// A width that the backend takes and that holds what is in use, narrower if there is one.
std::optional<std::size_t> other_width(std::size_t in_use, std::size_t d_k, const AxisConstraint& limit) {
  for (std::size_t width = in_use; width <= 2 * d_k; ++width) {
    if (width != d_k && limit.allows(width)) return width;
  }
  return std::nullopt;
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Constraints& limits = subject.describe().constraints;
  const auto width = other_width(width_in_use(spec), problem.sizes().d_k, limits.d_k);
  if (!width) throw CaseEnded{{.outcome = Judgement::Outcome::unsupported, .reason = "takes no other d_k"}};
  const std::size_t d_v = limits.d_v_equals_d_k ? *width : problem.sizes().d_v;
  Problem other = problem;
  for (auto& [part, tensor] : other.tensors) {
    const bool value = part == Part::v || part == Part::wv;
    if (part != Part::x) tensor = resized_columns(tensor, value ? d_v : *width);
  }
  const auto asked = subject.weights_and({Part::scores, Part::lse});
  comparison.agree(subject.attend(other, asked), subject.attend(problem, asked));
}

}  // namespace

Law zero_padding_dk_at_fixed_scale() {
  return {.id = "zero_padding_dk_at_fixed_scale",
          .title = "zeros added to d_k change nothing",
          .statement =
              "At a given scale, itself a number of the dtype, let queries and keys both be continued by "
              "coordinates that are 0. Then scores, A and Y stay as they were. With projections the same of the "
              "columns of W^Q and W^K.",
          .equation = "zero_padding",
          .needs = {Feature::scale},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw,
          .judge = judge};
}

}  // namespace attnref::law
