// What holds of the weights and the scores, at random sizes and inputs.
#include "draw.hpp"
#include "property.hpp"

#include "attnref/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

namespace attnref::claims {
namespace {

template <class S>
constexpr Dtype dtype_of = std::is_same_v<S, float> ? Dtype::f32 : Dtype::f64;

// A weight is w_j / fl(sum w): n - 1 roundings below, one above, and half a subnormal where it underflows.
template <class S>
long double row_sum_bound(std::size_t n) {
  const Dtype dtype = dtype_of<S>;
  const auto terms = static_cast<long double>(n);
  return growth(terms * log_roundoff(unit_roundoff(dtype))) + terms * smallest_subnormal(dtype) / 2;
}

template <class S>
void rows_sum_to_one() {
  const auto t = *any_length(), d_model = *any_length(), d_k = *any_length(), d_v = *any_length();
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const double width = *rc::gen::element(0.0, 0x1p-6, 1.0, 0x1p6);
  const auto result = self_attention(draw<Matrix<S, T<X>, DModel>>(t, d_model, seed, width),
                                     draw_projections<S>(d_model, d_k, d_v, seed));
  for (std::size_t i = 0; i < t; ++i) {
    long double sum = 0;
    for (std::size_t j = 0; j < t; ++j) sum += result.weights(i, j);
    RC_ASSERT(std::abs(sum - 1) <= row_sum_bound<S>(t));
  }
}

// Equal norms, exactly: signed permutations of one vector of small integers. Scores are exact up to the scale's one
// rounding, which keeps their order; exp of the largest is 1, and no other is more.
template <class S>
void diagonal_dominates() {
  const auto t = *any_length(), d_model = *any_length();
  auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto vector = draw_integers<Matrix<S, One, DModel>>(1, d_model, seed, 9);
  Matrix<S, T<X>, DModel> x(t, d_model);
  std::vector<std::size_t> order(d_model);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = 0; i < t; ++i) {
    for (std::size_t c = d_model; c > 1; --c) std::swap(order[c - 1], order[next_bits(seed) % c]);
    for (std::size_t c = 0; c < d_model; ++c)
      x(i, c) = (next_bits(seed) & 1) != 0 ? vector(0, order[c]) : -vector(0, order[c]);
  }
  const auto a = unprojected_attention(x).weights;
  for (std::size_t i = 0; i < t; ++i) {
    for (std::size_t j = 0; j < t; ++j) RC_ASSERT(a(i, j) <= a(i, i));
  }
}

// Integers small enough that every partial sum is exact: then BLAS's order of summation cannot show.
template <class S>
void scores_are_symmetric() {
  const auto t = *any_length(), d_k = *any_length();
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto q = draw_integers<Matrix<S, T<X>, Dk>>(t, d_k, seed, 15);
  const auto e = scores(q, q);
  for (std::size_t i = 0; i < t; ++i) {
    for (std::size_t j = 0; j < i; ++j) RC_ASSERT(e(i, j) == e(j, i));
  }
}

// The product against plain loops, exact on integers; one object on both sides, and fewer rows than columns.
template <class S>
void products_are_exact_on_integers() {
  const auto t = *any_length(), n = *any_length(), d = *any_length();
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto q = draw_integers<Matrix<S, T<X>, Dk>>(t, d, seed, 15);
  const auto k = draw_integers<Matrix<S, T<Y>, Dk>>(n, d, seed + 1, 15);
  const auto direct = matmul_transposed(q, k), by_transpose = matmul(q, transposed(k));
  const auto square = matmul_transposed(q, q);
  const auto dot = [d](const auto& a, std::size_t i, const auto& b, std::size_t j) {
    S sum = 0;
    for (std::size_t c = 0; c < d; ++c) sum += a(i, c) * b(j, c);
    return sum;
  };
  for (std::size_t i = 0; i < t; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      RC_ASSERT(direct(i, j) == dot(q, i, k, j));
      RC_ASSERT(by_transpose(i, j) == dot(q, i, k, j));
    }
    for (std::size_t j = 0; j < t; ++j) RC_ASSERT(square(i, j) == dot(q, i, q, j));
  }
}

// The numbers of one are those of the other, bit by bit: a NaN equals itself, and 0 differs from -0.
template <class M>
bool same_bits(const M& a, const M& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::memcmp(a.data(), b.data(), a.size() * sizeof(typename M::scalar_type)) == 0;
}

// Any scale: the default, 0, a negative one, ones whose scores overflow or underflow, infinity and NaN.
template <class S>
Scale<S> any_scale() {
  using limits = std::numeric_limits<S>;
  const auto scale = *rc::gen::element<double>(0, -0.75, 3, limits::max(), limits::denorm_min(), limits::infinity(),
                                               limits::quiet_NaN());
  return *rc::gen::inRange(0, 3) == 0 ? Scale<S>{} : Scale<S>{static_cast<S>(scale)};
}

// What a trace says between the operands and the result, by the functions that compute one step.
template <class Trace, class S>
void steps_are_told(const Trace& trace, const Scale<S>& scale) {
  RC_ASSERT(same_bits(trace.scores, scores(trace.queries, trace.keys, scale)));
  RC_ASSERT(same_bits(trace.log_sum_exp, log_sum_exp_rows(trace.scores)));
  RC_ASSERT(same_bits(trace.weights, softmax_rows(trace.scores)));
  RC_ASSERT(same_bits(trace.output, matmul(trace.weights, trace.values)));
}

// The trace of self-attention is self-attention, seen in full (eq. three_readings), of X or of given queries.
template <class S>
void trace_tells_the_same() {
  const auto t = *any_length(), d_model = *any_length(), d_k = *any_length(), d_v = *any_length();
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto scale = any_scale<S>();
  const auto x = draw<Matrix<S, T<X>, DModel>>(t, d_model, seed);
  const auto w = draw_projections<S>(d_model, d_k, d_v, seed);
  const auto result = self_attention(x, w, scale);
  const auto trace = self_attention_trace(x, w, scale);
  RC_ASSERT(same_bits(trace.output, result.output));
  RC_ASSERT(same_bits(trace.weights, result.weights));
  RC_ASSERT(same_bits(trace.queries, matmul(x, w.wq())));
  RC_ASSERT(same_bits(trace.keys, matmul(x, w.wk())));
  RC_ASSERT(same_bits(trace.values, matmul(x, w.wv())));
  steps_are_told<decltype(trace), S>(trace, scale);
  const auto given = self_attention(trace.queries, trace.keys, trace.values, scale);
  RC_ASSERT(same_bits(given.output, result.output));
  RC_ASSERT(same_bits(given.weights, result.weights));
}

// The same between two sequences, and where there are no keys at all.
template <class S>
void trace_tells_the_same_between_sequences() {
  const auto t_q = *any_length(), d_k = *any_length(), d_v = *any_length();
  const auto t_k = *rc::gen::oneOf(rc::gen::just<std::size_t>(0), any_length());
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto scale = any_scale<S>();
  const auto q = draw<Matrix<S, T<Y>, Dk>>(t_q, d_k, seed, 8);
  const auto k = draw<Matrix<S, T<X>, Dk>>(t_k, d_k, seed + 1, 8);
  const auto v = draw<Matrix<S, T<X>, Dv>>(t_k, d_v, seed + 2);
  const auto result = attention(q, k, v, scale);
  const auto trace = attention_trace(q, k, v, scale);
  RC_ASSERT(same_bits(trace.output, result.output));
  RC_ASSERT(same_bits(trace.weights, result.weights));
  RC_ASSERT((same_bits(trace.queries, q) && same_bits(trace.keys, k) && same_bits(trace.values, v)));
  steps_are_told<decltype(trace), S>(trace, scale);
}

TEST_CASE("claim.rows_sum_to_one") {
  require_property("rows_sum_to_one, float", rows_sum_to_one<float>);
  require_property("rows_sum_to_one, double", rows_sum_to_one<double>);
}

TEST_CASE("claim.diagonal_dominates") {
  require_property("diagonal_dominates, float", diagonal_dominates<float>);
  require_property("diagonal_dominates, double", diagonal_dominates<double>);
}

TEST_CASE("claim.scores_are_symmetric") {
  require_property("scores_are_symmetric, float", scores_are_symmetric<float>);
  require_property("scores_are_symmetric, double", scores_are_symmetric<double>);
}

TEST_CASE("claim.products_are_exact_on_integers") {
  require_property("products_are_exact_on_integers, float", products_are_exact_on_integers<float>);
  require_property("products_are_exact_on_integers, double", products_are_exact_on_integers<double>);
}

TEST_CASE("claim.trace_tells_the_same") {
  require_property("trace_tells_the_same, float", trace_tells_the_same<float>);
  require_property("trace_tells_the_same, double", trace_tells_the_same<double>);
  require_property("trace_tells_the_same between sequences, float", trace_tells_the_same_between_sequences<float>);
  require_property("trace_tells_the_same between sequences, double", trace_tells_the_same_between_sequences<double>);
}

}  // namespace
}  // namespace attnref::claims
