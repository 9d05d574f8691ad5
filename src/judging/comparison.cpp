// Comparisons of a case: what counts as judged, as passed and as the worst seen.
#include "attnref/judging.hpp"
#include "judging/seen_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace attnref {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// error / bound; an error beyond a bound of zero is infinitely too large, and a NaN is taken to be so too.
double ratio_of(long double error, long double bound) {
  if (error == 0 && !(bound < 0)) return 0;
  const long double ratio = error / bound;
  return std::isnan(ratio) || bound <= 0 ? infinity : static_cast<double>(ratio);
}

/// Equal infinities differ by nothing.
long double distance(long double a, long double b) { return a == b ? 0 : std::fabs(a - b); }

/// How far a number is beyond its own bound; 0 where its true value is not known.
double own_ratio(const Measured& side) {
  return std::isfinite(side.truth) ? ratio_of(distance(side.value, side.truth), side.bound) : 0;
}

/// One truth is known for both of two numbers that a law says are equal.
void share_truth(Measured& a, Measured& b) {
  if (!std::isfinite(a.truth)) a.truth = b.truth;
  if (!std::isfinite(b.truth)) b.truth = a.truth;
}

/// Each number of each output asked of both, on the columns that both have, with the trivial bound of the first; the
/// weights also where the backend returns none, and they are read through its values.
template <class Each>
void for_each_pair(const Observation& a, const Observation& b, Each each) {
  for (const Part part : a.outputs()) {
    if (part == Part::weights || !b.outputs().contains(part)) continue;
    const Observation::Numbers of_a = a.numbers(part), of_b = b.numbers(part);
    const std::size_t columns = std::min(of_a.columns(), of_b.columns());
    for (std::size_t i = 0; i < of_a.rows(); ++i) {
      for (std::size_t j = 0; j < columns; ++j) each(name_of(part), i, j, of_a(i, j), of_b(i, j), of_a.trivial(i, j));
    }
  }
  const Observation::Numbers of_a = a.numbers(Part::weights), of_b = b.numbers(Part::weights);
  for (std::size_t i = 0; i < a.problem().sizes().t_q; ++i) {
    for (std::size_t j = 0; j < a.problem().sizes().t_k; ++j) {
      each("weights", i, j, of_a(i, j), of_b(i, j), a.trivial_weight(i, j));
    }
  }
}

Side side_of(const Measured& measured, std::size_t row, std::size_t column) {
  const Source& source = measured.source;
  const bool as_given = source.output.has_value();
  Side side{.answers = {},
            .output = source.output,
            .row = as_given ? source.row : row,
            .column = as_given ? source.column : column,
            .value = static_cast<double>(measured.value),
            .truth = {},
            .bound = static_cast<double>(measured.bound)};
  for (std::size_t n = 0; n < 32; ++n) {
    if (source.answers >> n & 1U) side.answers.push_back(n + 1);
  }
  if (std::isfinite(measured.truth)) side.truth = static_cast<double>(measured.truth);
  return side;
}

/// Shows the number of a side beside its true value.
void show_beside_truth(Difference& difference, double ratio) {
  const Side& side = *difference.side;
  if (side.output) difference.what = name_of(*side.output);
  difference.row = side.row;
  difference.column = side.column;
  difference.observed = side.value;
  difference.expected = *side.truth;
  difference.bound = side.bound;
  difference.ratio = ratio;
  difference.to_truth = true;
}

std::string sentence(const Difference& d, bool exact) {
  // The sign of a NaN says nothing.
  const auto shown = [](double value) { return std::isnan(value) ? std::fabs(value) : value; };
  const bool of_several = d.other || (d.side && d.side->answers.back() > 1);
  const std::string found = fmt::format("{} [{}, {}]{}: observed {:.17g}, expected {:.17g}", d.what, d.row, d.column,
                                        of_several ? fmt::format(" of {}", answers_text(d.side->answers)) : "",
                                        shown(d.observed), shown(d.expected));
  if (exact && !d.to_truth) return found + ", exactly";
  return fmt::format("{} within {:.3g}, error / bound {:.3g}", found, d.bound, d.ratio);
}

}  // namespace

Difference Comparison::Pair::difference(std::string_view what) const {
  Difference difference{.what = std::string(what),
                        .row = row,
                        .column = column,
                        .observed = static_cast<double>(observed.value),
                        .expected = static_cast<double>(expected.value),
                        .bound = static_cast<double>(bound),
                        .ratio = ratio,
                        .to_truth = to_truth,
                        .side = {},
                        .other = {}};
  if (observed.source.answers != 0) difference.side = side_of(observed, row, column);
  if (observed.source.answers == 0 || expected.source.answers == 0) return difference;
  difference.other = side_of(expected, row, column);
  const double of_observed = own_ratio(observed), of_expected = own_ratio(expected);
  if (of_observed <= 1 && of_expected <= 1) return difference;
  if (of_expected > of_observed) std::swap(difference.side, difference.other);
  show_beside_truth(difference, std::max(of_observed, of_expected));
  return difference;
}

void Comparison::note(std::string_view what, const Pair& pair, long double trivial, bool exact) {
  // `!(ratio <= 1)` also where the error is a NaN.
  const bool violated = !(pair.ratio <= 1);
  const bool inconclusive = !exact && !(pair.bound < trivial / 2);
  if (inconclusive && !(violated && std::isfinite(static_cast<double>(pair.bound)))) {
    ++judgement_.inconclusive;
    return;
  }
  ++judged_;
  if (!exact) {
    ++judgement_.bounded;
    const double power = pair.bound > 0 ? static_cast<double>(trivial / 2 / pair.bound) : infinity;
    if (judgement_.power == 0 || power < judgement_.power) judgement_.power = power;
  }
  const bool worst = !judgement_.worst || pair.ratio > judgement_.worst_ratio;
  if (violated && judgement_.outcome != Judgement::Outcome::violated) {
    judgement_.outcome = Judgement::Outcome::violated;
  } else if (judgement_.outcome == Judgement::Outcome::inconclusive) {
    judgement_.outcome = Judgement::Outcome::passed;
  }
  if (!worst) return;
  judgement_.worst_ratio = pair.ratio;
  judgement_.worst = pair.difference(what);
  if (violated) judgement_.reason = sentence(*judgement_.worst, exact);
}

void Comparison::within(std::string_view what, std::size_t row, std::size_t column, long double observed,
                        long double expected, long double bound, long double trivial) {
  const double ratio = ratio_of(distance(observed, expected), bound);
  note(what, {row, column, {observed, bound}, {expected, 0}, bound, ratio}, trivial, false);
}

void Comparison::agree(std::string_view what, std::size_t row, std::size_t column, Measured a, Measured b) {
  agree(what, row, column, a, b, std::fmax(std::fabs(a.value), std::fabs(b.value)));
}

void Comparison::agree(std::string_view what, std::size_t row, std::size_t column, Measured a, Measured b,
                       long double trivial) {
  share_truth(a, b);
  const long double bound = a.bound + b.bound;
  note(what, {row, column, a, b, bound, ratio_of(distance(a.value, b.value), bound)}, trivial, false);
}

void Comparison::agree_in_proportion(std::string_view what, std::size_t row, std::size_t column, Measured a,
                                     Measured b) {
  share_truth(a, b);
  const long double value = std::fmax(std::fabs(a.value), std::fabs(b.value));
  // A NaN is no unit: its true value is shown as it is.
  const Measured larger{value, 0, std::isfinite(value) && value != 0 ? value : 1};
  if (value != 0) agree(what, row, column, a / larger, b / larger, 1);
}

void Comparison::at_least(std::string_view what, std::size_t row, std::size_t column, Measured observed, Measured limit,
                          long double trivial) {
  // What is above the limit has no error; a NaN is neither above nor below and must fail.
  const long double error = observed.value >= limit.value ? 0 : limit.value - observed.value;
  const long double bound = observed.bound + limit.bound;
  note(what, {row, column, observed, limit, bound, ratio_of(error, bound)}, trivial, false);
}

void Comparison::at_most(std::string_view what, std::size_t row, std::size_t column, Measured observed, Measured limit,
                         long double trivial) {
  const long double error = observed.value <= limit.value ? 0 : observed.value - limit.value;
  const long double bound = observed.bound + limit.bound;
  note(what, {row, column, observed, limit, bound, ratio_of(error, bound)}, trivial, false);
}

void Comparison::agree(const Observation& a, const Observation& b) {
  for_each_pair(a, b,
                [this](std::string_view name, std::size_t i, std::size_t j, const Measured& of_a, const Measured& of_b,
                       long double trivial) { agree(name, i, j, of_a, of_b, trivial); });
}

void Comparison::equal(std::string_view what, std::size_t row, std::size_t column, double observed, double expected) {
  equal(what, row, column, Measured{observed, 0}, Measured{expected, 0});
}

void Comparison::equal(std::string_view what, std::size_t row, std::size_t column, Measured observed,
                       Measured expected) {
  const bool same = observed.value == expected.value || (std::isnan(observed.value) && std::isnan(expected.value));
  share_truth(observed, expected);
  note(what, {row, column, observed, expected, 0, same ? 0 : infinity}, 0, true);
}

void Comparison::equal(std::string_view what, const Tensor& observed, const Tensor& expected) {
  if (observed.shape != expected.shape) return require(false, fmt::format("{}: the shapes differ", what));
  const std::size_t columns = observed.rank() < 2 ? 1 : std::max<std::size_t>(1, observed.shape.back());
  for (std::size_t n = 0; n < observed.values.size(); ++n) {
    equal(what, n / columns, n % columns, observed.values[n], expected.values[n]);
  }
}

void Comparison::same_bits(std::string_view what, const Tensor& observed, const Tensor& expected) {
  if (observed == expected) return require(true, "");
  equal(what, observed, expected);
  require_no_other_bits(what);
}

void Comparison::require_no_other_bits(std::string_view what) {
  require(false, judgement_.outcome == Judgement::Outcome::violated
                     ? judgement_.reason
                     : fmt::format("{}: the same numbers in other bits (the sign of a zero, or another NaN)", what));
}

void Comparison::repeats(const Observation& first, const Observation& again) {
  for_each_pair(again, first,
                [this](std::string_view name, std::size_t i, std::size_t j, const Measured& now, const Measured& before,
                       long double trivial) {
                  if (!std::isnan(now.value) || !std::isnan(before.value))
                    return agree(name, i, j, now, before, trivial);
                  note(name, {i, j, now, before, now.bound + before.bound, 0}, trivial, false);
                });
}

void Comparison::repeats(const Subject& subject, const std::shared_ptr<const Call>& first,
                         const std::shared_ptr<const Call>& again) {
  if (!subject.describe().deterministic) return repeats(subject.observe(first), subject.observe(again));
  if (again->answer.tensors != first->answer.tensors) return same_bits(subject.observe(first), subject.observe(again));
  for (std::size_t n = 0; n < again->problem.wanted.size(); ++n) require(true, "");
}

void Comparison::same_bits(const Observation& first, const Observation& again) {
  for (const Part part : again.outputs()) {
    if (again[part] == first[part]) {
      require(true, "");
      continue;
    }
    const Observation::Numbers now = again.numbers(part), before = first.numbers(part);
    for (std::size_t i = 0; i < now.rows(); ++i) {
      for (std::size_t j = 0; j < now.columns(); ++j) equal(name_of(part), i, j, now(i, j), before(i, j));
    }
    require_no_other_bits(name_of(part));
  }
}

/// |x^ - x| <= B + r (eq. verdict).
void Comparison::near_truth(const Observation& seen) {
  for (const Part part : seen.outputs()) {
    const Bound& bound = seen.bound(part);
    const Enclosed& truth = seen.truth(part);
    const Observation::Numbers numbers = seen.numbers(part);
    for (std::size_t n = 0; n < bound.limit.size(); ++n) {
      const std::size_t i = n / bound.columns, j = n % bound.columns;
      const Measured observed = numbers(i, j);
      const long double limit = bound.limit[n] + truth.rad[n];
      const double ratio = ratio_of(distance(observed.value, truth.mid[n]), limit);
      note(name_of(part), {i, j, observed, {truth.mid[n], 0}, limit, ratio, true}, bound.trivial[n], false);
    }
  }
}

void Comparison::require(bool statement, std::string_view reason) {
  ++judged_;
  if (!statement) {
    if (judgement_.outcome != Judgement::Outcome::violated || judgement_.reason.empty()) judgement_.reason = reason;
    judgement_.outcome = Judgement::Outcome::violated;
    judgement_.worst_ratio = infinity;
  } else if (judgement_.outcome == Judgement::Outcome::inconclusive) {
    judgement_.outcome = Judgement::Outcome::passed;
  }
}

}  // namespace attnref
