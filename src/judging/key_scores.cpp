#include "judging/key_scores.hpp"

#include <cmath>
#include <limits>

namespace attnref {
namespace {

/// The products of each row of the tensor with one vector.
std::vector<Measured> products(const Tensor& rows, const std::vector<Measured>& vector) {
  std::vector<Measured> sums(rows.rows());
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    for (std::size_t c = 0; c < rows.columns(); ++c) sums[i] = sums[i] + Measured{rows(i, c), 0} * vector[c];
  }
  return sums;
}

Measured scale_of(const Problem& problem) {
  if (problem.how.scale) return {*problem.how.scale, 0};
  const long double root = std::sqrt(static_cast<long double>(problem.sizes().d_k));
  return Measured{1, 0} / Measured{root, root * std::numeric_limits<long double>::epsilon()};
}

}  // namespace

std::vector<Measured> key_scores(const Problem& problem, const std::vector<double>& key) {
  std::vector<Measured> vector(key.size());
  for (std::size_t c = 0; c < key.size(); ++c) vector[c] = {key[c], 0};
  // x_i . (W^Q k) is (x_i W^Q) . k for a fraction of the work.
  if (problem.projected()) vector = products(problem.at(Part::wq), vector);
  std::vector<Measured> scores = products(problem.at(problem.projected() ? Part::x : Part::q), vector);
  const Measured scale = scale_of(problem);
  for (Measured& score : scores) score = score * scale;
  return scores;
}

}  // namespace attnref
