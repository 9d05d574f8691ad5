// Check yourself: the lesson's five questions. Whether an option holds is found out by running the layer, not written
// down.
#include "docs/chapter.hpp"
#include "generators/draw.hpp"
#include "generators/unprojected.hpp"

#include "attnref/attention.hpp"
#include "attnref/rounding.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace attnref::docs {
namespace {

struct Sentence {};
struct DModel : axis<DModel> {};
struct Dk : axis<Dk> {};
struct Dv : axis<Dv> {};

// ---- what an answer is made of

struct Option {
  std::string text;
  bool holds;
  std::string why;
};

/// Options as a list, the question's data for who makes a form of them, and the answer to be opened.
std::string written(std::string_view id, std::string_view kind, const std::vector<Option>& options,
                    std::string_view law, std::string_view reason) {
  std::string list, answer;
  auto letters = nlohmann::ordered_json::array();
  auto why = nlohmann::ordered_json::object();
  for (std::size_t n = 0; n < options.size(); ++n) {
    const std::string letter(1, static_cast<char>('a' + n));
    list += fmt::format("- ({}) {}\n", letter, options[n].text);
    why[letter] = options[n].why;
    if (!options[n].holds) continue;
    letters.push_back(letter);
    answer += fmt::format("{}({})", answer.empty() ? "" : ", ", letter);
  }
  if (kind == "one" && letters.size() != 1)
    throw std::domain_error(fmt::format("question {}: {} options hold", id, letters.size()));
  const nlohmann::ordered_json data{{"id", id}, {"kind", kind}, {"answer", letters}, {"why", why}, {"law", law}};
  std::string text = fmt::format("{}\n<!--question {}-->\n\n<details>\n<summary>Answer</summary>\n\n**{}.** {}\n\n",
                                 list, data.dump(), answer, reason);
  for (std::size_t n = 0; n < options.size(); ++n) {
    text +=
        fmt::format("- ({}) {}: {}\n", static_cast<char>('a' + n), options[n].holds ? "true" : "false", options[n].why);
  }
  return text + "\n</details>\n";
}

std::string written(std::string_view id, std::size_t number, std::string_view law, std::string_view hint,
                    std::string_view reason) {
  const nlohmann::ordered_json data{{"id", id}, {"kind", "number"}, {"answer", number}, {"why", hint}, {"law", law}};
  return fmt::format("<!--question {}-->\n\n<details>\n<summary>Answer</summary>\n\n**{}.** {}\n\n</details>\n",
                     data.dump(), number, reason);
}

// ---- what the layer is run on: small integers, so that equal means equal

template <class M>
M integers(std::size_t rows, std::size_t columns, std::uint64_t name) {
  M m(rows, columns);
  for (std::size_t i = 0; i < rows; ++i) {
    Random random(20170612, name, i);  // a row does not depend on how many there are
    for (std::size_t j = 0; j < columns; ++j) m(i, j) = random.integer(2);
  }
  return m;
}

using X = Matrix<double, T<Sentence>, DModel>;

auto layer(std::size_t d_model = 8, std::size_t d_k = 4, std::size_t d_v = 5) {
  return projections(integers<Matrix<double, DModel, Dk>>(d_model, d_k, 2),
                     integers<Matrix<double, DModel, Dk>>(d_model, d_k, 3),
                     integers<Matrix<double, DModel, Dv>>(d_model, d_v, 4));
}

/// Whether the numbers are the same; the axes need not be.
template <class A, class B>
bool same_numbers(const A& a, const B& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  for (std::size_t n = 0; n < a.size(); ++n) {
    if (a.data()[n] != b.data()[n]) return false;
  }
  return true;
}

/// Whether `longer` begins with the rows of m.
template <class M>
bool begins_with(const M& longer, const M& m) {
  for (std::size_t n = 0; n < m.size(); ++n) {
    if (longer.data()[n] != m.data()[n]) return false;
  }
  return longer.cols() == m.cols();
}

/// Vectors of equal length exactly, none of them twice: signed permutations.
std::vector<X> vectors_of_one_length() {
  std::vector<X> found;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Spec spec{.law = "questions",
                    .regime = Regime::moderate,
                    .sizes = {.t_q = 5, .t_k = 5, .d_k = 6, .d_v = 1},
                    .seed = seed,
                    .bits = 4};
    const Tensor drawn = draw_vectors_of_one_length(spec);
    X x(drawn.rows(), drawn.columns());
    for (std::size_t n = 0; n < x.size(); ++n) x.data()[n] = drawn.values[n];
    bool different = true;
    for (std::size_t i = 0; i < x.rows(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        bool equal = true;
        for (std::size_t c = 0; c < x.cols(); ++c) equal = equal && x(i, c) == x(j, c);
        different = different && !equal;
      }
    }
    if (different) found.push_back(x);
  }
  if (found.size() < 50) throw std::domain_error("too few draws without a repeated vector");
  return found;
}

/// Whether `statement` holds of the weights of every one of the draws.
bool of_all(const std::vector<X>& draws,
            const std::function<bool(const X&, const Matrix<double, T<Sentence>, T<Sentence>>&)>& statement) {
  for (const X& x : draws) {
    if (!statement(x, unprojected_attention(x).weights)) return false;
  }
  return true;
}

template <class M>
bool is_symmetric(const M& m) {
  for (std::size_t i = 0; i < m.rows(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (m(i, j) != m(j, i)) return false;
    }
  }
  return true;
}

// ---- the five

std::string where_from() {
  const X x = integers<X>(6, 8, 1), other = integers<X>(6, 8, 5);
  const auto w = layer();
  const auto seen = self_attention_trace(x, w), of_other = self_attention_trace(other, w);
  const bool each_projected =
      seen.queries == matmul(x, w.wq()) && seen.keys == matmul(x, w.wk()) && seen.values == matmul(x, w.wv());
  const bool read_elsewhere = seen.keys == of_other.keys && seen.values == of_other.values;
  const bool x_itself = same_numbers(seen.queries, x) && same_numbers(seen.keys, x) && same_numbers(seen.values, x);
  const bool learnt_table = read_elsewhere && same_numbers(seen.keys, w.wk());
  return written(
      "where_from", "one",
      {{"Queries come from the sentence that is being written; keys and values from the sentence that is being read.",
        read_elsewhere,
        "That is attention between two sentences; its map is a rectangle. Here a change of X changes keys and values "
        "too."},
       {"All three are the sentence itself.", x_itself, "That is the bare sentence, in which nothing can be learnt."},
       {"Each of the three is the same X times a learnt matrix of its own.", each_projected,
        "Three readings of one matrix: that is what *self* means."},
       {"Queries come from X; keys and values are learnt and stay the same for every sentence.", learnt_table,
        "What is learnt are W^K and W^V. Keys and values are made of X with them."}},
      "agrees_with_the_definition", "[(?)](eq:three_readings), in [three readings of one matrix](three-readings.md).");
}

std::string size_of_the_map() {
  const auto result = self_attention(integers<X>(12, 512, 1), layer(512, 64, 64));
  return written("size_of_the_map", result.weights.size(), "outputs_have_their_shapes",
                 "Both axes of the map are positions of one sentence. The three widths do not enter.",
                 "The map is $T \\times T$ whatever the widths are ([(?)](eq:shapes)). Held by "
                 "[`outputs_have_their_shapes`](laws.md#outputs_have_their_shapes).");
}

std::string without_projections_at_one_length() {
  const auto draws = vectors_of_one_length();
  using Weights = Matrix<double, T<Sentence>, T<Sentence>>;
  const bool itself_most = of_all(draws, [](const X& x, const Weights& a) {
    for (std::size_t i = 0; i < x.rows(); ++i) {
      for (std::size_t j = 0; j < x.rows(); ++j) {
        if (j != i && a(i, j) >= a(i, i)) return false;
      }
    }
    return true;
  });
  const bool one_mean = of_all(draws, [](const X& x, const Weights& a) {
    for (std::size_t i = 1; i < x.rows(); ++i) {
      for (std::size_t j = 0; j < x.rows(); ++j) {
        if (a(i, j) != a(0, j)) return false;
      }
    }
    return true;
  });
  const bool next_most = of_all(draws, [](const X& x, const Weights& a) {
    for (std::size_t i = 0; i + 1 < x.rows(); ++i) {
      for (std::size_t j = 0; j < x.rows(); ++j) {
        if (a(i, j) > a(i, i + 1)) return false;
      }
    }
    return true;
  });
  const bool x_exactly =
      of_all(draws, [](const X& x, const Weights&) { return same_numbers(unprojected_attention(x).output, x); });
  return written("without_projections", "one",
                 {{"For each position a mean in which that position itself has the largest weight.", itself_most,
                   "By Cauchy and Schwarz a vector's product with itself is the largest of its row."},
                  {"For every position the same mean of all vectors.", one_mean,
                   "That happens where all scores are equal, as for vectors of length 0. In general the rows differ."},
                  {"For each position mostly the vector of the position after it.", next_most,
                   "The layer does not know an order: permute the positions and the answer is permuted."},
                  {"X, exactly.", x_exactly,
                   "It comes near where vectors are long. At any length all weights are positive, so something of the "
                   "others is mixed in."}},
                 "diagonal_dominates_when_unprojected_with_equal_norms",
                 "[(?)](eq:diagonal_dominates): a mean that leans to itself, with nothing in it to learn.");
}

std::string what_is_symmetric() {
  const auto draws = vectors_of_one_length();
  bool scores_are = true, weights_are = true;
  for (const X& x : draws) {
    scores_are = scores_are && is_symmetric(scores(x, x));
    weights_are = weights_are && is_symmetric(unprojected_attention(x).weights);
  }
  return written(
      "what_is_symmetric", "one",
      {{"Scores and weights are symmetric.", scores_are && weights_are,
        "Weights divide by the sum of their own row, and rows have different sums."},
       {"Neither is.", !scores_are && !weights_are,
        "A product of two vectors does not ask which comes first: scores are symmetric."},
       {"Weights are symmetric, scores in general are not.", !scores_are && weights_are, "It is the other way round."},
       {"Scores are symmetric, weights in general are not.", scores_are && !weights_are,
        "One numerator, two denominators. They agree only where the two rows have one sum."}},
      "scores_are_symmetric_when_queries_equal_keys",
      "[(?)](eq:symmetric_scores) and [(?)](eq:symmetric_iff). The weights do keep detailed balance, "
      "[(?)](eq:detailed_balance).");
}

std::string from_20_to_200() {
  const auto w = layer();
  const X shorter = integers<X>(20, 8, 1), longer = integers<X>(200, 8, 1);
  if (!begins_with(longer, shorter)) throw std::domain_error("the longer X does not begin with the shorter one");
  const auto before = self_attention_trace(shorter, w), after = self_attention_trace(longer, w);
  const auto sums_to_one = [](const auto& weights) {
    const auto n = static_cast<long double>(weights.cols());
    for (std::size_t i = 0; i < weights.rows(); ++i) {
      long double sum = 0;
      for (std::size_t j = 0; j < weights.cols(); ++j) sum += weights(i, j);
      if (!(std::fabs(sum - 1) <= growth(n * log_roundoff(unit_roundoff(Dtype::f64))))) return false;
    }
    return true;
  };
  bool weights_stay = true, odds_stay = true;
  for (std::size_t i = 0; i < 20; ++i) {
    for (std::size_t j = 0; j < 20; ++j) {
      weights_stay = weights_stay && before.weights(i, j) == after.weights(i, j);
      odds_stay = odds_stay && before.scores(i, j) == after.scores(i, j);  // their differences are the odds' logarithms
    }
  }
  const bool wider_keys = after.keys.cols() > before.keys.cols();
  return written("from_20_to_200", "several",
                 {{"The map has 100 times as many entries.", after.weights.size() == 100 * before.weights.size(),
                   "$T^2$: 400, then 40,000."},
                  {"The layer has as many parameters as before.",
                   parameter_count(w) == longer.cols() * (2 * after.keys.cols() + after.values.cols()),
                   "$d_{\\mathrm{model}}(2 d_k + d_v)$: the length does not occur."},
                  {"Each of the first 20 positions keeps its query.", begins_with(after.queries, before.queries),
                   "A query is made of its own row of X and of nothing else."},
                  {"Each of the first 20 positions keeps its weights for the first 20.", weights_stay,
                   "The new positions take a part of every row. Only the proportions stay."},
                  {"The odds between two of the first 20 keys stay, in each of the first 20 rows.", odds_stay,
                   "They depend on two old scores alone."},
                  {"Each row of the map still sums to 1.", sums_to_one(before.weights) && sums_to_one(after.weights),
                   "At every length, within roundings."},
                  {"$d_k$ has to grow with the length.", wider_keys, "The same projections serve both."}},
                 "one_set_of_weights_serves_every_length",
                 "[(?)](eq:length_free), [(?)](eq:growing_x), [(?)](eq:old_rows_shrink), [(?)](eq:row_sum), "
                 "[(?)](eq:parameter_count).");
}

}  // namespace

Chapter questions() {
  Chapter chapter;
  chapter.facts = {{"questions.where_from", where_from()},
                   {"questions.size_of_the_map", size_of_the_map()},
                   {"questions.without_projections", without_projections_at_one_length()},
                   {"questions.what_is_symmetric", what_is_symmetric()},
                   {"questions.from_20_to_200", from_20_to_200()}};
  return chapter;
}

}  // namespace attnref::docs
