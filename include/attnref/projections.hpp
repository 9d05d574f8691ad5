// The three learnt matrices, W^Q, W^K and W^V, and how many numbers they hold: a count no sequence axis enters.
#pragma once

#include "attnref/matrix.hpp"

#include <algorithm>
#include <cstddef>

namespace attnref {

template <class>
struct wq_has;
template <class>
struct wk_has;
template <class>
struct wv_has;

template <class... Operands>
struct projections_scalars : detail::agreement<Operands...> {};
template <class... Operands>
struct projections_d_model : detail::agreement<Operands...> {};
template <class... Operands>
struct projections_d_k : detail::agreement<Operands...> {};

/// An axis on which a parameter may depend: any but the positions of a sequence.
template <class A>
concept ParameterAxis = Axis<A> && !is_sequence<A>;

template <class A>
struct projections_axis {};  // no member `is_no_sequence`
template <ParameterAxis A>
struct projections_axis<A> {
  using is_no_sequence = void;
};
template <class A>
struct parameter_count_axis {};  // no member `is_static_and_no_sequence`
template <class A>
requires(ParameterAxis<A>&& StaticAxis<A>) struct parameter_count_axis<A> {
  using is_static_and_no_sequence = void;
};

namespace detail {

// A copy under the axes and the scalar of Result, with which those of `m` have been found to agree.
template <class Result, class M>
Result copy_as(const M& m) {
  Result result(m.rows(), m.cols());
  std::copy_n(m.data(), m.size(), result.data());
  return result;
}

}  // namespace detail

/// One layer's projections: W^Q and W^K are d_model x d_k, W^V is d_model x d_v. Only projections() makes them.
template <Real S, Axis DModel, Axis Dk, Axis Dv>
class Projections {
 public:
  const Matrix<S, DModel, Dk>& wq() const { return wq_; }
  const Matrix<S, DModel, Dk>& wk() const { return wk_; }
  const Matrix<S, DModel, Dv>& wv() const { return wv_; }

  std::size_t d_model() const { return wq_.rows(); }
  std::size_t d_k() const { return wq_.cols(); }
  std::size_t d_v() const { return wv_.cols(); }

 private:
  template <class S1, class DModel1, class Dk1, class S2, class DModel2, class Dk2, class S3, class DModel3, class Dv3>
  friend Projections<S1, DModel1, Dk1, Dv3> projections(const Matrix<S1, DModel1, Dk1>&,
                                                        const Matrix<S2, DModel2, Dk2>&,
                                                        const Matrix<S3, DModel3, Dv3>&);

  template <class Wk, class Wv>
  Projections(const Matrix<S, DModel, Dk>& wq, const Wk& wk, const Wv& wv)
      : wq_(wq), wk_(detail::copy_as<Matrix<S, DModel, Dk>>(wk)), wv_(detail::copy_as<Matrix<S, DModel, Dv>>(wv)) {
    detail::require_one_size<DModel>("projections", {wq.rows(), "W^Q"}, {wk.rows(), "W^K"});
    detail::require_one_size<DModel>("projections", {wq.rows(), "W^Q"}, {wv.rows(), "W^V"});
    detail::require_one_size<Dk>("projections", {wq.cols(), "W^Q"}, {wk.cols(), "W^K"});
  }

  Matrix<S, DModel, Dk> wq_, wk_;
  Matrix<S, DModel, Dv> wv_;
};

/// Puts copies of W^Q, W^K and W^V together. Throws shape_error where two sizes of d_model or of d_k meet.
template <class S, class DModel, class Dk, class S2, class DModel2, class Dk2, class S3, class DModel3, class Dv>
Projections<S, DModel, Dk, Dv> projections(const Matrix<S, DModel, Dk>& wq, const Matrix<S2, DModel2, Dk2>& wk,
                                           const Matrix<S3, DModel3, Dv>& wv) {
  using scalars [[maybe_unused]] = typename projections_scalars<wq_has<S>, wk_has<S2>, wv_has<S3>>::agree;
  using d_model [[maybe_unused]] =
      typename projections_d_model<wq_has<DModel>, wk_has<DModel2>, wv_has<DModel3>>::agree;
  using d_k [[maybe_unused]] = typename projections_d_k<wq_has<Dk>, wk_has<Dk2>>::agree;
  using free_d_model [[maybe_unused]] = typename projections_axis<DModel>::is_no_sequence;
  using free_d_k [[maybe_unused]] = typename projections_axis<Dk>::is_no_sequence;
  using free_d_v [[maybe_unused]] = typename projections_axis<Dv>::is_no_sequence;
  return Projections<S, DModel, Dk, Dv>(wq, wk, wv);
}

/// d_model (2 d_k + d_v), what a layer learns, of axes that must be static (eq. parameter_count, length_free).
template <class DModel, class Dk, class Dv>
constexpr std::size_t parameter_count() {
  using d_model [[maybe_unused]] = typename parameter_count_axis<DModel>::is_static_and_no_sequence;
  using d_k [[maybe_unused]] = typename parameter_count_axis<Dk>::is_static_and_no_sequence;
  using d_v [[maybe_unused]] = typename parameter_count_axis<Dv>::is_static_and_no_sequence;
  return DModel::extent * (2 * Dk::extent + Dv::extent);
}

/// How many numbers these projections hold, d_model (2 d_k + d_v).
template <class S, class DModel, class Dk, class Dv>
std::size_t parameter_count(const Projections<S, DModel, Dk, Dv>& w) {
  return w.d_model() * (2 * w.d_k() + w.d_v());
}

/// What grows with the sequence, for comparison: a perceptron of one hidden layer that reads all positions at once and
/// writes all at once, without biases. Its matrices, hidden x (T d_model) and (T d_v) x hidden, have a block for every
/// position: T hidden (d_model + d_v) numbers (eq. perceptron_count).
constexpr std::size_t perceptron_parameter_count(std::size_t positions, std::size_t d_model, std::size_t hidden,
                                                 std::size_t d_v) {
  return positions * hidden * (d_model + d_v);
}

}  // namespace attnref
