#include "generators/transform.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace attnref {

Order in_order(std::size_t count) {
  Order order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

Tensor rows_in_order(const Tensor& tensor, const Order& order) {
  Tensor taken(tensor.dtype, order.size(), tensor.columns());
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = 0; j < tensor.columns(); ++j) taken(i, j) = tensor(order[i], j);
  }
  return taken;
}

Tensor columns_in_order(const Tensor& tensor, const Order& order) {
  Tensor taken(tensor.dtype, tensor.rows(), order.size());
  for (std::size_t i = 0; i < tensor.rows(); ++i) {
    for (std::size_t j = 0; j < order.size(); ++j) taken(i, j) = tensor(i, order[j]);
  }
  return taken;
}

Tensor resized_columns(const Tensor& tensor, std::size_t count) {
  Tensor resized(tensor.dtype, tensor.rows(), count);
  for (std::size_t i = 0; i < tensor.rows(); ++i) {
    for (std::size_t j = 0; j < std::min(count, tensor.columns()); ++j) resized(i, j) = tensor(i, j);
  }
  return resized;
}

Tensor times(double factor, const Tensor& tensor) {
  Tensor product = tensor;
  for (double& value : product.values) value *= factor;
  return product;
}

Tensor columns_times(const std::vector<double>& factors, const Tensor& tensor) {
  Tensor product = tensor;
  for (std::size_t i = 0; i < tensor.rows(); ++i) {
    for (std::size_t j = 0; j < tensor.columns(); ++j) product(i, j) *= factors[j];
  }
  return product;
}

Tensor stacked(const Tensor& top, const Tensor& bottom) {
  Tensor both(top.dtype, top.rows() + bottom.rows(), top.columns());
  const auto end_of_top = std::copy(top.values.begin(), top.values.end(), both.values.begin());
  std::copy(bottom.values.begin(), bottom.values.end(), end_of_top);
  return both;
}

Tensor side_by_side(const Tensor& left, const Tensor& right) {
  Tensor both(left.dtype, left.rows(), left.columns() + right.columns());
  for (std::size_t i = 0; i < left.rows(); ++i) {
    for (std::size_t j = 0; j < left.columns(); ++j) both(i, j) = left(i, j);
    for (std::size_t j = 0; j < right.columns(); ++j) both(i, left.columns() + j) = right(i, j);
  }
  return both;
}

Tensor identity_columns(Dtype dtype, std::size_t rows, const Order& order) {
  Tensor columns(dtype, rows, order.size());
  for (std::size_t c = 0; c < order.size(); ++c) {
    if (order[c] < rows) columns(order[c], c) = 1;
  }
  return columns;
}

bool scales_exactly(Dtype dtype, double x, double power_of_two) {
  const double product = x * power_of_two;
  return round_to(dtype, product) == product && std::isfinite(product) && product / power_of_two == x;
}

bool scales_exactly(const Tensor& tensor, double power_of_two) {
  return std::all_of(tensor.values.begin(), tensor.values.end(),
                     [&](double x) { return scales_exactly(tensor.dtype, x, power_of_two); });
}

Tensor coarsened_rows(const Tensor& tensor, int bits) {
  Tensor coarse = tensor;
  for (std::size_t i = 0; i < tensor.rows(); ++i) {
    double largest = 0;
    for (std::size_t j = 0; j < tensor.columns(); ++j) largest = std::max(largest, std::fabs(tensor(i, j)));
    if (largest == 0) continue;
    const double least = static_cast<double>(smallest_subnormal(tensor.dtype));
    const double unit = std::max(std::ldexp(1.0, std::ilogb(largest) + 1 - bits), least);
    // Towards zero, so that no number grows by a bit.
    for (std::size_t j = 0; j < tensor.columns(); ++j) coarse(i, j) = std::trunc(tensor(i, j) / unit) * unit;
  }
  return coarse;
}

std::optional<double> exact_sum(Dtype dtype, double a, double b, double c) {
  // Each difference taken back must give what it was taken from, or it was rounded.
  const double difference = b - c;
  const double sum = a + difference;
  const bool exact = difference + c == b && b - difference == c && sum - a == difference && sum - difference == a;
  return exact && round_to(dtype, sum) == sum ? std::optional(sum) : std::nullopt;
}

}  // namespace attnref
