// Reads the scale off the weights: one key that is 0 beside one that is not, and the logarithm of their odds is the
// score.
#include <attnref/attention.hpp>

#include <cmath>
#include <cstdio>

using namespace attnref;

// [fingerprint]
struct Asked {};
struct Offered {};
struct Dk : axis<Dk, 16> {};

double scale_of_the_layer() {
  Matrix<double, T<Asked>, Dk> q(1, 16);
  Matrix<double, T<Offered>, Dk> k(2, 16);  // key 0 stays 0
  q(0, 0) = k(1, 0) = 1;                    // q . k_1 = 1
  const auto a = attention(q, k, k).weights;
  return std::log(a(0, 1) / a(0, 0));  // s_01 - s_00 = the scale
}
// [/fingerprint]

int main() {
  const double scale = scale_of_the_layer();
  std::printf("%.6f\n", scale);
  return std::fabs(scale - 1 / 4.0) < 1e-15 ? 0 : 1;
}
