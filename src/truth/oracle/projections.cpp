// X W with radii; why they are what they are stands in projections.hpp.
#include "truth/oracle/projections.hpp"

#include "truth/oracle/not_finite.hpp"
#include "truth/oracle/publish.hpp"
#include "truth/oracle/row_products.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace attnref::oracle {
namespace {

/// Whether no product of row i and column c is other than 0, so that their sum is known exactly.
bool all_zero(const Tensor& x, std::size_t i, const Tensor& w, std::size_t c) {
  for (std::size_t k = 0; k < w.rows(); ++k) {
    if (x(i, k) != 0 && w(k, c) != 0) return false;
  }
  return true;
}

/// The exponent of the last bit of a number that is finite and not 0.
int last_bit(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return exponent - 53 + std::countr_zero(static_cast<std::uint64_t>(std::fabs(fraction) * 0x1p53));
}

/// The exponent of the largest power of two that divides all of a line's finite numbers; none where these are 0.
template <class At>
std::optional<int> lattice_exponent(std::size_t length, At at) {
  std::optional<int> least;
  for (std::size_t k = 0; k < length; ++k) {
    const double x = at(k);
    if (x != 0 && std::isfinite(x)) least = std::min(least.value_or(last_bit(x)), last_bit(x));
  }
  return least;
}

/// Which sums X W are known exactly, since no double on the way is rounded: where an infinity meets such a 0 it makes
/// NaN, and where it meets another number near 0 nothing is known.
class ExactSums {
 public:
  ExactSums(const Tensor& x, const Tensor& w) {
    for (std::size_t i = 0; i < x.rows(); ++i) {
      rows_.push_back(lattice_exponent(x.columns(), [&](std::size_t k) { return x(i, k); }));
    }
    for (std::size_t c = 0; c < w.columns(); ++c) {
      columns_.push_back(lattice_exponent(w.rows(), [&](std::size_t k) { return w(k, c); }));
    }
  }

  /// `magnitude` 2^exponent is the sum of the terms' magnitudes.
  bool contain(std::size_t i, std::size_t c, double magnitude, std::int64_t exponent) const {
    if (!rows_[i] || !columns_[c] || magnitude == 0) return true;
    return std::ilogb(magnitude) + exponent - *rows_[i] - *columns_[c] < 52;
  }

 private:
  std::vector<std::optional<int>> rows_, columns_;
};

bool is_finite(const Tensor& tensor) {
  return std::all_of(tensor.values.begin(), tensor.values.end(), [](double x) { return std::isfinite(x); });
}

/// Of these rows of X, whose lines are scaled, sets `result`, and returns the same numbers, unrounded, row by row.
/// `exact`, where it is not null, says which radii are 0.
std::vector<Wide> project(const Tensor& x, const ScaledLines& lines, Rows rows, const Tensor& w, const ExactSums* exact,
                          Enclosed& result) {
  const std::size_t d_model = w.rows(), d = w.columns();
  const ScaledLines columns =
      scale_lines(d, d_model, Layout::across, [&](std::size_t c, std::size_t k) { return w(k, c); });
  const double error = sum_error(d_model) * (1 + 0x1p-30);
  result = Enclosed(rows.size(), d);
  std::vector<Wide> numbers(rows.size() * d);
  RowProducts products(d);
  const std::vector<long double> units = units_of(columns);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::size_t i = rows[row];
    multiply({lines.hi.data() + i * lines.line_step, nullptr}, columns, products);
    const long double unit = unit_of(lines.exponents[i]);
    for (std::size_t c = 0; c < d; ++c) {
      const std::size_t n = result.at(row, c);
      if (!lines.finite[i] || !columns.finite[c]) {
        result.mid[n] = *dot_beyond_finite(
            d_model, [&](std::size_t k) { return Known{x(i, k)}; }, [&](std::size_t k) { return Known{w(k, c)}; });
        numbers[n].hi = static_cast<double>(result.mid[n]);
        continue;
      }
      const std::int64_t exponent = lines.exponents[i] + columns.exponents[c];
      if (products.hi[c] == 0 && all_zero(x, i, w, c)) continue;
      const bool known = exact && exact->contain(i, c, products.magnitudes[c], exponent);
      numbers[n] = {products.hi[c], products.lo[c], known ? 0 : error * products.magnitudes[c],
                    static_cast<int>(exponent)};
      const Published p = publish(numbers[n].hi, numbers[n].lo, numbers[n].rad, unit * units[c]);
      result.mid[n] = p.mid;
      result.rad[n] = p.rad;
    }
  }
  return numbers;
}

/// One function for numbers and for tensors: at(row, column).
template <class At>
Operands scaled(const Sizes& sizes, std::size_t queries, At q, At k, At v) {
  return {scale_lines(queries, sizes.d_k, Layout::along, q), scale_lines(sizes.t_k, sizes.d_k, Layout::across, k),
          scale_lines(sizes.d_v, sizes.t_k, Layout::across, [v](std::size_t c, std::size_t j) { return v(j, c); })};
}

}  // namespace

Operands operands(const Problem& problem, const Head&, Rows rows, Enclosure& e) {
  const Sizes sizes = problem.sizes();
  const std::vector<std::size_t> every_key = every_row(sizes.t_k);
  if (!problem.projected()) {
    const auto numbers = [](const Tensor& tensor, Rows list) {
      return [list, values = tensor.values.data(), columns = tensor.columns()](std::size_t r, std::size_t c) {
        return values[list[r] * columns + c];
      };
    };
    return scaled(sizes, rows.size(), numbers(problem.at(Part::q), rows), numbers(problem.at(Part::k), every_key),
                  numbers(problem.at(Part::v), every_key));
  }
  const Tensor& x = problem.at(Part::x);
  const ScaledLines lines =
      scale_lines(x.rows(), x.columns(), Layout::along, [&](std::size_t i, std::size_t c) { return x(i, c); });
  const bool finite = std::all_of(problem.tensors.begin(), problem.tensors.end(),
                                  [](const auto& input) { return is_finite(input.second); });
  const auto projected = [&](Rows list, Part weights, Part result) {
    const Tensor& w = problem.at(weights);
    const std::optional<ExactSums> exact = finite ? std::nullopt : std::optional<ExactSums>(std::in_place, x, w);
    return project(x, lines, list, w, exact ? &*exact : nullptr, e[result]);
  };
  const std::vector<Wide> q = projected(rows, Part::wq, Part::queries);
  const std::vector<Wide> k = projected(every_key, Part::wk, Part::keys);
  const std::vector<Wide> v = projected(every_key, Part::wv, Part::values);
  const auto numbers = [](const std::vector<Wide>& wide, std::size_t columns) {
    return [&wide, columns](std::size_t r, std::size_t c) { return wide[r * columns + c]; };
  };
  return scaled(sizes, rows.size(), numbers(q, sizes.d_k), numbers(k, sizes.d_k), numbers(v, sizes.d_v));
}

}  // namespace attnref::oracle
