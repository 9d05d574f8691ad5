// Shapes: what the types say, what the sizes are, and the errors where two sizes meet.
#include "draw.hpp"
#include "property.hpp"

#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace attnref::claims {
namespace {

struct Lesson {
  static constexpr std::size_t length = 6;
};
struct Eight : axis<Eight, 8> {};
struct Four : axis<Four, 4> {};
struct OtherFour : axis<OtherFour, 4> {};
struct Five : axis<Five, 5> {};
using AliasOfFour = Four;
struct Impostor : axis<Four, 4> {};  // derives from another's axis

static_assert(Axis<Four> && Axis<AliasOfFour> && Axis<T<X>> && !Axis<Impostor> && !Axis<int>);
static_assert(StaticAxis<Four> && StaticAxis<T<Lesson>> && !StaticAxis<T<X>> && !StaticAxis<Dk>);
static_assert(SequenceAxis<T<X>> && !SequenceAxis<Four>);

// A is T x T: as a type, of one axis twice.
template <class Result, class Rows, class Cols>
constexpr bool weights_are = std::is_same_v<decltype(Result::weights), Matrix<double, Rows, Cols>>;
using SelfX = decltype(self_attention(std::declval<Matrix<double, T<X>, DModel>>(),
                                      std::declval<Projections<double, DModel, Dk, Dv>>()));
using CrossYX = decltype(attention(std::declval<Matrix<double, T<Y>, Dk>>(), std::declval<Matrix<double, T<X>, Dk>>(),
                                   std::declval<Matrix<double, T<X>, Dv>>()));
static_assert(weights_are<SelfX, T<X>, T<X>> && weights_are<CrossYX, T<Y>, T<X>>);
static_assert(std::is_same_v<decltype(CrossYX::output), Matrix<double, T<Y>, Dv>>);

// Equal sizes are not equal axes, and nothing converts.
static_assert(multipliable<Matrix<double, T<X>, Four>, Matrix<double, Four, Five>>);
static_assert(!multipliable<Matrix<double, T<X>, Four>, Matrix<double, OtherFour, Five>>);
static_assert(!multipliable<Matrix<float, T<X>, Four>, Matrix<double, Four, Five>>);
static_assert(!std::is_convertible_v<Matrix<double, T<X>, Four>, Matrix<double, T<X>, OtherFour>>);
static_assert(!std::is_constructible_v<Matrix<double, T<X>, Four>, Matrix<double, T<Y>, Four>>);

// Parameters are counted without a sequence.
static_assert(parameter_count<Eight, Four, Five>() == 104);
static_assert(!ParameterAxis<T<Lesson>> && ParameterAxis<Four>);
static_assert(perceptron_parameter_count(9, 8, 4, 5) == perceptron_parameter_count(6, 8, 4, 5) / 6 * 9);

TEST_CASE("claim.map_is_t_by_t") {
  require_property("map_is_t_by_t", [] {
    const auto t = *any_length(), d_model = *any_length(), d_k = *any_length(), d_v = *any_length();
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const auto [y, a] = self_attention(draw<Matrix<double, T<X>, DModel>>(t, d_model, seed),
                                       draw_projections<double>(d_model, d_k, d_v, seed));
    RC_ASSERT(a.rows() == t);
    RC_ASSERT(a.cols() == t);
    RC_ASSERT(y.rows() == t);
    RC_ASSERT(y.cols() == d_v);
  });
}

TEST_CASE("claim.empty_sequences_have_their_shapes") {
  const auto w = draw_projections<double>(3, 2, 5, 1);
  const auto [y, a] = self_attention(Matrix<double, T<X>, DModel>(0, 3), w);
  CHECK((y.rows() == 0 && y.cols() == 5 && a.rows() == 0 && a.cols() == 0));

  // Nothing to attend to: zeros, and a logarithm of an empty sum.
  const auto trace = attention_trace(draw<Matrix<double, T<Y>, Dk>>(4, 2, 1), Matrix<double, T<X>, Dk>(0, 2),
                                     Matrix<double, T<X>, Dv>(0, 3));
  CHECK(trace.output == Matrix<double, T<Y>, Dv>(4, 3));
  CHECK((trace.weights.rows() == 4 && trace.weights.cols() == 0));
  for (std::size_t i = 0; i < 4; ++i) CHECK(trace.log_sum_exp(i, 0) == -std::numeric_limits<double>::infinity());

  // No features and no columns of V are sizes like any other.
  CHECK(matmul(Matrix<double, T<X>, Dk>(2, 0), Matrix<double, Dk, Dv>(0, 3)) == Matrix<double, T<X>, Dv>(2, 3));
  CHECK(
      self_attention(draw<Matrix<double, T<X>, DModel>>(2, 3, 1), draw_projections<double>(3, 2, 0, 1)).output.cols() ==
      0);
}

// (eq. parameter_count)
TEST_CASE("claim.parameter_count_ignores_length") {
  require_property("parameter_count_ignores_length", [] {
    const auto d_model = *any_length(), d_k = *any_length(), d_v = *any_length();
    const auto t = *any_length(), longer = t + *any_length();
    const auto w = draw_projections<double>(d_model, d_k, d_v, 1);
    const std::size_t stored = w.wq().size() + w.wk().size() + w.wv().size();
    RC_ASSERT(parameter_count(w) == d_model * (2 * d_k + d_v));
    RC_ASSERT(parameter_count(w) == stored);
    // One set serves both lengths; the perceptron's grows by the same blocks for every position.
    RC_ASSERT(self_attention(draw<Matrix<double, T<X>, DModel>>(t, d_model, 2), w).output.rows() == t);
    RC_ASSERT(self_attention(draw<Matrix<double, T<X>, DModel>>(longer, d_model, 2), w).output.rows() == longer);
    RC_ASSERT(perceptron_parameter_count(longer, d_model, d_k, d_v) > perceptron_parameter_count(t, d_model, d_k, d_v));
  });
}

// What a call throws, or "nothing".
template <class Call>
std::string thrown_by(Call call) {
  try {
    call();
  } catch (const shape_error& error) {
    return error.what();
  }
  return "nothing";
}

TEST_CASE("claim.shape_errors_name_what_where_and_both_sizes") {
  const Matrix<double, T<X>, DModel> x(4, 3);
  const Matrix<double, DModel, Dk> wq(3, 2), wq_tall(5, 2), wk_wide(3, 7);
  const Matrix<double, DModel, Dv> wv(3, 6), wv_tall(5, 6);
  const Matrix<double, T<X>, Dk> q(4, 2), k(4, 2), k_wide(4, 7), k_long(9, 2), none(4, 0);
  const Matrix<double, T<X>, Dv> v(4, 6);

  CHECK(thrown_by([&] { matmul(x, wq_tall); }) == "matmul: axis DModel is 3 in the left but 5 in the right");
  CHECK(thrown_by([&] { matmul_transposed(q, k_wide); }) ==
        "matmul_transposed: axis Dk is 2 in the left but 7 in the right");
  CHECK(thrown_by([&] { scores(q, k_wide); }) == "scores: axis Dk is 2 in the queries but 7 in the keys");
  CHECK(thrown_by([&] { attention(q, k_wide, v); }) == "attention: axis Dk is 2 in the queries but 7 in the keys");
  CHECK(thrown_by([&] { attention(q, k_long, v); }) == "attention: axis T<X> is 9 in the keys but 4 in the values");
  CHECK(thrown_by([&] { attention_trace(q, k_wide, v); }) ==
        "attention_trace: axis Dk is 2 in the queries but 7 in the keys");
  CHECK(thrown_by([&] { attention(none, none, v, 0.5); }) ==
        "attention: axis Dk is 0 but 1/sqrt(d_k) needs at least 1");
  CHECK(thrown_by([&] { projections(wq, wk_wide, wv); }) == "projections: axis Dk is 2 in W^Q but 7 in W^K");
  CHECK(thrown_by([&] { projections(wq, wq_tall, wv); }) == "projections: axis DModel is 3 in W^Q but 5 in W^K");
  CHECK(thrown_by([&] { projections(wq, wq, wv_tall); }) == "projections: axis DModel is 3 in W^Q but 5 in W^V");
  CHECK(thrown_by([&] { self_attention(x, projections(wq_tall, wq_tall, wv_tall)); }) ==
        "self_attention: axis DModel is 3 in x but 5 in the projections");
  CHECK(thrown_by([&] { self_attention_trace(x, projections(wq_tall, wq_tall, wv_tall)); }) ==
        "self_attention_trace: axis DModel is 3 in x but 5 in the projections");

  // One tag bound to two lengths: found as soon as they meet, and no T x T map is 4 x 9.
  CHECK(thrown_by([&] { scores(q, k_long); }) == "Matrix: axis T<X> is 4 in the rows but 9 in the columns");
  CHECK(thrown_by([&] { self_attention(q, k_long, v); }) ==
        "self_attention: axis T<X> is 9 in the keys but 4 in the values");

  // Where run-time sizes enter a type.
  CHECK(thrown_by([] { Matrix<double, T<X>, Four>(2, 5); }) ==
        "Matrix: axis Four is 4 in the type but 5 in the columns given");
  CHECK(thrown_by([] { Matrix<double, T<Lesson>, Dk>(7, 5); }) ==
        "Matrix: axis T<Lesson> is 6 in the type but 7 in the rows given");
  CHECK(thrown_by([] {
          Matrix<double, T<X>, Dk>{{1, 2}, {3}};
        }) == "Matrix: axis Dk is 2 in the first row but 1 in another row");
  CHECK(thrown_by([] {
          Matrix<double, T<X>, Dk>(xt::xarray<double>::from_shape({2, 3, 4}));
        }) == "Matrix: 2 dimensions expected but 3 found");
  CHECK(thrown_by([&] { attention(q, k, v); }) == "nothing");

  // Sizes that no memory holds, refused before a stride or a product of them wraps.
  const std::size_t huge = std::size_t{1} << 62;
  const std::string most = std::to_string(std::numeric_limits<std::ptrdiff_t>::max() / 8);
  for (const auto& [rows, cols] : {std::pair{huge, std::size_t{1}},
                                   {std::size_t{1}, huge},
                                   {huge, std::size_t{0}},
                                   {std::size_t{0}, huge},
                                   {huge, huge},
                                   {std::size_t{1} << 32, std::size_t{1} << 32}}) {
    CHECK(thrown_by([&, r = rows, c = cols] { Matrix<double, T<X>, Dk>(r, c); }) ==
          "Matrix: at most " + most + " numbers expected but " + std::to_string(rows) + " x " + std::to_string(cols) +
              " found");
  }
}

// Two sizes that meet are equal or refused, whatever they are.
TEST_CASE("claim.shape_errors_are_thrown_where_two_sizes_meet") {
  require_property("shape_errors_are_thrown_where_two_sizes_meet", [] {
    const auto a = *any_length(), b = *any_length(), n = *any_length();
    const Matrix<float, T<X>, DModel> x(n, a);
    const Matrix<float, DModel, Dk> w(b, n);
    const Matrix<float, DModel, Dv> wv(b, n);
    const auto throws = [](auto call) { return thrown_by(call) != "nothing"; };
    RC_ASSERT(throws([&] { matmul(x, w); }) == (a != b));
    RC_ASSERT(throws([&] { self_attention(x, projections(w, w, wv)); }) == (a != b));
    RC_ASSERT(throws([&] { Matrix<float, T<X>, T<X>>(a, b); }) == (a != b));
    RC_ASSERT(throws([&] { scores(x, Matrix<float, T<Y>, DModel>(n, b)); }) == (a != b));
    RC_ASSERT(throws([&] { attention(x, x, Matrix<float, T<X>, Dv>(b, a)); }) == (n != b));
  });
}

}  // namespace
}  // namespace attnref::claims
