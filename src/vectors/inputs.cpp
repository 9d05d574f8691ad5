#include "vectors/inputs.hpp"

#include "generators/random.hpp"
#include "vectors/vector_case.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

namespace attnref::vectors {

Tensor matrix(Dtype dtype, std::initializer_list<std::initializer_list<double>> rows) {
  Tensor tensor(dtype, rows.size(), rows.begin()->size());
  std::size_t at = 0;
  for (const auto& row : rows) {
    for (const double value : row) tensor.values[at++] = value;
  }
  return tensor;
}

Tensor column(Dtype dtype, const std::vector<double>& values) {
  Tensor tensor(dtype, values.size(), 1);
  tensor.values = values;
  return tensor;
}

Tensor filled(Dtype dtype, std::size_t rows, std::size_t columns, double value) {
  Tensor tensor(dtype, rows, columns);
  for (double& number : tensor.values) number = value;
  return tensor;
}

Tensor identity(Dtype dtype, std::size_t size) {
  Tensor tensor(dtype, size, size);
  for (std::size_t i = 0; i < size; ++i) tensor(i, i) = 1;
  return tensor;
}

Grid full_precision(Dtype dtype, int magnitude) {
  const int bits = format_of(dtype).precision;
  return {bits, magnitude - bits};
}

Tensor drawn(Dtype dtype, std::string_view stream, std::size_t rows, std::size_t columns, Grid grid) {
  Tensor tensor(dtype, rows, columns);
  const auto most = static_cast<std::int64_t>((std::uint64_t{1} << grid.bits) - 1);
  for (std::size_t i = 0; i < rows; ++i) {
    Random random(seed, stream, i);
    for (std::size_t j = 0; j < columns; ++j) {
      const auto choice = static_cast<std::int64_t>(random.bits() % static_cast<std::uint64_t>(2 * most + 1));
      tensor(i, j) = std::ldexp(static_cast<double>(choice - most), grid.exponent);
    }
  }
  return tensor;
}

Problem drawn_attention(Dtype dtype, std::string_view stream, Sizes sizes, int magnitude) {
  const std::string name(stream);
  const Grid grid = full_precision(dtype, magnitude);
  return attention_problem(drawn(dtype, name + "/q", sizes.t_q, sizes.d_k, grid),
                           drawn(dtype, name + "/k", sizes.t_k, sizes.d_k, grid),
                           drawn(dtype, name + "/v", sizes.t_k, sizes.d_v, full_precision(dtype, 1)));
}

Problem drawn_self_attention(Dtype dtype, std::string_view stream, Sizes sizes, int magnitude) {
  const std::string name(stream);
  const Grid grid = full_precision(dtype, magnitude);
  return self_attention_problem(drawn(dtype, name + "/x", sizes.t_q, sizes.d_model, full_precision(dtype, 1)),
                                drawn(dtype, name + "/wq", sizes.d_model, sizes.d_k, grid),
                                drawn(dtype, name + "/wk", sizes.d_model, sizes.d_k, grid),
                                drawn(dtype, name + "/wv", sizes.d_model, sizes.d_v, grid));
}

Problem asking(Problem problem, PartSet outputs) {
  problem.wanted = outputs;
  return problem;
}

Problem with_scale(Problem problem, double scale) {
  problem.how.scale = scale;
  return problem;
}

}  // namespace attnref::vectors
