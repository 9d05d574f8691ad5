// Growing sequences: what the lesson's ninth position does to the rows of the first eight, and what grows with a
// length.
#include "docs/chapter.hpp"
#include "docs/rounded.hpp"
#include "docs/with_commas.hpp"
#include "lesson/arrays.hpp"
#include "lesson/plain_attention.hpp"

#include "attnref/projections.hpp"

#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <string>

#include <fmt/format.h>

namespace attnref::docs {
namespace {

using lesson::PlainMatrix;

using lesson::PlainAttention;

/// The lesson's layer at T = 9, given its first t positions alone.
PlainAttention layer_of_first(std::size_t t) {
  const PlainMatrix whole = lesson::array("cell1_T9_X");
  PlainMatrix x(t, whole.columns);
  for (std::size_t i = 0; i < t; ++i) {
    for (std::size_t c = 0; c < x.columns; ++c) x(i, c) = whole(i, c);
  }
  return lesson::projected_attention(x, lesson::array("cell1_T9_Wq"), lesson::array("cell1_T9_Wk"),
                                     lesson::array("cell1_T9_Wv"));
}

/// (eq. old_rows_shrink)
std::string row_0() {
  const PlainMatrix before = layer_of_first(8).weights, after = layer_of_first(9).weights;
  const double left = 1 - after(0, 8);
  std::string header = "| key |", rule = "|---|", of_8 = "| 8 positions |", of_9 = "| 9 positions |",
              shrunk = "| the first, times what is left |";
  for (std::size_t j = 0; j < 9; ++j) {
    header += fmt::format(" {} |", j);
    rule += "---:|";
    of_8 += j < 8 ? fmt::format(" {} |", rounded(before(0, j), 4)) : "  |";
    of_9 += fmt::format(" {} |", rounded(after(0, j), 4));
    shrunk += j < 8 ? fmt::format(" {} |", rounded(left * before(0, j), 4)) : "  |";
  }
  return fmt::format("{}\n{}\n{}\n{}\n{}\n", header, rule, of_8, shrunk, of_9);
}

double log_sum_exp(const PlainMatrix& scores, std::size_t i) {
  double sum = 0;
  for (std::size_t j = 0; j < scores.columns; ++j) sum += std::exp(scores(i, j));
  return std::log(sum);
}

/// (eq. old_outputs_move, log_sum_exp_grows)
std::string output_0() {
  const PlainAttention before = layer_of_first(8), after = layer_of_first(9);
  const double taken = after.weights(0, 8);
  std::string header = "| | L |", rule = "|---|---:|";
  std::string of_8 = fmt::format("| 8 positions | {} |", rounded(log_sum_exp(before.scores, 0), 4));
  std::string moved =
      fmt::format("| moved by the new weight | {} |", rounded(log_sum_exp(before.scores, 0) - std::log1p(-taken), 4));
  std::string of_9 = fmt::format("| 9 positions | {} |", rounded(log_sum_exp(after.scores, 0), 4));
  for (std::size_t c = 0; c < before.output.columns; ++c) {
    const double old = before.output(0, c);
    header += fmt::format(" y, column {} |", c);
    rule += "---:|";
    of_8 += fmt::format(" {} |", rounded(old, 4));
    moved += fmt::format(" {} |", rounded(old + taken * (after.values(8, c) - old), 4));
    of_9 += fmt::format(" {} |", rounded(after.output(0, c), 4));
  }
  return fmt::format("{}\n{}\n{}\n{}\n{}\n", header, rule, of_8, moved, of_9);
}

std::string table() {
  struct DModel : axis<DModel, 8> {};
  struct Dk : axis<Dk, 4> {};
  struct Dv : axis<Dv, 5> {};
  std::string text = "| T | parameters | scores of the new row | entries of the map |\n|---:|---:|---:|---:|\n";
  for (const std::size_t t : std::initializer_list<std::size_t>{6, 9, 20, 200}) {
    text += fmt::format("| {} | {} | {} | {} |\n", t, parameter_count<DModel, Dk, Dv>(), t, with_commas(t * t));
  }
  return text;
}

}  // namespace

Chapter growing_sequences() {
  Chapter chapter;
  chapter.facts = {{"growing_sequences.row_0", row_0()},
                   {"growing_sequences.output_0", output_0()},
                   {"growing_sequences.table", table()}};
  return chapter;
}

}  // namespace attnref::docs
