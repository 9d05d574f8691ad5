// Places 8, 9 and 11: what a query and a key of their own change, what they do not, and how many numbers that takes.
#include "docs/usual_telling.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "attnref/attention.hpp"
#include "docs/number_text.hpp"
#include "docs/rounded.hpp"
#include "docs/saturation.hpp"
#include "generators/random.hpp"

namespace attnref::docs {
namespace {

struct Dk : axis<Dk> {};

/// The last two vectors are the columns of W^Q and W^K (d_k = 1), the others X.
struct Projected {
  explicit Projected(const IntegerVectors& all) : x{all.count - 2, all.width, all.numbers} {
    x.numbers.resize(x.count * x.width);
    wq = {1, all.width, all.vector(all.count - 2)};
    wk = {1, all.width, all.vector(all.count - 1)};
  }
  int score(std::size_t i, std::size_t j) const { return along(wq, i) * along(wk, j); }
  int along(const IntegerVectors& w, std::size_t i) const {
    int sum = 0;
    for (std::size_t c = 0; c < x.width; ++c) sum += x(i, c) * w(0, c);
    return sum;
  }
  IntegerVectors x, wq, wk;
};

bool diagonal_wins(const Projected& p, std::size_t i) {
  for (std::size_t j = 0; j < p.x.count; ++j) {
    if (j != i && p.score(i, j) >= p.score(i, i)) return false;
  }
  return true;
}

/// How many rows of the lesson's X keep their diagonal under random W^Q and W^K. (eq. one_row_by_chance)
std::vector<double> rows_kept(std::size_t draws) {
  const Sentence x = lessons("cell2_X");
  std::vector<double> counts;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    Random random(8, 8, draw);
    Matrix<double, Coordinates, Dk> wq(x.cols(), 4), wk(x.cols(), 4);
    for (std::size_t n = 0; n < wq.size(); ++n) wq.data()[n] = random.normal();
    for (std::size_t n = 0; n < wk.size(); ++n) wk.data()[n] = random.normal();
    const Map e = scores(matmul(x, wq), matmul(x, wk));
    double kept = 0;
    for (std::size_t i = 0; i < e.rows(); ++i) {
      const double* row = e.data() + i * e.cols();
      kept += std::max_element(row, row + e.cols()) - row == static_cast<std::ptrdiff_t>(i) ? 1 : 0;
    }
    counts.push_back(kept);
  }
  return counts;
}

void two_readings(Facts& fact) {
  const IntegerRange range{.least_count = 4, .most_count = 6, .least = -5, .most = 5};
  const Projected p(smallest("two readings end the diagonal", integer_vectors(range), [](const IntegerVectors& all) {
    if (all.count < 4) return false;
    const Projected q(all);
    if (q.wq.numbers == q.wk.numbers || !no_vector_is_zero(all)) return false;
    return any_row(q.x, [&](std::size_t i) { return diagonal_wins(q, i); });
  }));
  fact("readings_x", to_string(p.x));
  fact("readings_wq", to_string(p.wq));
  fact("readings_wk", to_string(p.wk));
  std::string scores_text;
  for (std::size_t i = 0; i < p.x.count; ++i) {
    for (std::size_t j = 0; j < p.x.count; ++j)
      scores_text += (scores_text.empty() ? "" : j == 0 ? "; " : ", ") + std::to_string(p.score(i, j));
  }
  fact("readings_scores", scores_text);
  const std::vector<double> counts = rows_kept(200'000);
  const Mean kept = mean_of(counts);
  fact("readings_draws", counts.size());
  fact("readings_kept", rounded(kept.value, 3));
  fact("readings_kept_error", rounded(kept.error, 3));
  fact("readings_none",
       count_with_error(static_cast<std::size_t>(std::count(counts.begin(), counts.end(), 0.0)), counts.size()));
}

void positions(Facts& fact) {
  const IntegerRange range{.least_count = 3, .most_count = 5, .least = -5, .most = 5};
  const auto exchanged = [](IntegerVectors x) {
    for (std::size_t c = 0; c < x.width; ++c) std::swap(x(1, c), x(2, c));
    return x;
  };
  const auto read_by_first = [](const IntegerVectors& x) {
    const Sentence y = unprojected_attention(sentence(x)).output;
    return std::vector<double>(y.data(), y.data() + y.cols());
  };
  const IntegerVectors x = smallest("a word reads by position", integer_vectors(range), [&](const IntegerVectors& y) {
    return y.count >= 3 && no_vector_is_zero(y) && all_differ(y) && read_by_first(y) == read_by_first(exchanged(y));
  });
  fact("positions", to_string(x));
  fact("positions_exchanged", to_string(exchanged(x)));
  fact("positions_read", rounded(read_by_first(x).front(), 6));
  fact("positions_read_exchanged", rounded(read_by_first(exchanged(x)).front(), 6));
}

/// Four vectors: W^Q and W^K of d_k = 1, and another pair.
bool same_map_of_other_numbers(const IntegerVectors& w) {
  if (w.count != 4 || !no_vector_is_zero(w)) return false;
  if (w.vector(0) == w.vector(2) && w.vector(1) == w.vector(3)) return false;
  for (std::size_t a = 0; a < w.width; ++a) {
    for (std::size_t b = 0; b < w.width; ++b) {
      if (w(0, a) * w(1, b) != w(2, a) * w(3, b)) return false;
    }
  }
  return true;
}

/// Whether the scores of X are symmetric although W^Q is not W^K. (eq. symmetric_product)
bool symmetric_in_two_readings(const IntegerVectors& all) {
  if (all.count < 4) return false;
  const Projected p(all);
  if (p.wq.numbers == p.wk.numbers || !no_vector_is_zero(all) || !all_differ(p.x)) return false;
  for (std::size_t i = 0; i < p.x.count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (p.score(i, j) != p.score(j, i)) return false;
    }
  }
  return true;
}

void parameters(Facts& fact) {
  const IntegerRange range{.least_count = 4, .most_count = 4, .least = -3, .most = 3};
  const IntegerVectors w =
      smallest("other numbers give another map", integer_vectors(range), same_map_of_other_numbers);
  fact("gauge_first",
       fmt::format("W^Q = {}, W^K = {}", to_string({1, w.width, w.vector(0)}), to_string({1, w.width, w.vector(1)})));
  fact("gauge_second",
       fmt::format("W^Q = {}, W^K = {}", to_string({1, w.width, w.vector(2)}), to_string({1, w.width, w.vector(3)})));
  const Projected p(smallest("two readings, no symmetry", integer_vectors(range), symmetric_in_two_readings));
  fact("one_reading_x", to_string(p.x));
  fact("one_reading_wq", to_string(p.wq));
  fact("one_reading_wk", to_string(p.wk));
}

}  // namespace

void what_readings_leave(Facts& fact) {
  two_readings(fact);
  positions(fact);
  parameters(fact);
}

}  // namespace attnref::docs
