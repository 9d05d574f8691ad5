// The operation with its shapes in types. What these types refuse is in proptests/must_not_compile/.
#include <attnref/attention.hpp>

#include <type_traits>

using namespace attnref;

// [declare]
struct Sentence {};                  // a sequence; its positions are the axis T<Sentence>
struct DModel : axis<DModel, 3> {};  // sized by the type
struct Dk : axis<Dk, 2> {};
struct Dv : axis<Dv> {};  // sized when the program runs

const Matrix<double, T<Sentence>, DModel> x{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
const Matrix<double, DModel, Dk> wq{{2, 0}, {0, 2}, {0, 0}}, wk{{0, 1}, {1, 0}, {0, 0}};
const Matrix<double, DModel, Dv> wv{{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}};
// [/declare]

int main() {
  // [operation]
  const auto q = matmul(x, wq), k = matmul(x, wk);  // T x d_k
  const auto v = matmul(x, wv);                     // T x d_v
  const auto s = scores(q, k);                      // T x T, divided by sqrt(d_k)
  const auto a = softmax_rows(s);                   // T x T
  const auto y = matmul(a, v);                      // T x d_v

  static_assert(std::is_same_v<decltype(a), const Matrix<double, T<Sentence>, T<Sentence>>>);
  static_assert(std::is_same_v<decltype(y), const Matrix<double, T<Sentence>, Dv>>);
  // [/operation]

  const auto [output, weights] = self_attention(x, projections(wq, wk, wv));  // the same in one call
  return output == y && weights == a ? 0 : 1;
}
