// Attention between two sentences and attention of a sentence to itself: one function, two types of map.
#include <attnref/attention.hpp>

#include <cstdio>
#include <type_traits>

using namespace attnref;

// [cross]
struct Target {};  // the sentence being written
struct Source {};  // the sentence being read
struct Dk : axis<Dk> {};
struct Dv : axis<Dv> {};

const Matrix<double, T<Target>, Dk> queries{{1, 0}, {0, 1}};       // T_y = 2
const Matrix<double, T<Source>, Dk> keys{{2, 0}, {0, 2}, {1, 1}};  // T_x = 3
const Matrix<double, T<Source>, Dv> values{{10}, {20}, {30}};

const auto across = attention(queries, keys, values);    // weights: T<Target> x T<Source>, 2 x 3
const auto within = self_attention(keys, keys, values);  // weights: T<Source> x T<Source>, 3 x 3
// [/cross]

static_assert(std::is_same_v<decltype(across.weights), Matrix<double, T<Target>, T<Source>>>);
static_assert(std::is_same_v<decltype(within.weights), Matrix<double, T<Source>, T<Source>>>);

int main() {
  std::printf("%zu x %zu, %zu x %zu\n", across.weights.rows(), across.weights.cols(), within.weights.rows(),
              within.weights.cols());
  return across.weights.rows() == 2 && across.weights.cols() == 3 && within.weights.rows() == 3 ? 0 : 1;
}
