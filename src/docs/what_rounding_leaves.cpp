// Places 5, 6 and 10: what is true in exact arithmetic and is rounded away.
#include "docs/usual_telling.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "attnref/attention.hpp"
#include "docs/number_text.hpp"
#include "docs/rounded.hpp"
#include "generators/random.hpp"
#include "lesson/arrays.hpp"

namespace attnref::docs {
namespace {

std::string weights_table(const Map& weights, int digits) {
  std::string text = "|", rule = "|";
  for (std::size_t j = 0; j < weights.cols(); ++j) {
    text += fmt::format(" $`x_{}`$ |", j);
    rule += "---:|";
  }
  text += "\n" + rule + "\n";
  for (std::size_t i = 0; i < weights.rows(); ++i) {
    text += "|";
    for (std::size_t j = 0; j < weights.cols(); ++j) text += " " + rounded(weights(i, j), digits) + " |";
    text += "\n";
  }
  return text;
}

/// To the last bit, as code.
std::string hexadecimal(double x) { return fmt::format("`{:a}`", x); }

/// A row of d_k numbers times another, summed from the left: one rounding a product and one a sum.
double computed_dot(const Sentence& x, std::size_t i, std::size_t j) {
  double sum = 0;
  for (std::size_t c = 0; c < x.cols(); ++c) sum += x(i, c) * x(j, c);
  return sum;
}

bool computed_lengths_are_one(const Sentence& x) {
  for (std::size_t i = 0; i < x.rows(); ++i) {
    if (std::sqrt(computed_dot(x, i, i)) != 1) return false;
  }
  return true;
}

/// (1, n 2^-30) for each number: nearly the same vector, whose squares are exact.
Sentence near_unit_vectors(const IntegerVectors& n) {
  Sentence x(n.count, 2);
  for (std::size_t i = 0; i < n.count; ++i) {
    x(i, 0) = 1;
    x(i, 1) = n(i, 0) * 0x1p-30;
  }
  return x;
}

bool diagonal_loses(const Sentence& x) {
  for (std::size_t i = 0; i < x.rows(); ++i) {
    for (std::size_t j = 0; j < x.rows(); ++j) {
      if (computed_dot(x, i, j) > computed_dot(x, i, i)) return true;
    }
  }
  return false;
}

void normalise(Sentence& x, std::size_t i) {
  const double length = std::sqrt(computed_dot(x, i, i));
  for (std::size_t c = 0; c < x.cols(); ++c) x(i, c) /= length;
}

/// Pairs of normal vectors 1e-9 apart, divided by their computed lengths: of those whose computed lengths are then 1,
/// the share where the first one's product with the other exceeds that with itself.
std::pair<std::size_t, std::size_t> twins_that_lose(std::size_t drawn) {
  std::size_t judged = 0, lost = 0;
  for (std::size_t pair = 0; pair < drawn; ++pair) {
    Random random(5, 5, pair);
    Sentence x(2, 8);
    for (std::size_t c = 0; c < x.cols(); ++c) x(0, c) = random.normal();
    normalise(x, 0);
    for (std::size_t c = 0; c < x.cols(); ++c) x(1, c) = x(0, c) + 1e-9 * random.normal();
    normalise(x, 1);
    if (!computed_lengths_are_one(x)) continue;
    ++judged;
    if (computed_dot(x, 0, 1) > computed_dot(x, 0, 0)) ++lost;
  }
  return {lost, judged};
}

/// Two scores 2^-53 apart, their exponentials taken after a shift by the largest, as the typed layer does, or by 20
/// more: are the weights equal?
std::string gap_by_largest() {
  const Matrix<double, One, T<Words>> a = softmax_rows(Matrix<double, One, T<Words>>{{0, -0x1p-53}});
  return a(0, 0) == a(0, 1) ? "equal" : "not equal";
}

std::string gap_by_20_more() {
  const double largest = 0 - 20.0, other = -0x1p-53 - 20.0;
  return largest == other ? "equal" : "not equal";
}

void rounded_diagonal(Facts& fact) {
  const IntegerRange range{
      .least_count = 1, .most_count = 3, .least_width = 1, .most_width = 1, .least = 0, .most = 30};
  const IntegerVectors n = smallest("the diagonal is the largest", integer_vectors(range), [](const IntegerVectors& y) {
    const Sentence x = near_unit_vectors(y);
    return computed_lengths_are_one(x) && diagonal_loses(x);
  });
  const Sentence x = near_unit_vectors(n);
  const Map e = scores(x, x, 1.0), a = unprojected_attention(x, 1.0).weights;
  fact("twins", fmt::format("(1, {} · 2⁻³⁰), (1, {} · 2⁻³⁰)", n(0, 0), n(1, 0)));
  fact("twins_square", fmt::format("{} · {} = {}", n(0, 0), n(0, 0), n(0, 0) * n(0, 0)));
  fact("twins_product", fmt::format("{} · {} = {}", n(0, 0), n(1, 0), n(0, 0) * n(1, 0)));
  fact("twins_distance", in_powers_of_ten(std::abs(x(0, 1) - x(1, 1)), 2));
  fact("twins_scores",
       fmt::format("| | $`x_0`$ | $`x_1`$ |\n|:---|---:|---:|\n| $`x_0`$ | {} | {} |\n| $`x_1`$ | "
                   "{} | {} |\n",
                   hexadecimal(e(0, 0)), hexadecimal(e(0, 1)), hexadecimal(e(1, 0)), hexadecimal(e(1, 1))));
  fact("twins_weight_itself", hexadecimal(a(0, 0)));
  fact("twins_weight_other", hexadecimal(a(0, 1)));
  constexpr std::size_t drawn = 100'000;
  const auto [lost, of_length_one] = twins_that_lose(drawn);
  fact("twins_drawn", drawn);
  fact("twins_of_length_one", of_length_one);
  fact("twins_lost", count_with_error(lost, of_length_one));
  fact("gap_by_largest", gap_by_largest());
  fact("gap_by_20_more", gap_by_20_more());
}

bool some_weight_is_zero(const Map& a) { return std::count(a.data(), a.data() + a.size(), 0.0) > 0; }

bool is_identity(const Map& a) {
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < a.cols(); ++j) {
      if (a(i, j) != (i == j ? 1.0 : 0.0)) return false;
    }
  }
  return true;
}

void left_out(Facts& fact) {
  const IntegerRange range{.least_count = 2, .most_count = 3, .least = -40, .most = 40};
  const IntegerVectors zero = smallest("every weight is positive", integer_vectors(range), [](const IntegerVectors& x) {
    return some_weight_is_zero(unprojected_weights(sentence(x)));
  });
  const IntegerVectors identity =
      smallest("no map is the identity", integer_vectors(range),
               [](const IntegerVectors& x) { return x.count > 1 && is_identity(unprojected_weights(sentence(x))); });
  IntegerVectors below = identity;
  for (int& n : below.numbers) n -= n > 0 ? 1 : -1;
  const Map almost = unprojected_weights(sentence(below));
  fact("underflow", rounded(-1075 * std::numbers::ln2, 3));
  fact("zero_weight", to_string(zero));
  fact("zero_weight_gap", static_cast<std::size_t>(std::max(zero.dot(0, 0), zero.dot(1, 1)) - zero.dot(0, 1)));
  fact("identity", to_string(identity));
  fact("identity_gap", static_cast<std::size_t>(identity.dot(0, 0) - identity.dot(0, 1)));
  fact("identity_map", weights_table(unprojected_weights(sentence(identity)), 0));
  fact("almost", to_string(below));
  fact("almost_gap", static_cast<std::size_t>(below.dot(0, 0) - below.dot(0, 1)));
  fact("almost_weight", in_powers_of_ten(almost(0, 1), 2, 1e-8));
}

double computed_sum(const Map& a, std::size_t i) {
  double sum = 0;
  for (std::size_t j = 0; j < a.cols(); ++j) sum += a(i, j);
  return sum;
}

void row_sums(Facts& fact) {
  const IntegerVectors x =
      smallest("rows sum to 1", integer_vectors({.least_count = 1, .most_count = 6}), [](const IntegerVectors& y) {
        const Map a = unprojected_weights(sentence(y));
        return any_row(y, [&](std::size_t i) { return computed_sum(a, i) != 1; });
      });
  const Map a = unprojected_weights(sentence(x));
  std::size_t row = 0;
  while (computed_sum(a, row) == 1) ++row;
  fact("sums", to_string(x));
  fact("sums_row", row);
  fact("sums_sum", hexadecimal(computed_sum(a, row)));
  const lesson::PlainMatrix lessons_map = lesson::array("cell1_T6_A");
  std::size_t off = 0;
  double furthest = 0;
  for (std::size_t i = 0; i < lessons_map.rows; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < lessons_map.columns; ++j) sum += lessons_map(i, j);
    off += sum != 1 ? 1 : 0;
    furthest = std::max(furthest, std::abs(sum - 1));
  }
  fact("sums_lesson_rows", lessons_map.rows);
  fact("sums_lesson_off", off);
  fact("sums_lesson_furthest", in_powers_of_ten(furthest, 2));
}

}  // namespace

void what_rounding_leaves(Facts& fact) {
  rounded_diagonal(fact);
  left_out(fact);
  row_sums(fact);
}

}  // namespace attnref::docs
