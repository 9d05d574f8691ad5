// Eleven things that are usually said of self-attention and are not quite true: to each the smallest case it fails on,
// found by a search and made small, and what is needed to say it right.
#include "docs/chapter.hpp"
#include "docs/integer_vectors.hpp"
#include "docs/number_text.hpp"
#include "docs/rounded.hpp"
#include "docs/saturation.hpp"
#include "docs/shrunk.hpp"
#include "docs/svg.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "attnref/attention.hpp"
#include "attnref/rounding.hpp"
#include "generators/random.hpp"
#include "lesson/arrays.hpp"

namespace attnref::docs {
namespace {

struct Dk : axis<Dk> {};

/// Facts under this chapter's name.
class Facts {
 public:
  explicit Facts(Chapter& chapter) : chapter_(chapter) {}
  void operator()(const std::string& name, const std::string& text) {
    chapter_.facts.emplace_back("not_quite_true." + name, text);
  }
  void operator()(const std::string& name, std::size_t count) { (*this)(name, with_commas(count)); }

 private:
  Chapter& chapter_;
};

template <class Fails>
IntegerVectors smallest(const char* claim, const rc::Gen<IntegerVectors>& drawn, const Fails& fails) {
  return shrunk(drawn, smaller, fails, {.claim = claim}).smallest;
}

/// One array of the lesson as a sentence.
Sentence lessons(const std::string& name) {
  const lesson::PlainMatrix plain = lesson::array(name);
  Sentence matrix(plain.rows, plain.columns);
  std::copy(plain.values.begin(), plain.values.end(), matrix.data());
  return matrix;
}

Map unprojected_weights(const Sentence& x) { return unprojected_attention(x).weights; }

/// A weight to three digits; what would look like 0 or 1 and is neither, as an inequality.
std::string shown_weight(double weight) {
  if (weight > 0 && weight < 0.0005) return "<0.001";
  if (weight < 1 && weight >= 0.9995) return ">0.999";
  return rounded(weight, 3);
}

/// The products x_i.x_j and the weights of every row, the largest in bold.
std::string map_table(const IntegerVectors& x) {
  const Map weights = unprojected_weights(sentence(x));
  std::string head = "| product: weight |", rule = "|:---|", body;
  for (std::size_t i = 0; i < x.count; ++i) {
    const std::string name = fmt::format(" $`x_{} = {}`$ |", i, to_string({1, x.width, x.vector(i)}));
    head += name;
    rule += "---:|";
    body += "|" + name;
    const auto maxima = row_maxima(x, i);
    for (std::size_t j = 0; j < x.count; ++j) {
      const bool largest = std::find(maxima.begin(), maxima.end(), j) != maxima.end();
      const std::string cell = fmt::format("{}: {}", x.dot(i, j), shown_weight(weights(i, j)));
      body += largest ? " **" + cell + "** |" : " " + cell + " |";
    }
    body += "\n";
  }
  return head + "\n" + rule + "\n" + body;
}

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

/// A count of `of` cases with its standard error.
std::string count_with_error(std::size_t count, std::size_t of) {
  const auto n = static_cast<double>(count);
  return fmt::format("{} ± {}", with_commas(count), rounded(std::sqrt(n * (1 - n / static_cast<double>(of))), 0));
}

/// To the last bit, as code.
std::string hexadecimal(double x) { return fmt::format("`{:a}`", x); }

// ---- 1: the divided maximum grows

std::string noise_figure(const std::vector<double>& rises, double lessons_rise) {
  svg::Picture picture(640, 320, "How far the mean of six largest weights rises from d_k = 8 to d_k = 512",
                       "A histogram of a thousand draws. It is centred close to zero and reaches from about -0.3 to "
                       "0.3; the lesson's own draw lies to the right, inside the histogram.");
  constexpr double left = 56, right = 616, top = 24, bottom = 248, width = 0.04;
  constexpr int bins = 20;
  const auto across = svg::Scale::linear(-0.4, 0.4, left, right);
  std::vector<std::size_t> counts(bins, 0);
  for (const double rise : rises)
    ++counts[static_cast<std::size_t>(std::clamp(static_cast<int>(std::floor(rise / width)) + bins / 2, 0, bins - 1))];
  const auto most = static_cast<double>(*std::max_element(counts.begin(), counts.end()));
  const auto up = svg::Scale::linear(0, most, bottom, top);
  for (int b = 0; b < bins; ++b) {
    const double from = across((b - bins / 2) * width), to = across((b + 1 - bins / 2) * width);
    const double y = up(static_cast<double>(counts[static_cast<std::size_t>(b)]));
    if (y < bottom) picture.rectangle({from + 1, y}, to - from - 2, bottom - y, "fill-one", 0.6);
  }
  picture.line({left, bottom}, {right, bottom}, "axis");
  for (int tenth = -4; tenth <= 4; tenth += 2) {
    const double x = across(tenth / 10.0);
    picture.line({x, bottom}, {x, bottom + 5}, "axis");
    picture.text({x, bottom + 22}, tenth == 0 ? "0" : fmt::format("{:+.1f}", tenth / 10.0), "muted small mono",
                 svg::Anchor::middle);
  }
  picture.line({across(0), top}, {across(0), bottom}, "axis dashes");
  picture.line({across(lessons_rise), top}, {across(lessons_rise), bottom}, "two thick");
  picture.text({across(lessons_rise) + 8, top + 14}, "the lesson's draw");
  picture.text({(left + right) / 2, bottom + 50}, "rise of the mean, d_k = 512 less d_k = 8, divided", "ink",
               svg::Anchor::middle);
  return picture.document();
}

void noise(Facts& fact, Chapter& chapter) {
  constexpr std::size_t seeds = 1000;
  const std::vector<double> at_8 = saturation(8, seeds).divided.means;
  const std::vector<double> at_512 = saturation(512, seeds).divided.means;
  std::vector<double> rises;
  for (std::size_t s = 0; s < seeds; ++s) rises.push_back(at_512[s] - at_8[s]);
  const auto falls =
      static_cast<std::size_t>(std::count_if(rises.begin(), rises.end(), [](double r) { return r < 0; }));
  const auto first = static_cast<std::size_t>(std::find_if(rises.begin(), rises.end(), [](double r) { return r < 0; }) -
                                              rises.begin());
  const Mean rise = mean_of(rises);
  const double spread = rise.error * std::sqrt(static_cast<double>(seeds));
  const lesson::PlainMatrix means = lesson::array("cell2_sat_means");  // rows: d_k, undivided, divided
  const double lessons_rise = means(2, 2) - means(0, 2);
  fact("noise_seeds", seeds);
  fact("noise_falls", count_with_error(falls, seeds));
  fact("noise_first_seed", first + 1);
  fact("noise_spread", rounded(spread, 2));
  fact("noise_lesson_8", rounded(means(0, 2), 3));
  fact("noise_lesson_512", rounded(means(2, 2), 3));
  fact("noise_lesson_rise", rounded(lessons_rise, 3));
  fact("noise_lesson_in_spreads", rounded(lessons_rise / spread, 1));
  const auto beyond = std::count_if(rises.begin(), rises.end(), [&](double r) { return r >= lessons_rise; });
  fact("noise_beyond", static_cast<std::size_t>(beyond));
  chapter.figures.emplace_back("not_quite_true_noise", noise_figure(rises, lessons_rise));
}

// ---- 2: the row goes to the longest vector

std::vector<std::size_t> longest(const IntegerVectors& x) {
  std::vector<std::size_t> which;
  int most = -1;
  for (std::size_t j = 0; j < x.count; ++j) {
    if (x.dot(j, j) > most) which.clear();
    if (x.dot(j, j) >= most) which.push_back(j);
    most = std::max(most, x.dot(j, j));
  }
  return which;
}

bool contains(const std::vector<std::size_t>& list, std::size_t item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

/// Whether row i has its largest product at one of the longest vectors.
bool goes_to_longest(const IntegerVectors& x, std::size_t i) {
  const auto maxima = row_maxima(x, i), candidates = longest(x);
  return std::any_of(maxima.begin(), maxima.end(), [&](std::size_t j) { return contains(candidates, j); });
}

template <class Row>
bool any_row(const IntegerVectors& x, const Row& row) {
  for (std::size_t i = 0; i < x.count; ++i) {
    if (row(i)) return true;
  }
  return false;
}

void longest_vector(Facts& fact) {
  const IntegerVectors itself =
      smallest("a row goes to the longest vector", integer_vectors(), [](const IntegerVectors& x) {
        return no_vector_is_zero(x) && any_row(x, [&](std::size_t i) { return !goes_to_longest(x, i); });
      });
  const IntegerVectors neither =
      smallest("a row goes to itself or to the longest vector", integer_vectors(), [](const IntegerVectors& x) {
        return no_vector_is_zero(x) &&
               any_row(x, [&](std::size_t i) { return !goes_to_longest(x, i) && !contains(row_maxima(x, i), i); });
      });
  fact("longest", to_string(itself));
  fact("longest_map", map_table(itself));
  fact("neither", to_string(neither));
  fact("neither_map", map_table(neither));
}

// ---- 3: the layer hands back a faded x_i

constexpr int hours = 12;

/// Each number as an hour on the face of a clock: a vector of that length.
Sentence on_the_clock(const IntegerVectors& hour, double length) {
  Sentence x(hour.count, 2);
  for (std::size_t i = 0; i < hour.count; ++i) {
    const double angle = 2 * std::numbers::pi * hour(i, 0) / hours;
    x(i, 0) = length * std::sin(angle);
    x(i, 1) = length * std::cos(angle);
  }
  return x;
}

double distance(const Sentence& a, std::size_t i, const Sentence& b, std::size_t j) {
  double square = 0;
  for (std::size_t c = 0; c < a.cols(); ++c) square += (a(i, c) - b(j, c)) * (a(i, c) - b(j, c));
  return std::sqrt(square);
}

/// Of each output the row of x that it is nearest to.
std::vector<std::size_t> nearest(const Sentence& x) {
  const Sentence y = unprojected_attention(x).output;
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < x.rows(); ++i) {
    std::size_t best = 0;
    for (std::size_t j = 1; j < x.rows(); ++j) {
      if (distance(y, i, x, j) < distance(y, i, x, best)) best = j;
    }
    rows.push_back(best);
  }
  return rows;
}

std::size_t nearest_to_their_own(const Sentence& x) {
  const auto rows = nearest(x);
  std::size_t own = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) own += rows[i] == i ? 1 : 0;
  return own;
}

/// What promises that output i is nearest to its own. (eq. nearest_own)
bool own_is_promised(const Sentence& x, double length) {
  const Map a = unprojected_weights(x);
  for (std::size_t i = 0; i < x.rows(); ++i) {
    double others = 0, gap = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < x.rows(); ++j) {
      if (j == i) continue;
      others += a(i, j);
      gap = std::min(gap, distance(x, i, x, j));
    }
    if (!(a(i, i) * gap > 2 * length * others)) return false;
  }
  return true;
}

template <class Reached>
std::size_t least_length(const IntegerVectors& clock, const Reached& reached) {
  std::size_t length = 1;
  while (!reached(on_the_clock(clock, static_cast<double>(length)), static_cast<double>(length))) ++length;
  return length;
}

std::string clock_table(const IntegerVectors& clock) {
  const Sentence x = on_the_clock(clock, 1), y = unprojected_attention(x).output;
  std::string text = "| distance from |", rule = "|:---|";
  for (std::size_t j = 0; j < x.rows(); ++j) {
    text += fmt::format(" $`x_{}`$ |", j);
    rule += "---:|";
  }
  text += "\n" + rule + "\n";
  const auto rows = nearest(x);
  for (std::size_t i = 0; i < x.rows(); ++i) {
    text += fmt::format("| $`y_{}`$ |", i);
    for (std::size_t j = 0; j < x.rows(); ++j) {
      const std::string cell = rounded(distance(y, i, x, j), 3, 1e-8);
      text += rows[i] == j ? " **" + cell + "** |" : " " + cell + " |";
    }
    text += "\n";
  }
  return text;
}

std::string clock_figure(const IntegerVectors& clock) {
  svg::Picture picture(520, 360, "Three vectors of one length and what the layer makes of them",
                       "Three points on a quarter of a circle, at twelve, one and two o'clock. The three outputs lie "
                       "close together just inside the circle, all of them nearest to the point in the middle.");
  constexpr double size = 290;
  const svg::Point centre{170, 330};
  const auto at = [&](double x, double y) { return svg::Point{centre.x + size * x, centre.y - size * y}; };
  std::vector<svg::Point> arc;
  for (int degree = -6; degree <= 78; degree += 2) {
    const double angle = degree * std::numbers::pi / 180;
    arc.push_back(at(std::sin(angle), std::cos(angle)));
  }
  picture.path(arc, "axis dots");
  const Sentence x = on_the_clock(clock, 1), y = unprojected_attention(x).output;
  for (std::size_t i = 0; i < x.rows(); ++i) {
    picture.line(centre, at(x(i, 0), x(i, 1)), "one");
    picture.circle(at(x(i, 0), x(i, 1)), 6, "fill-one");
    picture.text(at(1.05 * x(i, 0), 1.05 * x(i, 1)), fmt::format("x{}", i), "ink strong");
  }
  for (std::size_t i = 0; i < x.rows(); ++i) {
    picture.circle(at(y(i, 0), y(i, 1)), 5, "fill-two");
    // Labels below, in a row, for the points nearly touch.
    const svg::Point label = at(0.42 + 0.13 * static_cast<double>(i), 0.54);
    picture.line(at(y(i, 0), y(i, 1)), {label.x, label.y - 14}, "two");
    picture.text(label, fmt::format("y{}", i), "ink strong", svg::Anchor::middle);
  }
  return picture.document();
}

void faded(Facts& fact, Chapter& chapter) {
  const IntegerRange range{
      .least_count = 1, .most_count = 5, .least_width = 1, .most_width = 1, .least = 0, .most = 11};
  const IntegerVectors clock =
      smallest("an output is nearest to its own", integer_vectors(range), [](const IntegerVectors& hour) {
        return all_differ(hour) && hour.numbers.front() >= 0 &&
               nearest_to_their_own(on_the_clock(hour, 1)) < hour.count;
      });
  std::string list;
  for (const int hour : clock.numbers) list += (list.empty() ? "" : ", ") + std::to_string(hour == 0 ? hours : hour);
  fact("faded_hours", list);
  fact("faded_distances", clock_table(clock));
  fact("faded_own", nearest_to_their_own(on_the_clock(clock, 1)));
  fact("faded_length",
       least_length(clock, [](const Sentence& x, double) { return nearest_to_their_own(x) == x.rows(); }));
  fact("faded_promised", least_length(clock, own_is_promised));
  const Sentence x = lessons("cell2_X");
  Sentence longer = x;
  for (std::size_t k = 0; k < longer.size(); ++k) longer.data()[k] *= 3;
  const auto rows = nearest(x);
  fact("faded_lesson_row", rows.front());
  fact("faded_lesson_rows", static_cast<std::size_t>(std::count(rows.begin(), rows.end(), rows.front())));
  fact("faded_lesson_own_3", nearest_to_their_own(longer));
  chapter.figures.emplace_back("not_quite_true_clock", clock_figure(clock));
}

// ---- 4: a tie only where the direction is the same

void repeated(Facts& fact) {
  const IntegerVectors x =
      smallest("at one length the diagonal is alone", integer_vectors_of_one_length(), [](const IntegerVectors& y) {
        return no_vector_is_zero(y) && all_of_one_length(y) &&
               any_row(y, [&](std::size_t i) { return row_maxima(y, i).size() > 1; });
      });
  fact("repeated", to_string(x));
  fact("repeated_map", map_table(x));
}

// ---- 5: the diagonal is the largest, under rounding

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

// ---- 6: no position is left out

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

// ---- 7: the weights are not symmetric

std::vector<int> sorted_products(const IntegerVectors& x, std::size_t i) {
  std::vector<int> row;
  for (std::size_t j = 0; j < x.count; ++j) row.push_back(x.dot(i, j));
  std::sort(row.begin(), row.end());
  return row;
}

/// For integers the sums of exponentials agree only if the products do, one for one: e^a of different a are linearly
/// independent over the rational numbers (Lindemann).
bool weights_are_symmetric(const IntegerVectors& x) {
  for (std::size_t i = 1; i < x.count; ++i) {
    if (sorted_products(x, i) != sorted_products(x, 0)) return false;
  }
  return true;
}

void symmetric(Facts& fact) {
  const auto found = [](std::size_t least) {
    const IntegerRange range{.least_count = least, .most_count = 5, .least = -3, .most = 3};
    const auto fails = [least](const IntegerVectors& x) {
      return x.count >= least && no_vector_is_zero(x) && all_differ(x) && weights_are_symmetric(x);
    };
    return smallest("weights are not symmetric", integer_vectors_of_one_length(range), fails);
  };
  const IntegerVectors two = found(2), three = found(3);
  fact("symmetric_2", to_string(two));
  fact("symmetric_2_map", map_table(two));
  fact("symmetric_3", to_string(three));
  fact("symmetric_3_map", map_table(three));
}

// ---- 8: two readings put an end to the diagonal

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
  const lesson::PlainMatrix plain = lesson::array("cell2_X");
  Sentence x(plain.rows, plain.columns);
  std::copy(plain.values.begin(), plain.values.end(), x.data());
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

// ---- 9: four positions back

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

// ---- 10: rows sum to 1

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

// ---- 11: parameters, and one reading for both

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

Chapter not_quite_true() {
  Chapter chapter;
  Facts fact(chapter);
  fact("starts", Search{}.starts);
  noise(fact, chapter);
  longest_vector(fact);
  faded(fact, chapter);
  repeated(fact);
  rounded_diagonal(fact);
  left_out(fact);
  symmetric(fact);
  two_readings(fact);
  positions(fact);
  row_sums(fact);
  parameters(fact);
  return chapter;
}

}  // namespace attnref::docs
