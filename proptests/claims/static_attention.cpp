// What the compiler proves of static_attention.hpp: its laws hold, and not of wrong attention.
#include "attnref/static_attention.hpp"

#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace attnref {
namespace {

// Attention in which one step is wrong; with none, a second text of the right one.
enum class Wrong {
  nothing,
  scale_missing,
  scale_twice,
  scale_of_d_model,
  keys_from_queries,
  map_transposed,
  softmax_by_columns,
  unnormalised,
  last_key_dropped,
  values_reversed,
  // What is right at d_k = 4, at T = 2, or in the first coordinate or column.
  scale_of_one_half,
  scale_two_over_dk,
  first_coordinate_alone,
  scores_clamped,
  values_reversed_when_long,
  first_value_column_alone,
  output_reversed_when_long
};

template <Wrong wrong>
struct Attention {
  template <std::size_t T, std::size_t DModel, std::size_t Dk, std::size_t Dv>
  constexpr StaticAttentionResult<T, Dv> operator()(const static_matrix<T, DModel>& x,
                                                    const static_matrix<DModel, Dk>& wq,
                                                    const static_matrix<DModel, Dk>& wk,
                                                    const static_matrix<DModel, Dv>& wv) const {
    const auto q = static_matmul(x, wq), k = static_matmul(x, wrong == Wrong::keys_from_queries ? wq : wk);
    auto v = static_matmul(x, wv);
    const double divisor = wrong == Wrong::scale_missing       ? 1
                           : wrong == Wrong::scale_twice       ? static_cast<double>(Dk)
                           : wrong == Wrong::scale_of_d_model  ? static_sqrt(DModel)
                           : wrong == Wrong::scale_of_one_half ? 2
                           : wrong == Wrong::scale_two_over_dk ? static_cast<double>(Dk) / 2
                                                               : static_sqrt(Dk);
    static_matrix<T, T> e{};
    for (std::size_t i = 0; i < T; ++i) {
      for (std::size_t j = 0; j < T; ++j) {
        const std::size_t coordinates = wrong == Wrong::first_coordinate_alone ? 1 : Dk;
        for (std::size_t c = 0; c < coordinates; ++c) e[i][j] += q[i][c] * k[j][c];
        e[i][j] /= divisor;
        if (wrong == Wrong::scores_clamped) e[i][j] = std::clamp(e[i][j], -1.0, 1.0);
      }
    }
    static_matrix<T, T> a{};
    const std::size_t keys = wrong == Wrong::last_key_dropped && T > 1 ? T - 1 : T;
    for (std::size_t i = 0; i < T; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < keys; ++j) {
        sum += static_exp(wrong == Wrong::softmax_by_columns ? e[j][i] : e[i][j]);
      }
      for (std::size_t j = 0; j < keys; ++j) {
        const double value = static_exp(wrong == Wrong::softmax_by_columns ? e[j][i] : e[i][j]);
        const bool turned = wrong == Wrong::softmax_by_columns || wrong == Wrong::map_transposed;
        (turned ? a[j][i] : a[i][j]) = wrong == Wrong::unnormalised ? value : value / sum;
      }
    }
    if (wrong == Wrong::values_reversed || (wrong == Wrong::values_reversed_when_long && T > 2)) {
      for (std::size_t j = 0; j < T / 2; ++j) std::swap(v[j], v[T - 1 - j]);
    }
    if (wrong == Wrong::first_value_column_alone) {
      for (auto& row : v) std::fill(row.begin() + 1, row.end(), 0);
    }
    auto y = static_matmul(a, v);
    if (wrong == Wrong::output_reversed_when_long && T > 2) std::reverse(y.begin(), y.end());
    return {y, a};
  }
};

struct Real {
  constexpr auto operator()(const auto& x, const auto& wq, const auto& wk, const auto& wv) const {
    return static_self_attention(x, wq, wk, wv);
  }
};

static_assert(static_laws<Real>());
static_assert(static_laws<Attention<Wrong::nothing>>());
static_assert(!static_laws<Attention<Wrong::scale_missing>>());
static_assert(!static_laws<Attention<Wrong::scale_twice>>());
static_assert(!static_laws<Attention<Wrong::scale_of_d_model>>());
static_assert(!static_laws<Attention<Wrong::keys_from_queries>>());
static_assert(!static_laws<Attention<Wrong::map_transposed>>());
static_assert(!static_laws<Attention<Wrong::softmax_by_columns>>());
static_assert(!static_laws<Attention<Wrong::unnormalised>>());
static_assert(!static_laws<Attention<Wrong::last_key_dropped>>());
static_assert(!static_laws<Attention<Wrong::values_reversed>>());
static_assert(!static_laws<Attention<Wrong::scale_of_one_half>>());
static_assert(!static_laws<Attention<Wrong::scale_two_over_dk>>());
static_assert(!static_laws<Attention<Wrong::first_coordinate_alone>>());
static_assert(!static_laws<Attention<Wrong::scores_clamped>>());
static_assert(!static_laws<Attention<Wrong::values_reversed_when_long>>());
static_assert(!static_laws<Attention<Wrong::first_value_column_alone>>());
static_assert(!static_laws<Attention<Wrong::output_reversed_when_long>>());

// Each law has a wrong attention of its own to refuse.
static_assert(!static_rows_sum_to_one<Attention<Wrong::unnormalised>>());
static_assert(!static_constant_values_return<Attention<Wrong::map_transposed>>());
static_assert(!static_zero_scores_give_the_mean<Attention<Wrong::last_key_dropped>>());
static_assert(!static_permutation_is_followed<Attention<Wrong::last_key_dropped>>());
static_assert(!static_closed_form_is_met<Attention<Wrong::scale_twice>>());
static_assert(!static_every_coordinate_counts<Attention<Wrong::scale_of_one_half>>());
static_assert(!static_values_are_mixed_in_order<Attention<Wrong::values_reversed_when_long>>());

TEST_CASE("claim.static_exp_is_within_an_ulp") {
  long double worst = 0;
  for (int i = -70000; i <= 70000; ++i) {
    const double x = i / 100.0 + i * 0x1p-30;
    if (std::abs(x) > 700) continue;
    const long double right = std::exp(static_cast<long double>(x));
    worst = std::max(worst, std::abs(static_exp(x) - right) / right);
  }
  CHECK(worst <= std::numeric_limits<double>::epsilon());
}

TEST_CASE("claim.static_sqrt_is_within_two_ulps") {
  for (int n = 1; n <= 100000; ++n) {
    const long double right = std::sqrt(static_cast<long double>(n));
    REQUIRE(std::abs(static_sqrt(n) - right) <= right * 2 * std::numeric_limits<double>::epsilon());
  }
}

}  // namespace
}  // namespace attnref
