// What a Matrix owns: copies of views, never the views; copies where others would be moved from; inputs as they came.
#include "draw.hpp"
#include "property.hpp"

#if __has_include(<xtensor/views/xview.hpp>)
#include <xtensor/views/xstrided_view.hpp>
#include <xtensor/views/xview.hpp>
#else
#include <xtensor/xstrided_view.hpp>
#include <xtensor/xview.hpp>
#endif

#include <type_traits>
#include <utility>

namespace attnref::claims {
namespace {

using M = Matrix<double, T<X>, Dk>;

// Element by element; a view into (rows, columns) through `at`.
template <class At>
M copied(std::size_t rows, std::size_t cols, At at) {
  M m(rows, cols);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) m(i, j) = at(i, j);
  }
  return m;
}

// Column slices, steps, reversals, transposes, one head of (T, H, d), lazy expressions and another layout: BLAS would
// refuse or misread most of them.
TEST_CASE("claim.views_equal_their_copies") {
  require_property("views_equal_their_copies", [] {
    const auto t = *any_length(), d = *any_length();
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const auto base = draw<Matrix<double, T<X>, DModel>>(t, d, seed);
    const auto& b = base.values();
    RC_ASSERT(M(xt::view(b, xt::all(), xt::range(d / 2, d))) ==
              copied(t, d - d / 2, [&](auto i, auto j) { return b(i, d / 2 + j); }));
    RC_ASSERT(M(xt::view(b, xt::range(0, t, 2), xt::all())) ==
              copied((t + 1) / 2, d, [&](auto i, auto j) { return b(2 * i, j); }));
    RC_ASSERT(M(xt::view(b, xt::all(), xt::range(0, d, 3))) ==
              copied(t, (d + 2) / 3, [&](auto i, auto j) { return b(i, 3 * j); }));
    RC_ASSERT(M(xt::strided_view(b, {xt::range(xt::placeholders::_, xt::placeholders::_, -1), xt::all()})) ==
              copied(t, d, [&](auto i, auto j) { return b(t - 1 - i, j); }));
    RC_ASSERT(M(xt::transpose(b)) == copied(d, t, [&](auto i, auto j) { return b(j, i); }));
    RC_ASSERT(M(2.0 * b - b) == copied(t, d, [&](auto i, auto j) { return b(i, j); }));
    RC_ASSERT(M(xt::xtensor<double, 2, xt::layout_type::column_major>(b)) ==
              copied(t, d, [&](auto i, auto j) { return b(i, j); }));
    RC_ASSERT(M(xt::xarray<double>(b)) == copied(t, d, [&](auto i, auto j) { return b(i, j); }));

    xt::xtensor<double, 3> heads = xt::xtensor<double, 3>::from_shape({t, 2, d});
    xt::view(heads, xt::all(), 0, xt::all()) = b;
    xt::view(heads, xt::all(), 1, xt::all()) = -b;
    RC_ASSERT(M(xt::view(heads, xt::all(), 1, xt::all())) == copied(t, d, [&](auto i, auto j) { return -b(i, j); }));

    // And such a copy multiplies as its numbers say.
    const auto w = draw<Matrix<double, Dk, Dv>>(d, 3, seed + 1);
    RC_ASSERT(matmul(M(xt::view(heads, xt::all(), 1, xt::all())), w) ==
              matmul(copied(t, d, [&](auto i, auto j) { return -b(i, j); }), w));
  });
}

TEST_CASE("claim.a_view_that_changes_leaves_the_matrix") {
  xt::xtensor<double, 2> source = {{1, 2}, {3, 4}};
  const M m(source);
  source(0, 0) = 7;
  CHECK(m == M{{1, 2}, {3, 4}});
}

// A moved-from xtensor keeps its shape without its data; a Matrix that is moved from is copied.
TEST_CASE("claim.nothing_is_moved_from") {
  M a{{1, 2}, {3, 4}};
  const M b = std::move(a);
  M c(1, 1);
  c = std::move(a);
  CHECK((a == b && c == b && a == M{{1, 2}, {3, 4}}));
  static_assert(!std::is_nothrow_move_constructible_v<M>);
}

TEST_CASE("claim.inputs_are_unchanged") {
  require_property("inputs_are_unchanged", [] {
    const auto t = *any_length(), d_model = *any_length(), d_k = *any_length(), d_v = *any_length();
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const auto x = draw<Matrix<float, T<X>, DModel>>(t, d_model, seed);
    const auto w = draw_projections<float>(d_model, d_k, d_v, seed);
    const auto before = x;
    const auto wq = w.wq(), wk = w.wk();
    const auto wv = w.wv();
    const auto trace = self_attention_trace(x, w);
    const auto q = trace.queries, k = trace.keys;
    const auto v = trace.values;
    const auto e = trace.scores;
    attention(trace.queries, trace.keys, trace.values);
    unprojected_attention(x);
    softmax_rows(trace.scores);
    log_sum_exp_rows(trace.scores);
    RC_ASSERT(x == before);
    RC_ASSERT((w.wq() == wq && w.wk() == wk && w.wv() == wv));
    RC_ASSERT((trace.queries == q && trace.keys == k && trace.values == v && trace.scores == e));
  });
}

TEST_CASE("claim.same_call_same_bits") {
  require_property("same_call_same_bits", [] {
    const auto t = *any_length(), d = *any_length();
    const auto x = draw<Matrix<double, T<X>, DModel>>(t, d, *rc::gen::arbitrary<std::uint64_t>());
    RC_ASSERT(unprojected_attention(x).output == unprojected_attention(x).output);
  });
}

}  // namespace
}  // namespace attnref::claims
