// The three learnt matrices, W^Q, W^K and W^V, and how many numbers they hold: a count no sequence axis enters.
#pragma once

#include <cstddef>

#include <attnref/matrix.hpp>

namespace attnref {

template <class> struct wq_has;
template <class> struct wk_has;
template <class> struct wv_has;

template <class Left, class Right>
struct projections_scalars : detail::agreement<Left, Right> {};
template <class Left, class Right>
struct projections_d_model : detail::agreement<Left, Right> {};
template <class Left, class Right>
struct projections_d_k : detail::agreement<Left, Right> {};

/// An axis on which a parameter may depend: any but the positions of a sequence.
template <class A>
concept ParameterAxis = Axis<A> && !is_sequence<A>;

template <class A>
struct parameter_count_axis {};  // no member `is_static_and_no_sequence`
template <class A>
  requires(ParameterAxis<A> && StaticAxis<A>)
struct parameter_count_axis<A> {
  static constexpr std::size_t is_static_and_no_sequence = A::extent;
};

/// One layer's projections: W^Q and W^K are d_model x d_k, W^V is d_model x d_v. Made by projections().
template <Real S, ParameterAxis DModel, ParameterAxis Dk, ParameterAxis Dv>
class Projections {
public:
  /// Throws shape_error where two sizes of d_model or of d_k meet.
  Projections(const Matrix<S, DModel, Dk>& wq, const Matrix<S, DModel, Dk>& wk, const Matrix<S, DModel, Dv>& wv)
      : wq_(wq), wk_(wk), wv_(wv) {
    detail::require_one_size<DModel>("projections", {wq.rows(), "W^Q"}, {wk.rows(), "W^K"});
    detail::require_one_size<DModel>("projections", {wq.rows(), "W^Q"}, {wv.rows(), "W^V"});
    detail::require_one_size<Dk>("projections", {wq.cols(), "W^Q"}, {wk.cols(), "W^K"});
  }

  const Matrix<S, DModel, Dk>& wq() const { return wq_; }
  const Matrix<S, DModel, Dk>& wk() const { return wk_; }
  const Matrix<S, DModel, Dv>& wv() const { return wv_; }

  std::size_t d_model() const { return wq_.rows(); }
  std::size_t d_k() const { return wq_.cols(); }
  std::size_t d_v() const { return wv_.cols(); }

private:
  Matrix<S, DModel, Dk> wq_, wk_;
  Matrix<S, DModel, Dv> wv_;
};

/// Puts W^Q, W^K and W^V together. Throws shape_error where two sizes of d_model or of d_k meet.
template <class S, class DModel, class Dk, class S2, class DModel2, class Dk2, class S3, class DModel3, class Dv>
auto projections(const Matrix<S, DModel, Dk>& wq, const Matrix<S2, DModel2, Dk2>& wk,
                 const Matrix<S3, DModel3, Dv>& wv) {
  using scalars [[maybe_unused]] = typename projections_scalars<wq_has<S>, wk_has<S2>>::agree;
  using scalars_v [[maybe_unused]] = typename projections_scalars<wq_has<S>, wv_has<S3>>::agree;
  using d_model [[maybe_unused]] = typename projections_d_model<wq_has<DModel>, wk_has<DModel2>>::agree;
  using d_model_v [[maybe_unused]] = typename projections_d_model<wq_has<DModel>, wv_has<DModel3>>::agree;
  using d_k [[maybe_unused]] = typename projections_d_k<wq_has<Dk>, wk_has<Dk2>>::agree;
  return Projections<S, DModel, Dk, Dv>(wq, wk, wv);
}

/// How many numbers a layer learns, d_model (2 d_k + d_v), from its axes alone, which must be static.
template <class DModel, class Dk, class Dv>
constexpr std::size_t parameter_count() {
  constexpr std::size_t d_model = parameter_count_axis<DModel>::is_static_and_no_sequence;
  constexpr std::size_t d_k = parameter_count_axis<Dk>::is_static_and_no_sequence;
  constexpr std::size_t d_v = parameter_count_axis<Dv>::is_static_and_no_sequence;
  return d_model * (2 * d_k + d_v);
}

/// How many numbers these projections hold, d_model (2 d_k + d_v).
template <class S, class DModel, class Dk, class Dv>
std::size_t parameter_count(const Projections<S, DModel, Dk, Dv>& w) {
  return w.d_model() * (2 * w.d_k() + w.d_v());
}

/// What grows with the sequence, for comparison: a perceptron of one hidden layer that reads all positions at once and
/// writes all at once, without biases. Its matrices, hidden x (T d_model) and (T d_v) x hidden, have a block for every
/// position: T hidden (d_model + d_v) numbers.
constexpr std::size_t perceptron_parameter_count(std::size_t positions, std::size_t d_model, std::size_t hidden,
                                                 std::size_t d_v) {
  return positions * hidden * (d_model + d_v);
}

}  // namespace attnref
