// X W with radii; why they are what they are stands in projections.hpp.
#include "truth/oracle/projections.hpp"

#include "truth/bounds/safe_side.hpp"
#include "truth/bounds/scaled.hpp"
#include "truth/oracle/dot.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace attnref::oracle {
namespace {

using bounds::as_real;
using bounds::Scaled;

Enclosed known_exactly(const Tensor& tensor) {
  Enclosed result(tensor.rows(), tensor.columns());
  std::copy(tensor.values.begin(), tensor.values.end(), result.mid.begin());
  return result;
}

Enclosed project(const Tensor& x, const Scaled& magnitudes_of_x, const Tensor& w) {
  const std::size_t d_model = w.rows();
  const std::vector<double> columns_of_w = transposed(w.values, w.rows(), w.columns());
  const Scaled magnitudes =
      bounds::scale_columns(w.rows(), w.columns(), [&](std::size_t r, std::size_t c) { return std::fabs(w(r, c)); });
  const long double factor = as_real(d_model + 2) * u * bounds::inflation;
  Enclosed result(x.rows(), w.columns());
  std::vector<double> sums(w.columns());
  for (std::size_t i = 0; i < x.rows(); ++i) {
    std::fill(sums.begin(), sums.end(), bounds::lost);
    bounds::add_product(magnitudes_of_x.row(i), magnitudes, sums.data());
    for (std::size_t c = 0; c < w.columns(); ++c) {
      const std::size_t n = result.at(i, c);
      result.mid[n] = dot(x.values.data() + i * d_model, columns_of_w.data() + c * d_model, d_model);
      if (!std::isfinite(result.mid[n])) continue;
      result.rad[n] = factor * sums[c] * (magnitudes_of_x.units[i] * magnitudes.units[c]);
    }
  }
  return result;
}

}  // namespace

void enclose_projections(const Problem& problem, Enclosure& e) {
  if (!problem.projected()) {
    e[Part::queries] = known_exactly(problem.at(Part::q));
    e[Part::keys] = known_exactly(problem.at(Part::k));
    e[Part::values] = known_exactly(problem.at(Part::v));
    return;
  }
  const Tensor& x = problem.at(Part::x);
  const Scaled magnitudes =
      bounds::scale_rows(x.rows(), x.columns(), [&](std::size_t i, std::size_t c) { return std::fabs(x(i, c)); });
  e[Part::queries] = project(x, magnitudes, problem.at(Part::wq));
  e[Part::keys] = project(x, magnitudes, problem.at(Part::wk));
  e[Part::values] = project(x, magnitudes, problem.at(Part::wv));
}

}  // namespace attnref::oracle
