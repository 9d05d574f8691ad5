// The output with radii; why they are what they are stands in output.hpp.
#include "truth/oracle/output.hpp"

#include "truth/bounds/safe_side.hpp"
#include "truth/oracle/publish.hpp"

#include <cmath>

namespace attnref::oracle {

Outputs::Outputs(const KnownNumbers& known, const ScaledLines& values, const Enclosed& scores)
    : known_(known),
      values_(values),
      scores_(scores),
      units_(units_of(values)),
      products_(values.lines),
      grown_(values.exact() ? 0 : values.length),
      distances_(padded(values.lines)),
      radii_(padded(values.lines)) {}

/// What infinities and NaNs of a column give: a weight is 0 only where the score is -inf, and 0 times inf is NaN.
long double Outputs::sum_beyond_finite(std::size_t i, std::size_t c) const {
  long double sum = 0;
  for (std::size_t j = 0; j < values_.length; ++j) {
    const long double v = known_.mid(j, c);
    if (std::isfinite(v)) continue;
    sum += scores_.mid[scores_.at(i, j)] == -bounds::infinity ? 0 * v : v;
  }
  return sum;
}

void Outputs::enclose(const Row& row, std::size_t i, Enclosed& output) {
  const std::size_t n = values_.length;
  multiply({row.hi.data(), row.lo.data()}, values_, products_);
  // What an error R of a score moves: to first order the output's gradient times R (eq. output_gradient).
  add_up_distances(row.moved.data(), values_, products_.hi.data(), distances_);
  if (!values_.exact()) {
    for (std::size_t j = 0; j < n; ++j) grown_[j] = row.hi[j] + row.moved[j];
    add_up(grown_.data(), values_.rad, n, radii_);
  }
  const double of_sum = sum_error(n);
  for (std::size_t c = 0; c < values_.lines; ++c) {
    const std::size_t at = output.at(i, c);
    if (!values_.finite[c]) {
      output.mid[at] = sum_beyond_finite(i, c);
      continue;
    }
    // v and Y~ as doubles and their difference are right to 2^-52 (|v| + |Y~|) <= 2^-52 (|v - Y~| + 2 |Y~|), and Y~
    // stands for sum a v, 4 xi sum a |v| away.
    const double y = std::fabs(products_.hi[c]), magnitude = products_.magnitudes[c];
    const double fuzz = row.moved_in_all * (0x1p-50 * y + 4 * (row.xi + of_sum) * magnitude) + bounds::lost;
    const double radius = distances_[c] * (1 + 0x1p-50) + fuzz + row.xi * (magnitude + y) + of_sum * magnitude;
    const Published p =
        publish(products_.hi[c], products_.lo[c], (radius + radii_[c]) * (1 + 0x1p-29) / row.denominator, units_[c]);
    output.mid[at] = p.mid;
    output.rad[at] = p.rad + bounds::as_real(n) * bounds::tiny * (1 + units_[c]) * bounds::inflation;
  }
}

}  // namespace attnref::oracle
