// Fully static types. A run-time draw reaches them through a menu: sixteen shapes (T, d_model, d_k, d_v), an orthogonal
// array of strength two, so that every pair of extents of every two axes occurs; or, with ATTNREF_STATIC_SHAPE_GRID,
// all 256. Each gives the bits of the same numbers under named axes, and what static_attention.hpp gives, within the
// bounds.
#include "draw.hpp"
#include "property.hpp"

#include "attnref/error_bound.hpp"
#include "attnref/static_attention.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <type_traits>
#include <utility>

namespace attnref::claims {
namespace {

template <std::size_t N>
struct Sentence {
  static constexpr std::size_t length = N;
};
template <std::size_t N>
struct StaticDModel : axis<StaticDModel<N>, N> {};
template <std::size_t N>
struct StaticDk : axis<StaticDk<N>, N> {};
template <std::size_t N>
struct StaticDv : axis<StaticDv<N>, N> {};

constexpr std::array<std::size_t, 4> extents{1, 4, 7, 9};

struct Shape {
  std::size_t t, d_model, d_k, d_v;
};

// Multiplication by the generator in the field of four elements; addition there is exclusive or.
constexpr std::size_t twice(std::size_t a) { return a < 2 ? 2 * a : a == 2 ? 3 : 1; }

#ifdef ATTNREF_STATIC_SHAPE_GRID
constexpr std::size_t shapes = 256;
constexpr Shape shape(std::size_t i) {
  return {extents[i % 4], extents[i / 4 % 4], extents[i / 16 % 4], extents[i / 64]};
}
#else
constexpr std::size_t shapes = 16;
constexpr Shape shape(std::size_t i) {
  const std::size_t a = i % 4, b = i / 4;  // a, b, a + b, a + 2 b: any two determine a and b
  return {extents[a], extents[b], extents[a ^ b], extents[a ^ twice(b)]};
}
#endif

template <class Static, class Named>
Static as(const Named& m) {
  return Static(m.values());
}

template <std::size_t I>
bool static_types_give_the_bits_of_named_axes(std::uint64_t seed) {
  constexpr Shape s = shape(I);
  using Positions = T<Sentence<s.t>>;
  using M = StaticDModel<s.d_model>;
  using K = StaticDk<s.d_k>;
  using V = StaticDv<s.d_v>;
  static_assert(parameter_count<M, K, V>() == s.d_model * (2 * s.d_k + s.d_v));

  const auto x = draw<Matrix<double, T<X>, DModel>>(s.t, s.d_model, seed);
  const auto w = draw_projections<double>(s.d_model, s.d_k, s.d_v, seed);
  const auto named = self_attention(x, w);
  const auto with_static_axes =
      self_attention(as<Matrix<double, Positions, M>>(x),
                     projections(as<Matrix<double, M, K>>(w.wq()), as<Matrix<double, M, K>>(w.wk()),
                                 as<Matrix<double, M, V>>(w.wv())));
  static_assert(std::is_same_v<decltype(with_static_axes.weights), Matrix<double, Positions, Positions>>);
  static_assert(std::is_same_v<decltype(with_static_axes.output), Matrix<double, Positions, V>>);
  return as<Matrix<double, Positions, Positions>>(named.weights) == with_static_axes.weights &&
         as<Matrix<double, Positions, V>>(named.output) == with_static_axes.output;
}

template <std::size_t R, std::size_t C, class M>
static_matrix<R, C> as_array(const M& m) {
  static_matrix<R, C> array{};
  for (std::size_t i = 0; i < R; ++i) {
    for (std::size_t j = 0; j < C; ++j) array[i][j] = m(i, j);
  }
  return array;
}

template <class M>
Tensor as_tensor(const M& m) {
  Tensor tensor(Dtype::f64, m.rows(), m.cols());
  std::copy_n(m.data(), m.size(), tensor.values.begin());
  return tensor;
}

// Each of two correct implementations is within the bound of the true value, so they are within twice that of each
// other.
template <class M, class Array>
bool agree(const M& typed, const Array& array, const Bound& bound) {
  for (std::size_t i = 0; i < typed.rows(); ++i) {
    // By pointer: GCC 12 merges this function's instances of equal code, and then warns that one array is another.
    const double* const row = array.data()[i].data();
    for (std::size_t j = 0; j < typed.cols(); ++j) {
      if (!(std::abs(static_cast<long double>(typed(i, j)) - row[j]) <= 2 * bound.limit[bound.at(i, j)])) return false;
    }
  }
  return true;
}

template <std::size_t I>
bool agrees_with_static_attention(std::uint64_t seed) {
  constexpr Shape s = shape(I);
  const auto x = draw<Matrix<double, T<X>, DModel>>(s.t, s.d_model, seed);
  const auto w = draw_projections<double>(s.d_model, s.d_k, s.d_v, seed);
  const auto typed = self_attention(x, w);
  const auto arrays = static_self_attention(as_array<s.t, s.d_model>(x), as_array<s.d_model, s.d_k>(w.wq()),
                                            as_array<s.d_model, s.d_k>(w.wk()), as_array<s.d_model, s.d_v>(w.wv()));
  const Problem problem = self_attention_problem(as_tensor(x), as_tensor(w.wq()), as_tensor(w.wk()), as_tensor(w.wv()));
  const Bounds bounds = error_bound(problem, quick_oracle(problem), plain_profile(Dtype::f64));
  return agree(typed.weights, arrays.weights, bounds[Part::weights]) &&
         agree(typed.output, arrays.output, bounds[Part::output]);
}

using Dish = bool (*)(std::uint64_t);

template <std::size_t... I>
constexpr std::array<Dish, sizeof...(I)> bits_menu(std::index_sequence<I...>) {
  return {static_types_give_the_bits_of_named_axes<I>...};
}

template <std::size_t... I>
constexpr std::array<Dish, sizeof...(I)> agreement_menu(std::index_sequence<I...>) {
  return {agrees_with_static_attention<I>...};
}

// Every shape at twenty drawn seeds.
void require_of_the_menu(const std::string& id, const std::array<Dish, shapes>& menu) {
  require_property(
      id,
      [&menu] {
        const auto seed = *rc::gen::arbitrary<std::uint64_t>();
        for (const Dish dish : menu) RC_ASSERT(dish(seed));
      },
      20);
}

TEST_CASE("claim.static_types_give_the_bits_of_named_axes") {
  require_of_the_menu("static_types_give_the_bits_of_named_axes", bits_menu(std::make_index_sequence<shapes>{}));
}

TEST_CASE("claim.agrees_with_static_attention") {
  require_of_the_menu("agrees_with_static_attention", agreement_menu(std::make_index_sequence<shapes>{}));
}

TEST_CASE("claim_runner.the_menu_holds_every_pair_of_extents") {
  std::array<std::set<std::pair<std::size_t, std::size_t>>, 6> pairs;
  for (std::size_t i = 0; i < shapes; ++i) {
    const Shape s = shape(i);
    pairs[0].insert({s.t, s.d_model});
    pairs[1].insert({s.t, s.d_k});
    pairs[2].insert({s.t, s.d_v});
    pairs[3].insert({s.d_model, s.d_k});
    pairs[4].insert({s.d_model, s.d_v});
    pairs[5].insert({s.d_k, s.d_v});
  }
  for (const auto& seen : pairs) CHECK(seen.size() == 16);
}

}  // namespace
}  // namespace attnref::claims
