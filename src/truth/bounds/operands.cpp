// Step 1: e_x and dx, element by element; what they assume stands in operands.hpp.
#include "truth/bounds/operands.hpp"

#include "truth/bounds/safe_side.hpp"
#include "truth/bounds/scaled.hpp"

#include <algorithm>
#include <cmath>

namespace attnref::bounds {
namespace {

/// Given numbers: cast if products read them in a format that lacks some, then rounded if a product rounds its inputs.
Operand given(const KnownNumbers& truth, const Roundoffs& r) {
  Operand operand{true, {}, Bound(truth.rows(), truth.columns())};
  operand.exact = r.qkv.u == 0 && r.u_in == 0 && r.lam_in == 0;
  for (std::size_t i = 0; i < truth.rows(); ++i) {
    for (std::size_t c = 0; c < truth.columns(); ++c) {
      const std::size_t n = operand.bound.at(i, c);
      const long double x = std::fabs(truth.mid(i, c));
      operand.bound.trivial[n] = x;
      if (!std::isfinite(x)) operand.bound.limit[n] = infinity;
      if (operand.exact) continue;
      const long double e = r.qkv.u > 0 ? r.qkv.stored(x, 0) : 0;
      operand.dx.push_back(r.qkv.u > 0 && x + e >= r.qkv.largest ? infinity : e + r.u_in * (x + e) + r.lam_in);
    }
  }
  return operand;
}

/// X and W as the products of step 1 see them.
struct Factor {
  Scaled magnitudes;
  std::vector<long double> sums;  ///< of magnitudes, by row of X or column of W
};

Factor by_rows(const Tensor& x) {
  const auto magnitude = [&](std::size_t i, std::size_t c) { return std::fabs(x(i, c)); };
  Factor f{scale_rows(x.rows(), x.columns(), magnitude), std::vector<long double>(x.rows())};
  for (std::size_t i = 0; i < x.rows(); ++i) {
    long double sum = 0;
    for (std::size_t c = 0; c < x.columns(); ++c) sum += magnitude(i, c);
    f.sums[i] = sum;
  }
  return f;
}

Factor by_columns(const Tensor& w) {
  const auto magnitude = [&](std::size_t k, std::size_t c) { return std::fabs(w(k, c)); };
  Factor f{scale_columns(w.rows(), w.columns(), magnitude), std::vector<long double>(w.columns())};
  for (std::size_t c = 0; c < w.columns(); ++c) {
    long double sum = 0;
    for (std::size_t k = 0; k < w.rows(); ++k) sum += magnitude(k, c);
    f.sums[c] = sum;
  }
  return f;
}

/// x = X W for these rows of X: P = sum |X||W|; every term meets at most d_model roundings and two of its factors; then
/// stores.
Operand projected(const KnownNumbers& truth, const Factor& x, Rows rows, const Factor& w, const Roundoffs& r) {
  Operand operand{false, std::vector<long double>(truth.rows() * truth.columns()),
                  Bound(truth.rows(), truth.columns())};
  std::vector<double> sums(truth.columns());
  for (std::size_t row = 0; row < truth.rows(); ++row) {
    const std::size_t i = rows[row];
    std::fill(sums.begin(), sums.end(), lost);
    add_product(x.magnitudes.row(i), w.magnitudes, sums.data());
    for (std::size_t c = 0; c < truth.columns(); ++c) {
      const std::size_t n = operand.bound.at(row, c);
      const long double p = sums[c] * (x.magnitudes.units[i] * w.magnitudes.units[c]) * inflation;
      const long double magnitude = std::fabs(truth.mid(row, c)) + truth.rad(row, c);
      long double e = r.g_proj * p + r.under_proj;
      if (r.lam_read > 0) {
        const long double of_both = r.lam_read * as_real(w.magnitudes.rows);
        e += (1 + r.g_proj) * r.lam_read * (x.sums[i] + w.sums[c] + of_both) * inflation;
      }
      if (!(p + e < r.proj.largest)) e = infinity;
      if (r.cast.u > 0 && !(x.sums[i] < r.cast.largest && w.sums[c] < r.cast.largest)) e = infinity;
      if (r.qkv.u > 0) e += r.qkv.stored(magnitude, e);
      if (r.qkv.u > 0 && !(magnitude + e < r.qkv.largest)) e = infinity;
      operand.dx[n] = e + r.u_in * (magnitude + e) + r.lam_in;
      operand.bound.limit[n] = published(returned(r.qkv, r.output, magnitude, e), magnitude, r.output.largest);
      operand.bound.trivial[n] = p;
    }
  }
  return operand;
}

}  // namespace

Operands operands(const Problem& problem, Rows rows, const KnownOperands& known, const Roundoffs& r) {
  if (!problem.projected()) return {given(known.queries, r), given(known.keys, r), given(known.values, r)};
  const Factor x = by_rows(problem.at(Part::x));
  const std::vector<std::size_t> every_key = every_row(known.keys.rows());
  return {projected(known.queries, x, rows, by_columns(problem.at(Part::wq)), r),
          projected(known.keys, x, every_key, by_columns(problem.at(Part::wk)), r),
          projected(known.values, x, every_key, by_columns(problem.at(Part::wv)), r)};
}

}  // namespace attnref::bounds
