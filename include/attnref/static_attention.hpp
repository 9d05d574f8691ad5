// The same mathematics a second time, and independently: constexpr over std::array, in plain loops, without xtensor,
// BLAS or the standard library's functions. static_laws() are laws that the compiler can judge. Small shapes only: T =
// 4 costs a translation unit 0.1 s, T = 32 two seconds.
#pragma once

#include <array>
#include <cstddef>
#include <limits>

namespace attnref {

/// R rows of C numbers.
template <std::size_t R, std::size_t C>
using static_matrix = std::array<std::array<double, C>, R>;

/// Y, T x d_v, and A, T x T.
template <std::size_t T, std::size_t Dv>
struct StaticAttentionResult {
  static_matrix<T, Dv> output;
  static_matrix<T, T> weights;
};

/// exp(x) within 2^-52, relatively, for |x| <= 700: 2^k exp(r), |r| <= (ln 2)/2, exp(r) by Taylor to r^15.
constexpr double static_exp(double x) {
  constexpr double ln2_high = 0x1.62e42feep-1;  // k ln2_high is exact
  constexpr double ln2_low = 0x1.a39ef35793c76p-33;
  const double quotient = x / (ln2_high + ln2_low);
  const int k = static_cast<int>(quotient < 0 ? quotient - 0.5 : quotient + 0.5);
  const double r = (x - k * ln2_high) - k * ln2_low;
  double tail = 0;  // r/2! + r^2/3! + ..., from its small end
  double coefficient = 1;
  for (int n = 2; n <= 15; ++n) coefficient /= n;
  for (int n = 15; n >= 2; --n) {
    tail = r * (coefficient + tail);
    coefficient *= n;
  }
  double result = 1 + (r + r * tail);
  for (int i = 0; i < k; ++i) result *= 2;
  for (int i = 0; i > k; --i) result /= 2;
  return result;
}

/// The square root of x > 0, to within two units in the last place: Newton from above, until it no longer falls.
constexpr double static_sqrt(double x) {
  double root = x < 1 ? 1 : x;
  for (double next = (root + x / root) / 2; next < root; next = (root + x / root) / 2) root = next;
  return root;
}

/// left * right.
template <std::size_t R, std::size_t K, std::size_t C>
constexpr static_matrix<R, C> static_matmul(const static_matrix<R, K>& left, const static_matrix<K, C>& right) {
  static_matrix<R, C> product{};
  for (std::size_t i = 0; i < R; ++i) {
    for (std::size_t j = 0; j < C; ++j) {
      for (std::size_t k = 0; k < K; ++k) product[i][j] += left[i][k] * right[k][j];
    }
  }
  return product;
}

/// exp(x_ij) / sum_k exp(x_ik), by rows.
template <std::size_t R, std::size_t C>
constexpr static_matrix<R, C> static_softmax_rows(static_matrix<R, C> x) {
  for (auto& row : x) {
    double largest = row[0];
    for (const double value : row) largest = value > largest ? value : largest;
    double sum = 0;
    for (double& value : row) sum += value = static_exp(value - largest);
    for (double& value : row) value /= sum;
  }
  return x;
}

/// Self-attention of X with W^Q, W^K, W^V, at the scale 1/sqrt(d_k). Scores must lie within 700 of their row's largest.
template <std::size_t T, std::size_t DModel, std::size_t Dk, std::size_t Dv>
constexpr StaticAttentionResult<T, Dv> static_self_attention(const static_matrix<T, DModel>& x,
                                                             const static_matrix<DModel, Dk>& wq,
                                                             const static_matrix<DModel, Dk>& wk,
                                                             const static_matrix<DModel, Dv>& wv) {
  const auto q = static_matmul(x, wq);
  const auto k = static_matmul(x, wk);
  static_matrix<T, T> scores{};
  for (std::size_t i = 0; i < T; ++i) {
    for (std::size_t j = 0; j < T; ++j) {
      for (std::size_t c = 0; c < Dk; ++c) scores[i][j] += q[i][c] * k[j][c];
      scores[i][j] /= static_sqrt(Dk);
    }
  }
  const auto weights = static_softmax_rows(scores);
  return {static_matmul(weights, static_matmul(x, wv)), weights};
}

namespace detail {

// Numbers that n roundings and the errors of exp may separate: e^{n u} - 1 < 2 n u.
constexpr bool equal_within_roundings(double a, double b, int n) {
  const double difference = a < b ? b - a : a - b;
  const double magnitude = a < 0 ? -a : a;
  return difference <= n * std::numeric_limits<double>::epsilon() * magnitude;
}

inline constexpr static_matrix<4, 3> law_x{{{1, 2, -1}, {1, -1, 3}, {1, 0, 2}, {1, 4, 1}}};
inline constexpr static_matrix<3, 2> law_wq{{{0.5, -1}, {0.25, 0.5}, {-0.5, 1}}};
inline constexpr static_matrix<3, 2> law_wk{{{-0.25, 0.5}, {1, 0.25}, {0.5, -0.5}}};
inline constexpr static_matrix<3, 1> law_wv{{{1}, {0}, {0}}};  // V is X's first column: ones

}  // namespace detail

/// Every row of A sums to 1.
template <class Attention>
constexpr bool static_rows_sum_to_one() {
  for (const auto& row : Attention{}(detail::law_x, detail::law_wq, detail::law_wk, detail::law_wv).weights) {
    double sum = 0;
    for (const double weight : row) sum += weight;
    if (!detail::equal_within_roundings(1, sum, 8)) return false;  // 4 terms: 3 sums twice, a quotient, one sum
  }
  return true;
}

/// Constant values give a constant output.
template <class Attention>
constexpr bool static_constant_values_return() {
  for (const auto& row : Attention{}(detail::law_x, detail::law_wq, detail::law_wk, detail::law_wv).output) {
    if (!detail::equal_within_roundings(1, row[0], 9)) return false;
  }
  return true;
}

/// Without queries, or without keys, every position looks at all alike: exactly 1/4.
template <class Attention>
constexpr bool static_zero_scores_give_the_mean() {
  const static_matrix<3, 2> zero{};
  for (const auto& a : {Attention{}(detail::law_x, zero, detail::law_wk, detail::law_wv).weights,
                        Attention{}(detail::law_x, detail::law_wq, zero, detail::law_wv).weights}) {
    for (const auto& row : a) {
      for (const double weight : row) {
        if (weight != 0.25) return false;
      }
    }
  }
  return true;
}

/// Positions in reverse: the map in reverse, both ways. (Scores are the same bits, only sums change their order.)
template <class Attention>
constexpr bool static_permutation_is_followed() {
  auto reversed = detail::law_x;
  for (std::size_t i = 0; i < 4; ++i) reversed[i] = detail::law_x[3 - i];
  const auto a = Attention{}(detail::law_x, detail::law_wq, detail::law_wk, detail::law_wv).weights;
  const auto b = Attention{}(reversed, detail::law_wq, detail::law_wk, detail::law_wv).weights;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      if (!detail::equal_within_roundings(a[i][j], b[3 - i][3 - j], 8)) return false;
    }
  }
  return true;
}

/// T = 2, d_k = 4, by hand: scores (1, 0) and (0, 0), so A = (logistic(1), logistic(-1)), (1/2, 1/2), and Y = A (3, 5).
/// It tells 1/sqrt(d_k) from 1/d_k, 1/sqrt(d_model) and 1, W^K from W^Q, A from its transpose, rows from columns.
template <class Attention>
constexpr bool static_closed_form_is_met() {
  constexpr double logistic = 0.7310585786300048792511592418;  // 1 / (1 + 1/e)
  constexpr static_matrix<2, 2> x{{{1, 0}, {0, 1}}};
  constexpr static_matrix<2, 4> wq{{{2, 0, 0, 0}, {0, 0, 0, 0}}}, wk{{{1, 0, 0, 0}, {0, 0, 0, 0}}};
  constexpr static_matrix<2, 1> wv{{{3}, {5}}};
  const auto [y, a] = Attention{}(x, wq, wk, wv);
  const auto meets = [](double computed, double right) {  // exp: 2, 1 + exp: 1, quotient: 1, product and sum: 2
    return detail::equal_within_roundings(right, computed, 6);
  };
  return meets(a[0][0], logistic) && meets(a[0][1], 1 - logistic) && a[1][0] == 0.5 && a[1][1] == 0.5 &&
         meets(y[0][0], 3 * logistic + 5 * (1 - logistic)) && y[1][0] == 4;
}

/// T = 2, d_k = 2, d_model = 3, by hand: q.k = (3, -3) and (0, 3), so that the scores are (3, -3) and (0, 3) over
/// sqrt(2). It needs every coordinate, a scale that no rational number is, and scores that are not small.
template <class Attention>
constexpr bool static_every_coordinate_counts() {
  constexpr double six = 0.98583396412331155972;    // 1 / (1 + e^(-6 / sqrt 2))
  constexpr double three = 0.89295819853483458171;  // 1 / (1 + e^(-3 / sqrt 2))
  constexpr double not_six = 0.01416603587668840279, not_three = 0.10704180146517041828;
  constexpr static_matrix<2, 3> x{{{1, 0, 0}, {0, 1, 0}}};
  constexpr static_matrix<3, 2> wq{{{1, 2}, {1, -1}, {0, 0}}};
  constexpr static_matrix<3, 2> wk{{{1, 1}, {1, -2}, {0, 0}}};
  constexpr static_matrix<3, 1> wv{{{1}, {2}, {0}}};
  const auto [y, a] = Attention{}(x, wq, wk, wv);
  // A score: the root 4 (two units), a quotient 1, so 5 of it; their difference 6 of 3 sqrt(2) at most, so 26. The rest
  // as in static_closed_form_is_met.
  const auto meets = [](double computed, double right) { return detail::equal_within_roundings(right, computed, 32); };
  return meets(a[0][0], six) && meets(a[0][1], not_six) && meets(a[1][0], not_three) && meets(a[1][1], three) &&
         meets(y[0][0], six + 2 * not_six) && meets(y[1][0], not_three + 2 * three);
}

/// T = 4, d_k = 4, d_v = 2, by hand: s_ij = i j ln 2, so that A_ij = 2^(ij) / (2^0 + 2^i + 2^(2i) + 2^(3i)), and the
/// columns of V are 2^j and (-3)^j. No key, no value and no column may be left out or take another's place.
template <class Attention>
constexpr bool static_values_are_mixed_in_order() {
  constexpr double ln2 = 0.69314718055994530942;
  constexpr static_matrix<4, 4> x{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
  constexpr static_matrix<4, 4> wq{{{0, 0, 0, 0}, {0, 1, 0, 1}, {0, 2, 0, 2}, {0, 3, 0, 3}}};
  constexpr static_matrix<4, 4> wk{
      {{0, 0, 0, 0}, {0, ln2, 0, ln2}, {0, 2 * ln2, 0, 2 * ln2}, {0, 3 * ln2, 0, 3 * ln2}}};
  constexpr static_matrix<4, 2> wv{{{1, 1}, {2, -3}, {4, 9}, {8, -27}}};
  const auto [y, a] = Attention{}(x, wq, wk, wv);
  // A score: ln 2, its multiple and the product, so 3; their difference 4 of 9 ln 2 at most, so 25. exp 2, sum 3,
  // quotient 1 and its own sum's 3: 34. Y: product and sum 4 more, of the sum of |terms|.
  for (std::size_t i = 0; i < 4; ++i) {
    double powers[4] = {}, sum = 0;
    for (std::size_t j = 0; j < 4; ++j) sum += powers[j] = static_cast<double>(std::size_t{1} << (i * j));
    double right[2] = {}, magnitudes[2] = {};
    for (std::size_t j = 0; j < 4; ++j) {
      const double weight = powers[j] / sum;
      if (!detail::equal_within_roundings(weight, a[i][j], 34)) return false;
      for (std::size_t c = 0; c < 2; ++c) {
        const double term = weight * wv[j][c];
        right[c] += term;
        magnitudes[c] += term < 0 ? -term : term;
      }
    }
    for (std::size_t c = 0; c < 2; ++c) {
      if (!detail::equal_within_roundings(magnitudes[c], magnitudes[c] + (y[i][c] - right[c]), 40)) return false;
    }
  }
  return true;
}

/// All of the above, of a function object called with X, W^Q, W^K, W^V that returns {output, weights}.
template <class Attention>
constexpr bool static_laws() {
  return static_rows_sum_to_one<Attention>() && static_constant_values_return<Attention>() &&
         static_zero_scores_give_the_mean<Attention>() && static_permutation_is_followed<Attention>() &&
         static_closed_form_is_met<Attention>() && static_every_coordinate_counts<Attention>() &&
         static_values_are_mixed_in_order<Attention>();
}

}  // namespace attnref
