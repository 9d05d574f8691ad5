// Exact transformations of tensors, of which metamorphic laws are made: none of them rounds, so that what a law
// compares is the backend's arithmetic and not its own.
#pragma once

#include "attnref/problem.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace attnref {

/// Indices of rows or columns, in the order in which they are taken; some may be left out, some taken twice.
using Order = std::vector<std::size_t>;

/// 0, 1, ..., count-1.
Order in_order(std::size_t count);

/// The rows order[0], order[1], ...
Tensor rows_in_order(const Tensor& tensor, const Order& order);

/// The columns order[0], order[1], ...
Tensor columns_in_order(const Tensor& tensor, const Order& order);

/// The first `count` columns; past the last one columns of zeros.
Tensor resized_columns(const Tensor& tensor, std::size_t count);

/// Each number times `factor`: exact for -1, and for powers of two where nothing overflows or underflows.
Tensor times(double factor, const Tensor& tensor);

/// Column c times factors[c].
Tensor columns_times(const std::vector<double>& factors, const Tensor& tensor);

/// `top` above `bottom`, of as many columns each.
Tensor stacked(const Tensor& top, const Tensor& bottom);

/// `left` beside `right`, of as many rows each.
Tensor side_by_side(const Tensor& left, const Tensor& right);

/// The columns order[0], order[1], ... of the identity of `rows` rows. An index of `rows` or more gives a column of
/// zeros.
Tensor identity_columns(Dtype dtype, std::size_t rows, const Order& order);

/// True where x is a number of the dtype to the last bit, and so are its products with a power of two and the inverse
/// of it.
bool scales_exactly(Dtype dtype, double x, double power_of_two);
/// True where that holds of all numbers of the tensor.
bool scales_exactly(const Tensor& tensor, double power_of_two);

/// Each row rounded to multiples of one power of two, of which its largest number is less than 2^bits: sums of a few of
/// its numbers then need a few bits more, and are exact if the dtype has them.
Tensor coarsened_rows(const Tensor& tensor, int bits);

/// a + b - c, where the dtype holds it exactly.
std::optional<double> exact_sum(Dtype dtype, double a, double b, double c = 0);

}  // namespace attnref
