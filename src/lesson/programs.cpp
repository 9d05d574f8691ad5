#include "lesson/programs.hpp"

#include <algorithm>
#include <cmath>

#include "generators/random.hpp"
#include "lesson/arrays.hpp"
#include "lesson/decimals.hpp"
#include "lesson/plain_attention.hpp"

namespace attnref::lesson {

namespace {

using std::to_string;

/// What a program is run with, nothing left out.
struct Sizes {
  std::size_t t = 6;
  std::size_t d_model = 8;
  std::size_t d_k = 4;
  std::size_t d_v = 5;
  friend bool operator==(const Sizes&, const Sizes&) = default;
};

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

/// Whether the lesson has arrays of these sizes.
bool has_arrays(int which, const Sizes& sizes) {
  Sizes lessons;
  if (which == 1 && sizes.t == 9) lessons.t = 9;
  return sizes == lessons;
}

LayerInput program_1_arrays(const Sizes& sizes, std::optional<std::uint64_t> seed) {
  if (!seed && has_arrays(1, sizes)) {
    const std::string prefix = "cell1_T" + to_string(sizes.t) + "_";
    return {array(prefix + "X"), array(prefix + "Wq"), array(prefix + "Wk"), array(prefix + "Wv")};
  }
  const std::uint64_t from = seed.value_or(default_seed);
  constexpr double deviation = 0.6;  // the lesson's
  return {drawn(from, x_stream, sizes.t, sizes.d_model), drawn(from, wq_stream, sizes.d_model, sizes.d_k, deviation),
          drawn(from, wk_stream, sizes.d_model, sizes.d_k, deviation),
          drawn(from, wv_stream, sizes.d_model, sizes.d_v, deviation)};
}

PlainMatrix with_rows_of_length_one(PlainMatrix x) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    double square = 0.0;
    for (std::size_t j = 0; j < x.columns; ++j) square += x(i, j) * x(i, j);
    for (std::size_t j = 0; j < x.columns; ++j) x(i, j) /= std::sqrt(square);
  }
  return x;
}

std::string origin(int which, const Sizes& sizes, std::optional<std::uint64_t> seed) {
  const std::string t = to_string(sizes.t);
  if (!seed && has_arrays(which, sizes)) return "inputs: the lesson's own arrays at T = " + t + "\n";
  return "inputs: drawn at T = " + t + ", seed " + to_string(seed.value_or(default_seed)) + "\n";
}

// ---- how they are printed

std::string shape_of(std::string_view name, const PlainMatrix& matrix) {
  return "  " + std::string(name) + " " + to_string(matrix.rows) + " x " + to_string(matrix.columns);
}

std::string numbers(const std::vector<double>& values) {
  std::string line;
  for (const double value : values) line += " " + fixed(value, 3);
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
  const std::string line = to_string(rows_won_by_the_diagonal(maxima)) + " of " + to_string(maxima.size());
  std::string winners;
  for (std::size_t i = 0; i < maxima.size(); ++i) {
    if (maxima[i].size() == 1 && maxima[i].front() == i) winners += " " + to_string(i);
  }
  return winners.empty() ? line : line + ":" + winners;
}

// ---- the programs

std::string program_1(const Sizes& sizes, std::optional<std::uint64_t> seed) {
  const LayerInput in = program_1_arrays(sizes, seed);
  const PlainAttention layer = projected_attention(in.x, in.wq, in.wk, in.wv);
  const std::vector<double> sums = row_sums(layer.weights);
  const std::size_t parameters = in.wq.values.size() + in.wk.values.size() + in.wv.values.size();

  std::string text = origin(1, sizes, seed);
  text += "shapes:" + shape_of("X", in.x) + shape_of("Q", layer.queries) + shape_of("K", layer.keys) +
          shape_of("V", layer.values) + "\n";
  text += "       " + shape_of("E", layer.scores) + shape_of("A", layer.weights) + shape_of("Y", layer.output) + "\n";
  text += "row sums of A:" + numbers(sums) + "\n";
  text += "  furthest from 1: " + significant(furthest_from_one(sums), 2) + "\n";
  text += "row 0 of A:" + numbers(row(layer.weights, 0)) + "\n";
  text += "parameters: " + to_string(parameters) + " = d_model (2 d_k + d_v) = " + to_string(in.wq.rows) + " (2 * " +
          to_string(in.wq.columns) + " + " + to_string(in.wv.columns) + "), T does not occur\n";
  text += "numbers in X: " + to_string(in.x.values.size()) +
          " = T d_model; in A: " + to_string(layer.weights.values.size()) + " = T^2\n";
  return text;
}

std::string divisor_table(bool own, std::size_t t, std::uint64_t seed) {
  std::string text = "mean of each row's largest weight, Q and K of normal numbers:\n   d_k  undivided  divided\n";
  for (const std::size_t d : {std::size_t{8}, std::size_t{64}, std::size_t{512}}) {
    const std::string prefix = "cell2_sat_d" + to_string(d);
    const PlainMatrix q = own ? array(prefix + "_Q") : drawn(seed, q_stream + d, t, d);
    const PlainMatrix k = own ? array(prefix + "_K") : drawn(seed, k_stream + d, t, d);
    // Only the weights are looked at, so the keys serve as values.
    const double undivided = mean_of_largest(plain_attention(q, k, k, 1.0).weights);
    const double divided = mean_of_largest(plain_attention(q, k, k, std::sqrt(static_cast<double>(d))).weights);
    text += right_aligned(to_string(d), 6) + right_aligned(fixed(undivided, 3), 11) +
            right_aligned(fixed(divided, 3), 9) + "\n";
  }
  return text;
}

std::string program_2(const Sizes& sizes, std::optional<std::uint64_t> seed) {
  const bool own = !seed && has_arrays(2, sizes);
  const std::uint64_t from = seed.value_or(default_seed);
  const PlainMatrix x = own ? array("cell2_X") : with_rows_of_length_one(drawn(from, x_stream, sizes.t, sizes.d_model));
  const PlainMatrix wq = own ? array("cell2_Wq") : drawn(from, wq_stream, sizes.d_model, sizes.d_k);
  const PlainMatrix wk = own ? array("cell2_Wk") : drawn(from, wk_stream, sizes.d_model, sizes.d_k);
  const PlainAttention unprojected = unprojected_attention(x);
  const PlainAttention longer = unprojected_attention(scaled(x, 3.0));
  // W^V doesn't enter A, and the program looks at nothing else: W^K stands in.
  const PlainAttention projected = projected_attention(x, wq, wk, wk);

  std::string text = origin(2, sizes, seed);
  text += "without projections, rows of X of length 1\n";
  text += "  diagonal of A:" + numbers(diagonal(unprojected.weights)) + "\n";
  text += "  largest of its row: " + diagonal_wins(unprojected) + "\n";
  text += "without projections, rows of X of length 3\n";
  text += "  diagonal of A:" + numbers(diagonal(longer.weights)) + "\n";
  text += "  largest of its row: " + diagonal_wins(longer) + "\n";
  text += "with projections, rows of X of length 1\n";
  text += "  row 0 of A:" + numbers(row(projected.weights, 0)) + "\n";
  text += "  diagonal largest of its row: " + diagonal_wins(projected) + "\n";
  return text + divisor_table(own, sizes.t, from);
}

std::size_t in_range(const char* option, std::optional<std::size_t> given, std::size_t fallback, std::size_t most) {
  const std::size_t size = given.value_or(fallback);
  if (size >= 1 && size <= most) return size;
  throw lesson_error("lesson: " + std::string(option) + ": expected 1 to " + to_string(most) + ", found " +
                     to_string(size));
}

}  // namespace

std::string lesson_program(const LessonProgram& program) {
  if (program.which != 1 && program.which != 2) {
    throw lesson_error("lesson: program: expected 1 or 2, found " + to_string(program.which));
  }
  const Sizes lessons;
  const Sizes sizes{in_range("--t", program.t, lessons.t, position_limit),
                    in_range("--d-model", program.d_model, lessons.d_model, width_limit),
                    in_range("--d-k", program.d_k, lessons.d_k, width_limit),
                    in_range("--d-v", program.d_v, lessons.d_v, width_limit)};
  if (program.which == 1) return program_1(sizes, program.seed);
  if (program.d_v) {
    throw lesson_error("lesson: --d-v: expected program 1, found program 2, which has no values");
  }
  return program_2(sizes, program.seed);
}

}  // namespace attnref::lesson
