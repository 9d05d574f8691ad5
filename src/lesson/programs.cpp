#include "lesson/programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "generators/random.hpp"
#include "lesson/arrays.hpp"
#include "lesson/plain_attention.hpp"

namespace attnref::lesson {

namespace {

constexpr std::size_t d_model = 8;
constexpr std::size_t d_k = 4;
constexpr std::size_t d_v = 5;
constexpr std::size_t default_t = 6;
constexpr std::uint64_t default_seed = 5;

// ---- where the arrays come from

/// Names of the streams that arrays are drawn from, so that no two share numbers. Q and K add their d_k.
enum Stream : std::uint64_t { x_stream = 1, wq_stream, wk_stream, wv_stream, q_stream = 1000, k_stream = 2000 };

/// Rows of approximately normal numbers times `deviation`. A row doesn't depend on how many there are.
PlainMatrix drawn(std::uint64_t seed, std::uint64_t stream, std::size_t rows, std::size_t columns,
                  double deviation = 1.0) {
  PlainMatrix matrix(rows, columns);
  for (std::size_t i = 0; i < rows; ++i) {
    Random random(seed, stream, i);
    for (std::size_t j = 0; j < columns; ++j) matrix(i, j) = deviation * random.normal();
  }
  return matrix;
}

struct LayerInput {
  PlainMatrix x, wq, wk, wv;
};

bool program_1_has_arrays(std::size_t t, std::optional<std::uint64_t> seed) { return !seed && (t == 6 || t == 9); }

LayerInput program_1_arrays(std::size_t t, std::optional<std::uint64_t> seed) {
  if (program_1_has_arrays(t, seed)) {
    const std::string prefix = fmt::format("cell1_T{}_", t);
    return {array(prefix + "X"), array(prefix + "Wq"), array(prefix + "Wk"), array(prefix + "Wv")};
  }
  const std::uint64_t from = seed.value_or(default_seed);
  constexpr double deviation = 0.6;  // the lesson's
  return {drawn(from, x_stream, t, d_model), drawn(from, wq_stream, d_model, d_k, deviation),
          drawn(from, wk_stream, d_model, d_k, deviation), drawn(from, wv_stream, d_model, d_v, deviation)};
}

PlainMatrix with_rows_of_length_one(PlainMatrix x) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    double square = 0.0;
    for (std::size_t j = 0; j < x.columns; ++j) square += x(i, j) * x(i, j);
    for (std::size_t j = 0; j < x.columns; ++j) x(i, j) /= std::sqrt(square);
  }
  return x;
}

PlainMatrix scaled(PlainMatrix x, double factor) {
  for (double& value : x.values) value *= factor;
  return x;
}

std::string origin(bool own, std::size_t t, std::optional<std::uint64_t> seed) {
  if (own) return fmt::format("inputs: the lesson's own arrays at T = {}\n", t);
  return fmt::format("inputs: drawn at T = {}, seed {}\n", t, seed.value_or(default_seed));
}

// ---- how they are printed

std::string shape_of(std::string_view name, const PlainMatrix& matrix) {
  return fmt::format("  {} {} x {}", name, matrix.rows, matrix.columns);
}

std::string numbers(const std::vector<double>& values) {
  std::string line;
  for (const double value : values) fmt::format_to(std::back_inserter(line), " {:.3f}", value);
  return line;
}

std::vector<double> row(const PlainMatrix& matrix, std::size_t i) {
  const auto begin = matrix.values.begin() + static_cast<std::ptrdiff_t>(i * matrix.columns);
  return {begin, begin + static_cast<std::ptrdiff_t>(matrix.columns)};
}

std::vector<double> diagonal(const PlainMatrix& matrix) {
  std::vector<double> values;
  for (std::size_t i = 0; i < matrix.rows; ++i) values.push_back(matrix(i, i));
  return values;
}

std::vector<double> row_sums(const PlainMatrix& matrix) {
  std::vector<double> sums(matrix.rows, 0.0);
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    for (std::size_t j = 0; j < matrix.columns; ++j) sums[i] += matrix(i, j);
  }
  return sums;
}

double furthest_from_one(const std::vector<double>& values) {
  double distance = 0.0;
  for (const double value : values) distance = std::max(distance, std::fabs(value - 1.0));
  return distance;
}

double mean_of_largest(const PlainMatrix& weights) {
  double sum = 0.0;
  for (std::size_t i = 0; i < weights.rows; ++i) {
    const std::vector<double> values = row(weights, i);
    sum += *std::max_element(values.begin(), values.end());
  }
  return sum / static_cast<double>(weights.rows);
}

std::string diagonal_wins(const PlainAttention& attention) {
  const std::vector<std::vector<std::size_t>> maxima = row_maxima(attention.scores);
  std::string line = fmt::format("{} of {}", rows_won_by_the_diagonal(maxima), maxima.size());
  std::string winners;
  for (std::size_t i = 0; i < maxima.size(); ++i) {
    if (maxima[i].size() == 1 && maxima[i].front() == i) winners += fmt::format(" {}", i);
  }
  return winners.empty() ? line : line + ":" + winners;
}

// ---- the programs

std::string program_1(std::size_t t, std::optional<std::uint64_t> seed) {
  const LayerInput in = program_1_arrays(t, seed);
  const PlainAttention layer = projected_attention(in.x, in.wq, in.wk, in.wv);
  const std::vector<double> sums = row_sums(layer.weights);
  const std::size_t parameters = in.wq.values.size() + in.wk.values.size() + in.wv.values.size();

  std::string text = origin(program_1_has_arrays(t, seed), t, seed);
  text += "shapes:" + shape_of("X", in.x) + shape_of("Q", layer.queries) + shape_of("K", layer.keys) +
          shape_of("V", layer.values) + "\n";
  text += "       " + shape_of("E", layer.scores) + shape_of("A", layer.weights) + shape_of("Y", layer.output) + "\n";
  text += "row sums of A:" + numbers(sums) + "\n";
  text += fmt::format("  furthest from 1: {:.2g}\n", furthest_from_one(sums));
  text += "row 0 of A:" + numbers(row(layer.weights, 0)) + "\n";
  text += fmt::format("parameters: {} = d_model (2 d_k + d_v) = {} (2 * {} + {}), T does not occur\n", parameters,
                      in.wq.rows, in.wq.columns, in.wv.columns);
  text +=
      fmt::format("numbers in X: {} = T d_model; in A: {} = T^2\n", in.x.values.size(), layer.weights.values.size());
  return text;
}

std::string divisor_table(bool own, std::size_t t, std::uint64_t seed) {
  std::string text = "mean of each row's largest weight, Q and K of normal numbers:\n   d_k  undivided  divided\n";
  for (const std::size_t d : {std::size_t{8}, std::size_t{64}, std::size_t{512}}) {
    const PlainMatrix q = own ? array(fmt::format("cell2_sat_d{}_Q", d)) : drawn(seed, q_stream + d, t, d);
    const PlainMatrix k = own ? array(fmt::format("cell2_sat_d{}_K", d)) : drawn(seed, k_stream + d, t, d);
    // Only the weights are looked at, so the keys serve as values.
    const double undivided = mean_of_largest(plain_attention(q, k, k, 1.0).weights);
    const double divided = mean_of_largest(plain_attention(q, k, k, std::sqrt(static_cast<double>(d))).weights);
    text += fmt::format("{:6}{:11.3f}{:9.3f}\n", d, undivided, divided);
  }
  return text;
}

std::string program_2(std::size_t t, std::optional<std::uint64_t> seed) {
  const bool own = !seed && t == 6;
  const std::uint64_t from = seed.value_or(default_seed);
  const PlainMatrix x = own ? array("cell2_X") : with_rows_of_length_one(drawn(from, x_stream, t, d_model));
  const PlainMatrix wq = own ? array("cell2_Wq") : drawn(from, wq_stream, d_model, d_k);
  const PlainMatrix wk = own ? array("cell2_Wk") : drawn(from, wk_stream, d_model, d_k);
  const PlainAttention unprojected = unprojected_attention(x);
  const PlainAttention longer = unprojected_attention(scaled(x, 3.0));
  // W^V doesn't enter A, and the program looks at nothing else: W^K stands in.
  const PlainAttention projected = projected_attention(x, wq, wk, wk);

  std::string text = origin(own, t, seed);
  text += "without projections, rows of X of length 1\n";
  text += "  diagonal of A:" + numbers(diagonal(unprojected.weights)) + "\n";
  text += "  largest of its row: " + diagonal_wins(unprojected) + "\n";
  text += "without projections, rows of X of length 3\n";
  text += "  diagonal of A:" + numbers(diagonal(longer.weights)) + "\n";
  text += "  largest of its row: " + diagonal_wins(longer) + "\n";
  text += "with projections, rows of X of length 1\n";
  text += "  row 0 of A:" + numbers(row(projected.weights, 0)) + "\n";
  text += "  diagonal largest of its row: " + diagonal_wins(projected) + "\n";
  return text + divisor_table(own, t, from);
}

}  // namespace

std::string lesson_program(int which, std::optional<std::size_t> t, std::optional<std::uint64_t> seed) {
  if (which != 1 && which != 2) throw lesson_error(fmt::format("lesson: program: expected 1 or 2, found {}", which));
  const std::size_t positions = t.value_or(default_t);
  if (positions < 1 || positions > position_limit) {
    throw lesson_error(fmt::format("lesson: --t: expected 1 to {}, found {}", position_limit, positions));
  }
  return which == 1 ? program_1(positions, seed) : program_2(positions, seed);
}

}  // namespace attnref::lesson
