// Attention(Q, K, V) = softmax(Q K^T / sqrt(d_k)) V, by rows; self-attention, where Q, K and V come from one X; and the
// trace of everything in between. One head, no mask (eq. definition).
#pragma once

#include "attnref/matrix.hpp"
#include "attnref/linear.hpp"
#include "attnref/softmax.hpp"
#include "attnref/projections.hpp"

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace attnref {

template <class>
struct queries_have;
template <class>
struct keys_have;
template <class>
struct values_have;
template <class>
struct x_has;
template <class>
struct projections_have;

template <class... Operands>
struct scores_scalars : detail::agreement<Operands...> {};
template <class... Operands>
struct scores_d_k : detail::agreement<Operands...> {};
template <class... Operands>
struct attention_scalars : detail::agreement<Operands...> {};
template <class... Operands>
struct attention_d_k : detail::agreement<Operands...> {};
template <class... Operands>
struct attention_positions : detail::agreement<Operands...> {};
template <class... Operands>
struct self_attention_positions : detail::agreement<Operands...> {};
template <class... Operands>
struct self_attention_scalars : detail::agreement<Operands...> {};
template <class... Operands>
struct self_attention_d_k : detail::agreement<Operands...> {};
template <class... Operands>
struct self_attention_d_model : detail::agreement<Operands...> {};

/// What attention returns: Y, Tq x d_v, and A, Tq x Tk; in self-attention Tq is Tk and A is square (eq. shapes).
template <class S, class Tq, class Tk, class Dv>
struct AttentionResult {
  Matrix<S, Tq, Dv> output;
  Matrix<S, Tq, Tk> weights;
};

/// Every quantity on the way. `scores` are those that enter the softmax: after the scale.
template <class S, class Tq, class Tk, class Dk, class Dv>
struct AttentionTrace {
  Matrix<S, Tq, Dk> queries;
  Matrix<S, Tk, Dk> keys;
  Matrix<S, Tk, Dv> values;
  Matrix<S, Tq, Tk> scores;
  Matrix<S, Tq, One> log_sum_exp;
  Matrix<S, Tq, Tk> weights;
  Matrix<S, Tq, Dv> output;
};

/// The scale of the scores (eq. explicit_scale, zero_padding); absent, it is 1/sqrt(d_k). 0 and negative numbers are
/// scales like any other.
template <class S>
using Scale = std::optional<std::type_identity_t<S>>;

/// 1/sqrt(d_k) (eq. fingerprint, quadrupling), computed in long double and then rounded to S. d_k must not be 0.
template <Real S>
S default_scale(std::size_t d_k) {
  return static_cast<S>(1 / std::sqrt(static_cast<long double>(d_k)));
}

namespace detail {

template <Axis Dk, Real S>
S scale_or_default(std::string_view operation, std::size_t d_k, const std::optional<S>& scale) {
  if (d_k == 0) {
    throw shape_error(std::string(operation) + ": axis " + attnref::axis_name<Dk>() +
                      " is 0 but 1/sqrt(d_k) needs at least 1");
  }
  return scale ? *scale : default_scale<S>(d_k);
}

// The one pipeline, of operands whose axes have been found to agree: scores, softmax by rows, weights times values.
// `hold` returns the result to fill, with the scores where the weights will be. It is given a function that makes the
// scores, not the scores: a Matrix has no move, so they are made where they are held.
template <class S, class Tq, class Tk, class Dk, class Dv, class Q, class K, class V, class Hold>
auto attend(std::string_view operation, const Q& q, const K& k, const V& v, const std::optional<S>& scale, Hold hold) {
  require_one_size<Dk>(operation, {q.cols(), "the queries"}, {k.cols(), "the keys"});
  require_one_size<Tk>(operation, {k.rows(), "the keys"}, {v.rows(), "the values"});
  const S factor = scale_or_default<Dk>(operation, q.cols(), scale);
  auto held = hold([&] { return product_of<Matrix<S, Tq, Tk>>(operation, q, k, right_operand::transposed, factor); });
  softmax_in_place(held.weights.data(), held.weights.rows(), held.weights.cols());
  // V meets the weights last, column by column (eq. map_without_values, values_by_column, values_additive).
  held.output = product_of<Matrix<S, Tq, Dv>>(operation, held.weights, v);
  return held;
}

// Holds Y and A alone: the scores become the weights, so that one Tq x Tk map is alive.
template <class S, class Tq, class Tk, class Dk, class Dv, class Q, class K, class V>
AttentionResult<S, Tq, Tk, Dv> attend_for_result(std::string_view operation, const Q& q, const K& k, const V& v,
                                                 const std::optional<S>& scale) {
  return attend<S, Tq, Tk, Dk, Dv>(operation, q, k, v, scale, [&](auto scores) {
    return AttentionResult<S, Tq, Tk, Dv>{Matrix<S, Tq, Dv>(q.rows(), v.cols()), scores()};
  });
}

// Holds every quantity: the weights begin as a copy of the scores.
template <class S, class Tq, class Tk, class Dk, class Dv, class Q, class K, class V>
AttentionTrace<S, Tq, Tk, Dk, Dv> attend_for_trace(std::string_view operation, const Q& q, const K& k, const V& v,
                                                   const std::optional<S>& scale) {
  return attend<S, Tq, Tk, Dk, Dv>(operation, q, k, v, scale, [&](auto scores) {
    AttentionTrace<S, Tq, Tk, Dk, Dv> trace{copy_as<Matrix<S, Tq, Dk>>(q),
                                            copy_as<Matrix<S, Tk, Dk>>(k),
                                            copy_as<Matrix<S, Tk, Dv>>(v),
                                            scores(),
                                            {q.rows(), 1},
                                            {q.rows(), k.rows()},
                                            {q.rows(), v.cols()}};
    trace.log_sum_exp = log_sum_exp_rows(trace.scores);
    trace.weights = trace.scores;
    return trace;
  });
}

// X W^Q, X W^K and X W^V: nothing else sees X or the projections (eq. projecting, gauge, model_coordinates).
template <class S, class X, class Dk, class Dv>
struct Projected {
  Matrix<S, X, Dk> queries, keys;
  Matrix<S, X, Dv> values;
};

template <class DModel, class S, class X, class Dk, class Dv, class InputX, class W>
Projected<S, X, Dk, Dv> project(std::string_view operation, const InputX& x, const W& w) {
  require_one_size<DModel>(operation, {x.cols(), "x"}, {w.d_model(), "the projections"});
  return {product_of<Matrix<S, X, Dk>>(operation, x, w.wq()), product_of<Matrix<S, X, Dk>>(operation, x, w.wk()),
          product_of<Matrix<S, X, Dv>>(operation, x, w.wv())};
}

}  // namespace detail

/// The scores that enter the softmax, scale * Q K^T, Tq x Tk: sums over d_k, linear in the query and in the key
/// (eq. additive_scores, exchange, coordinates).
/// Throws shape_error where two sizes of d_k meet, or if d_k is 0.
template <class S, class Tq, class Dk, class S2, class Tk, class Dk2>
Matrix<S, Tq, Tk> scores(const Matrix<S, Tq, Dk>& q, const Matrix<S2, Tk, Dk2>& k, const Scale<S>& scale = {}) {
  using scalars [[maybe_unused]] = typename scores_scalars<queries_have<S>, keys_have<S2>>::agree;
  using d_k [[maybe_unused]] = typename scores_d_k<queries_have<Dk>, keys_have<Dk2>>::agree;
  detail::require_one_size<Dk>("scores", {q.cols(), "the queries"}, {k.cols(), "the keys"});
  return detail::product_of<Matrix<S, Tq, Tk>>("scores", q, k, detail::right_operand::transposed,
                                               detail::scale_or_default<Dk>("scores", q.cols(), scale));
}

/// Attention of the queries of one sequence to the keys and values of another, or of the same one: A = softmax of the
/// scores by rows, Y = A V, means of the values in any order (eq. hull, constant_values, equivariance). No keys at all:
/// Y is zero. Throws shape_error where two sizes of d_k or of Tk meet, or if d_k is 0. One Tq x Tk map is alive.
template <class S, class Tq, class Dk, class S2, class Tk, class Dk2, class S3, class Tk2, class Dv>
AttentionResult<S, Tq, Tk, Dv> attention(const Matrix<S, Tq, Dk>& q, const Matrix<S2, Tk, Dk2>& k,
                                         const Matrix<S3, Tk2, Dv>& v, const Scale<S>& scale = {}) {
  using scalars [[maybe_unused]] = typename attention_scalars<queries_have<S>, keys_have<S2>, values_have<S3>>::agree;
  using d_k [[maybe_unused]] = typename attention_d_k<queries_have<Dk>, keys_have<Dk2>>::agree;
  using positions [[maybe_unused]] = typename attention_positions<keys_have<Tk>, values_have<Tk2>>::agree;
  return detail::attend_for_result<S, Tq, Tk, Dk, Dv>("attention", q, k, v, scale);
}

/// Attention of one sequence to itself, given its queries, keys and values: as attention(), and A is T x T.
template <class S, class X, class Dk, class S2, class Xk, class Dk2, class S3, class Xv, class Dv>
AttentionResult<S, X, X, Dv> self_attention(const Matrix<S, X, Dk>& q, const Matrix<S2, Xk, Dk2>& k,
                                            const Matrix<S3, Xv, Dv>& v, const Scale<S>& scale = {}) {
  using scalars [[maybe_unused]] =
      typename self_attention_scalars<queries_have<S>, keys_have<S2>, values_have<S3>>::agree;
  using d_k [[maybe_unused]] = typename self_attention_d_k<queries_have<Dk>, keys_have<Dk2>>::agree;
  using positions [[maybe_unused]] =
      typename self_attention_positions<queries_have<X>, keys_have<Xk>, values_have<Xv>>::agree;
  return detail::attend_for_result<S, X, X, Dk, Dv>("self_attention", q, k, v, scale);
}

/// Self-attention of X, T x d_model: attention of X W^Q to X W^K and X W^V, row by row (eq. three_readings, growing_x).
/// Y is T x d_v and A is T x T. Throws shape_error where two sizes of d_model meet, or if d_k is 0.
template <class S, class X, class DModel, class S2, class DModel2, class Dk, class Dv>
AttentionResult<S, X, X, Dv> self_attention(const Matrix<S, X, DModel>& x, const Projections<S2, DModel2, Dk, Dv>& w,
                                            const Scale<S>& scale = {}) {
  using scalars [[maybe_unused]] = typename self_attention_scalars<x_has<S>, projections_have<S2>>::agree;
  using d_model [[maybe_unused]] = typename self_attention_d_model<x_has<DModel>, projections_have<DModel2>>::agree;
  const auto [q, k, v] = detail::project<DModel, S, X, Dk, Dv>("self_attention", x, w);
  return detail::attend_for_result<S, X, X, Dk, Dv>("self_attention", q, k, v, scale);
}

/// What is left without projections: Q = K = V = X (eq. bare_layer, symmetric_scores).
template <class S, class X, class DModel>
AttentionResult<S, X, X, DModel> unprojected_attention(const Matrix<S, X, DModel>& x, const Scale<S>& scale = {}) {
  return attention(x, x, x, scale);
}

/// attention(), with every quantity on the way: output and weights are its numbers, bit for bit. Two Tq x Tk maps are
/// alive, the scores and the weights.
template <class S, class Tq, class Dk, class S2, class Tk, class Dk2, class S3, class Tk2, class Dv>
AttentionTrace<S, Tq, Tk, Dk, Dv> attention_trace(const Matrix<S, Tq, Dk>& q, const Matrix<S2, Tk, Dk2>& k,
                                                  const Matrix<S3, Tk2, Dv>& v, const Scale<S>& scale = {}) {
  using scalars [[maybe_unused]] = typename attention_scalars<queries_have<S>, keys_have<S2>, values_have<S3>>::agree;
  using d_k [[maybe_unused]] = typename attention_d_k<queries_have<Dk>, keys_have<Dk2>>::agree;
  using positions [[maybe_unused]] = typename attention_positions<keys_have<Tk>, values_have<Tk2>>::agree;
  return detail::attend_for_trace<S, Tq, Tk, Dk, Dv>("attention_trace", q, k, v, scale);
}

/// self_attention() of X, with every quantity on the way: output and weights are its numbers, bit for bit.
template <class S, class X, class DModel, class S2, class DModel2, class Dk, class Dv>
AttentionTrace<S, X, X, Dk, Dv> self_attention_trace(const Matrix<S, X, DModel>& x,
                                                     const Projections<S2, DModel2, Dk, Dv>& w,
                                                     const Scale<S>& scale = {}) {
  using scalars [[maybe_unused]] = typename self_attention_scalars<x_has<S>, projections_have<S2>>::agree;
  using d_model [[maybe_unused]] = typename self_attention_d_model<x_has<DModel>, projections_have<DModel2>>::agree;
  const auto [q, k, v] = detail::project<DModel, S, X, Dk, Dv>("self_attention_trace", x, w);
  return detail::attend_for_trace<S, X, X, Dk, Dv>("self_attention_trace", q, k, v, scale);
}

}  // namespace attnref
