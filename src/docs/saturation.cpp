#include "docs/saturation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "attnref/attention.hpp"
#include "generators/random.hpp"

namespace attnref::docs {
namespace {

struct Queries {};
struct Keys {};
struct Dk : axis<Dk> {};
template <class Of>
using Rows = Matrix<double, T<Of>, Dk>;
using Weights = Matrix<double, T<Queries>, T<Keys>>;

// The names of the lesson's streams (src/lesson/programs.cpp), so that a reader can ask the command for any one draw.
constexpr std::uint64_t q_stream = 1000, k_stream = 2000;

template <class Of>
Rows<Of> drawn(std::uint64_t seed, std::uint64_t stream, std::size_t d_k) {
  Rows<Of> rows(saturation_rows, d_k);
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    Random random(seed, stream + d_k, i);
    for (std::size_t c = 0; c < d_k; ++c) rows(i, c) = random.normal();
  }
  return rows;
}

void measure(const Weights& weights, Saturated& into) {
  double sum = 0;
  for (std::size_t i = 0; i < weights.rows(); ++i) {
    const double* row = weights.data() + i * weights.cols();
    into.largest.push_back(*std::max_element(row, row + weights.cols()));
    into.gradient.push_back(jacobian_norm(row, weights.cols()));
    sum += into.largest.back();
  }
  into.means.push_back(sum / static_cast<double>(weights.rows()));
}

}  // namespace

double jacobian_norm(const double* weights, std::size_t n) {
  double squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double others = 0;  // 1 - a_i, without losing what is left beside a weight of nearly 1
    for (std::size_t j = 0; j < n; ++j) {
      if (j == i) continue;
      others += weights[j];
      squares += weights[i] * weights[j] * weights[i] * weights[j];
    }
    squares += weights[i] * others * weights[i] * others;
  }
  return std::sqrt(squares);
}

Saturation saturation(std::size_t d_k, std::size_t draws, std::uint64_t first_seed) {
  Saturation measured;
  for (std::uint64_t seed = first_seed; seed < first_seed + draws; ++seed) {
    const auto q = drawn<Queries>(seed, q_stream, d_k);
    const auto k = drawn<Keys>(seed, k_stream, d_k);
    const Weights products = scores(q, k, 1.0);
    measured.products.push_back(products(0, 0));
    measure(softmax_rows(products), measured.undivided);
    measure(softmax_rows(scores(q, k)), measured.divided);
  }
  return measured;
}

Mean mean_of(const std::vector<double>& numbers) {
  const auto n = static_cast<double>(numbers.size());
  const double mean = std::accumulate(numbers.begin(), numbers.end(), 0.0) / n;
  double squares = 0;
  for (const double x : numbers) squares += (x - mean) * (x - mean);
  return {mean, std::sqrt(squares / (n - 1) / n)};
}

double quantile(std::vector<double> numbers, double p) {
  const auto place = numbers.begin() + static_cast<std::ptrdiff_t>(p * static_cast<double>(numbers.size() - 1));
  std::nth_element(numbers.begin(), place, numbers.end());
  return *place;
}

}  // namespace attnref::docs
