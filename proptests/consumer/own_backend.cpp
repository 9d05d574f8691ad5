// attnref::check from outside: a backend of one's own, and the laws' verdict on it.
#include <attnref/check.hpp>

#include <cmath>
#include <cstdio>

namespace {

using attnref::Part;
using attnref::Problem;
using attnref::Tensor;

/// Attention in plain loops. With `scaled` false it forgets the divisor.
struct Loops {
  bool scaled = true;

  attnref::Capabilities describe() const {
    return {.name = "loops", .version = "1", .dtypes = {attnref::Dtype::f64}, .features = {attnref::Feature::weights}};
  }

  attnref::Reply attend(const Problem& problem) const {
    const attnref::Sizes s = problem.sizes();
    const Tensor &q = problem.at(Part::q), &k = problem.at(Part::k), &v = problem.at(Part::v);
    Tensor weights(problem.dtype(), s.t_q, s.t_k), output(problem.dtype(), s.t_q, s.d_v);
    for (std::size_t i = 0; i < s.t_q; ++i) {
      double largest = -INFINITY, sum = 0;
      for (std::size_t j = 0; j < s.t_k; ++j) {
        double score = 0;
        for (std::size_t c = 0; c < s.d_k; ++c) score += q(i, c) * k(j, c);
        weights(i, j) = scaled ? score / std::sqrt(static_cast<double>(s.d_k)) : score;
        largest = weights(i, j) > largest || std::isnan(weights(i, j)) ? weights(i, j) : largest;
      }
      for (std::size_t j = 0; j < s.t_k; ++j) sum += weights(i, j) = std::exp(weights(i, j) - largest);
      for (std::size_t j = 0; j < s.t_k; ++j) {
        weights(i, j) /= sum;
        for (std::size_t c = 0; c < s.d_v; ++c) output(i, c) += weights(i, j) * v(j, c);
      }
    }
    attnref::Answer answer;
    answer.tensors.add(Part::weights, weights);
    answer.tensors.add(Part::output, output);
    return answer;
  }
};

attnref::Report judged(Loops loops) {
  attnref::CheckOptions options;
  options.laws = {"rows_sum_to_one", "scale_is_one_over_root_dk"};
  options.dtypes = {attnref::Dtype::f64};
  return attnref::check(attnref::AnyBackend(loops), options);
}

}  // namespace

int main() {
  const attnref::Report right = judged({.scaled = true});
  const attnref::Report wrong = judged({.scaled = false});
  std::printf("%s\n%s", to_text(right).c_str(), to_text(wrong).c_str());
  return right.exit_code() == 0 && wrong.exit_code() == 1 ? 0 : 1;
}
