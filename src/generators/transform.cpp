#include "generators/transform.hpp"

#include <algorithm>
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

Tensor times(double factor, const Tensor& tensor) {
  Tensor product = tensor;
  for (double& value : product.values) value *= factor;
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

}  // namespace attnref
