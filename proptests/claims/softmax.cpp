// Softmax and log-sum-exp at the edges: NaN, infinities, empty rows, overflow, gradual underflow; and the exponential.
#include "draw.hpp"
#include "property.hpp"

#include "attnref/rounding.hpp"

#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

namespace attnref::claims {
namespace {

template <class S>
constexpr S inf = std::numeric_limits<S>::infinity();
template <class S>
constexpr S nan = std::numeric_limits<S>::quiet_NaN();

template <class S>
using Scores = Matrix<S, T<X>, T<Y>>;

template <class M>
bool row_is_nan(const M& m, std::size_t i) {
  for (std::size_t j = 0; j < m.cols(); ++j) {
    if (!std::isnan(m(i, j))) return false;
  }
  return true;
}

template <class S>
void edges() {
  const Scores<S> x{{0, nan<S>, 0}, {0, inf<S>, 0}, {0, -inf<S>, 0}, {-inf<S>, -inf<S>, -inf<S>}, {1, 1, -inf<S>}};
  const auto a = softmax_rows(x);
  const auto l = log_sum_exp_rows(x);
  CHECK((row_is_nan(a, 0) && row_is_nan(l, 0)));  // NaN: in its row alone
  CHECK((row_is_nan(a, 1) && row_is_nan(l, 1)));  // +inf
  CHECK((a(2, 0) == S(0.5) && a(2, 1) == 0 && a(2, 2) == S(0.5)));
  CHECK(l(2, 0) == std::log(S(2)));
  CHECK((row_is_nan(a, 3) && row_is_nan(l, 3)));  // -inf is arithmetic, not a mask
  CHECK((a(4, 0) == S(0.5) && a(4, 1) == S(0.5) && a(4, 2) == 0));

  // NaN at every place of a row of every length, the reductions' tails included.
  for (const std::size_t n : lengths) {
    for (std::size_t at = 0; at < n; ++at) {
      Scores<S> row(1, n);
      row(0, at) = nan<S>;
      REQUIRE(row_is_nan(softmax_rows(row), 0));
      row(0, at) = inf<S>;
      REQUIRE(row_is_nan(softmax_rows(row), 0));
      row(0, at) = S(1000);  // the maximum is found wherever it is
      REQUIRE(softmax_rows(row)(0, at) == 1);
    }
  }

  // No columns: no numbers, and the logarithm of nothing. No rows: nothing.
  CHECK(softmax_rows(Scores<S>(3, 0)).size() == 0);
  CHECK(log_sum_exp_rows(Scores<S>(3, 0))(2, 0) == -inf<S>);
  CHECK(log_sum_exp_rows(Scores<S>(0, 3)).rows() == 0);

  // Neither the largest nor the smallest numbers overflow.
  const S most = std::numeric_limits<S>::max();
  CHECK(softmax_rows(Scores<S>{{most, most}}) == Scores<S>{{S(0.5), S(0.5)}});
  CHECK(softmax_rows(Scores<S>{{-most, most}}) == Scores<S>{{0, 1}});
  CHECK(log_sum_exp_rows(Scores<S>{{most, -most}})(0, 0) == most);
}

TEST_CASE("claim.softmax_edges") {
  edges<float>();
  edges<double>();
}

TEST_CASE("claim.weights_underflow_gradually") {
  // X = (19), (-19): exp(-722) is subnormal, and is there. At 20 the map is exactly the identity.
  const auto a = unprojected_attention(Matrix<double, T<X>, DModel>{{19}, {-19}}).weights;
  const long double right = std::exp(-722.0L);
  CHECK(std::abs(a(0, 1) - right) <= 2 * smallest_subnormal(Dtype::f64));
  CHECK((a(0, 0) == 1 && a(0, 1) > 0));
  CHECK(unprojected_attention(Matrix<double, T<X>, DModel>{{20}, {-20}}).weights ==
        Matrix<double, T<X>, T<X>>{{1, 0}, {0, 1}});
}

// NaN and infinity travel as arithmetic has it, also where BLAS might skip a zero.
TEST_CASE("claim.zero_weight_times_nan_is_nan") {
  const Matrix<double, T<Y>, Dk> zero{{0}}, one{{1}};
  CHECK(std::isnan(scores(zero, Matrix<double, T<X>, Dk>{{0}, {-inf<double>}})(0, 1)));
  const Matrix<double, T<X>, Dk> keys{{0}, {-2000}};
  CHECK(attention(one, keys, Matrix<double, T<X>, Dv>{{1}, {2}}).weights(0, 1) == 0);
  CHECK(std::isnan(attention(one, keys, Matrix<double, T<X>, Dv>{{1}, {nan<double>}}).output(0, 0)));
  CHECK(std::isnan(attention(one, keys, Matrix<double, T<X>, Dv>{{1}, {inf<double>}}).output(0, 0)));
  // Scale 0 is a scale: equal weights, but NaN stays NaN.
  CHECK(attention(one, keys, Matrix<double, T<X>, Dv>{{1}, {2}}, 0.0).output(0, 0) == 1.5);
  CHECK(std::isnan(
      attention(Matrix<double, T<Y>, Dk>{{nan<double>}}, keys, Matrix<double, T<X>, Dv>{{1}, {2}}, 0.0).output(0, 0)));
  // Negative ones turn the order round.
  CHECK(attention(one, keys, Matrix<double, T<X>, Dv>{{1}, {2}}, -1.0).output(0, 0) == 2);
}

// detail::exponentials: below one ulp of 1 relatively, or 3/2 of the smallest subnormal.
template <class S>
void exponential_error(Dtype dtype, double lowest) {
  const long double ulp = 2 * unit_roundoff(dtype), tiny = smallest_subnormal(dtype);
  std::uint64_t state = 1;
  std::vector<S> x(1000), y;
  for (int round = 0; round < 1000; ++round) {
    for (S& value : x) {
      const double scale = std::ldexp(lowest, -static_cast<int>(next_bits(state) % 16));
      value = static_cast<S>(-scale * static_cast<double>(next_bits(state) >> 11) * 0x1p-53);
    }
    y = x;
    detail::exponentials(y.data(), y.size(), S(0));
    for (std::size_t i = 0; i < x.size(); ++i) {
      const long double right = std::exp(static_cast<long double>(x[i]));
      const long double error = std::abs(y[i] - right);
      const bool normal = right >= smallest_normal(dtype);
      if (!(error <= (normal ? ulp * right : tiny * 3 / 2))) FAIL("exp(" << x[i] << ") = " << y[i]);
    }
  }
  SUCCEED();
}

TEST_CASE("claim.exp_is_within_an_ulp") {
  exponential_error<float>(Dtype::f32, 104.5);
  exponential_error<double>(Dtype::f64, 746);
}

// exp of nothing is 1, no weight exceeds it, and whatever the widest vector unit did, the baseline does.
template <class S>
void vector_units_agree() {
  const auto n = *any_length();
  const auto x = draw<Matrix<S, T<X>, T<Y>>>(3, n, *rc::gen::arbitrary<std::uint64_t>(), 64);
  auto baseline = x;
  detail::softmax_loop<S>::run(baseline.data(), 3, n);
  RC_ASSERT(baseline == softmax_rows(x));
}

TEST_CASE("claim.vector_units_agree") {
  require_property("vector_units_agree, float", vector_units_agree<float>);
  require_property("vector_units_agree, double", vector_units_agree<double>);
}

}  // namespace
}  // namespace attnref::claims
