// The typed layer from outside: README's first example.
#include <attnref/attention.hpp>

#include <cstdio>

struct Sentence {};
struct DModel : attnref::axis<DModel> {};
struct Dk : attnref::axis<Dk> {};
struct Dv : attnref::axis<Dv> {};

int main() {
  using attnref::Matrix, attnref::T;
  const Matrix<double, T<Sentence>, DModel> x{{1, 0}, {0, 1}, {1, 1}};
  const Matrix<double, DModel, Dk> wq{{2}, {0}}, wk{{0}, {2}};
  const Matrix<double, DModel, Dv> wv{{1, 0, 0}, {0, 1, 0}};
  const auto [output, weights] = self_attention(x, projections(wq, wk, wv));
  for (std::size_t i = 0; i < weights.rows(); ++i)
    std::printf("%.3f %.3f %.3f\n", weights(i, 0), weights(i, 1), weights(i, 2));
  return weights.rows() == weights.cols() && output.cols() == 3 ? 0 : 1;
}
