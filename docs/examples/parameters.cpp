// A layer's parameters are counted by its types, and the same ones serve every length.
#include <attnref/attention.hpp>

#include <cstddef>
#include <initializer_list>

using namespace attnref;

// [count]
struct DModel : axis<DModel, 8> {};
struct Dk : axis<Dk, 4> {};
struct Dv : axis<Dv, 5> {};

static_assert(parameter_count<DModel, Dk, Dv>() == 8 * (2 * 4 + 5));  // a constant; no length occurs in it
// [/count]

struct Sentence {};

int main() {
  const auto w = projections(Matrix<double, DModel, Dk>(), Matrix<double, DModel, Dk>(), Matrix<double, DModel, Dv>());
  bool serves = parameter_count(w) == parameter_count<DModel, Dk, Dv>();
  for (const std::size_t t : std::initializer_list<std::size_t>{1, 6, 9, 200}) {
    const auto [output, weights] = self_attention(Matrix<double, T<Sentence>, DModel>(t, 8), w);
    serves = serves && weights.size() == t * t && output.rows() == t;
  }
  return serves ? 0 : 1;
}
