// The judge's notebook: what counts as judged, as passed and as the worst seen.
#include "attnref/law.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

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

std::string sentence(const Difference& d, bool exact) {
  // The sign of a NaN says nothing.
  const auto shown = [](double value) { return std::isnan(value) ? std::fabs(value) : value; };
  const std::string found = fmt::format("{} [{}, {}]: observed {:.17g}, expected {:.17g}", d.what, d.row, d.column,
                                        shown(d.observed), shown(d.expected));
  return exact ? found + ", exactly" : fmt::format("{} within {:.3g}, error / bound {:.3g}", found, d.bound, d.ratio);
}

}  // namespace

void Comparison::note(std::string_view what, const Pair& pair, long double trivial, bool exact) {
  // `!(ratio <= 1)` also where the error is a NaN.
  const bool violated = !(pair.ratio <= 1);
  const bool mute = !exact && !(pair.bound < trivial / 2);
  if (mute && !(violated && std::isfinite(static_cast<double>(pair.bound)))) return;
  ++judged_;
  if (!exact) {
    const double power = pair.bound > 0 ? static_cast<double>(trivial / 2 / pair.bound) : infinity;
    if (judgement_.power == 0 || power < judgement_.power) judgement_.power = power;
  }
  const bool worst = !judgement_.worst || pair.ratio > judgement_.worst_ratio;
  if (violated && judgement_.outcome != Judgement::Outcome::violated) {
    judgement_.outcome = Judgement::Outcome::violated;
  } else if (judgement_.outcome == Judgement::Outcome::mute) {
    judgement_.outcome = Judgement::Outcome::passed;
  }
  if (!worst) return;
  judgement_.worst_ratio = pair.ratio;
  judgement_.worst = Difference{std::string(what),
                                pair.row,
                                pair.column,
                                static_cast<double>(pair.observed),
                                static_cast<double>(pair.expected),
                                static_cast<double>(pair.bound),
                                pair.ratio};
  if (violated) judgement_.reason = sentence(*judgement_.worst, exact);
}

void Comparison::within(std::string_view what, std::size_t row, std::size_t column, long double observed,
                        long double expected, long double bound, long double trivial) {
  const double ratio = ratio_of(distance(observed, expected), bound);
  note(what, {row, column, observed, expected, bound, ratio}, trivial, false);
}

void Comparison::agree(std::string_view what, std::size_t row, std::size_t column, Measured a, Measured b) {
  agree(what, row, column, a, b, std::fmax(std::fabs(a.value), std::fabs(b.value)));
}

void Comparison::agree(std::string_view what, std::size_t row, std::size_t column, Measured a, Measured b,
                       long double trivial) {
  within(what, row, column, a.value, b.value, a.bound + b.bound, trivial);
}

void Comparison::agree_in_proportion(std::string_view what, std::size_t row, std::size_t column, Measured a,
                                     Measured b) {
  const Measured larger{std::fmax(std::fabs(a.value), std::fabs(b.value)), 0};
  if (larger.value != 0) agree(what, row, column, a / larger, b / larger, 1);
}

void Comparison::at_least(std::string_view what, std::size_t row, std::size_t column, long double observed,
                          long double limit, long double bound, long double trivial) {
  // What is above the limit has no error; a NaN is neither above nor below and must fail.
  const long double error = observed >= limit ? 0 : limit - observed;
  note(what, {row, column, observed, limit, bound, ratio_of(error, bound)}, trivial, false);
}

void Comparison::at_most(std::string_view what, std::size_t row, std::size_t column, long double observed,
                         long double limit, long double bound, long double trivial) {
  const long double error = observed <= limit ? 0 : observed - limit;
  note(what, {row, column, observed, limit, bound, ratio_of(error, bound)}, trivial, false);
}

void Comparison::agree(const Observation& a, const Observation& b) {
  for (const std::string& name : a.outputs()) {
    if (name == "weights" || !b.outputs().contains(name)) continue;
    const Bound& first = a.bound(name);
    const Bound& second = b.bound(name);
    const std::vector<double>& of_a = a[name].values;
    const std::vector<double>& of_b = b[name].values;
    const std::size_t columns = std::min(first.columns, second.columns);
    for (std::size_t i = 0; i < first.rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        const std::size_t m = first.at(i, j), n = second.at(i, j);
        within(name, i, j, of_a[m], of_b[n], first.limit[m] + second.limit[n], first.trivial[m]);
      }
    }
  }
  // Weights also where the back end returns none, and they are read through its values.
  for (std::size_t i = 0; i < a.problem().sizes.t_q; ++i) {
    for (std::size_t j = 0; j < a.problem().sizes.t_k; ++j) {
      agree("weights", i, j, a.weight(i, j), b.weight(i, j), a.trivial_weight(i, j));
    }
  }
}

void Comparison::equal(std::string_view what, std::size_t row, std::size_t column, double observed, double expected) {
  const bool same = observed == expected || (std::isnan(observed) && std::isnan(expected));
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
  if (attnref::same_bits(observed, expected)) return require(true, "");
  equal(what, observed, expected);
  require(false, judgement_.outcome == Judgement::Outcome::violated
                     ? judgement_.reason
                     : fmt::format("{}: the same numbers in other bits (the sign of a zero, or another NaN)", what));
}

void Comparison::same_bits(const Observation& a, const Observation& b) {
  for (const std::string& name : a.outputs()) {
    if (b.outputs().contains(name)) same_bits(name, a[name], b[name]);
  }
}

/// |x^ - x| <= B + r (eq. verdict).
void Comparison::near_truth(const Observation& seen) {
  for (const std::string& name : seen.outputs()) {
    const Bound& bound = seen.bound(name);
    const Enclosed& truth = seen.truth(name);
    const std::vector<double>& values = seen[name].values;
    for (std::size_t n = 0; n < bound.limit.size(); ++n) {
      within(name, n / bound.columns, n % bound.columns, values[n], truth.mid[n], bound.limit[n] + truth.rad[n],
             bound.trivial[n]);
    }
  }
}

void Comparison::require(bool statement, std::string_view reason) {
  ++judged_;
  if (!statement) {
    if (judgement_.outcome != Judgement::Outcome::violated || judgement_.reason.empty()) judgement_.reason = reason;
    judgement_.outcome = Judgement::Outcome::violated;
    judgement_.worst_ratio = infinity;
  } else if (judgement_.outcome == Judgement::Outcome::mute) {
    judgement_.outcome = Judgement::Outcome::passed;
  }
}

}  // namespace attnref
