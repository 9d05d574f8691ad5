#include "grid/story.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "lesson/coordinates.hpp"
#include "lesson/decimals.hpp"
#include "lesson/score_terms.hpp"
#include "problem/utf8.hpp"

namespace attnref::grid {

namespace {

using lesson::PlainMatrix;

constexpr std::size_t name_width = 24;
constexpr const char* times = " \xC3\x97 ";
constexpr const char* sign = "\xE2\x88\x92";
constexpr const char* minus = " \xE2\x88\x92 ";
constexpr const char* root = "\xE2\x88\x9A";

/// With a minus sign that isn't a hyphen.
std::string decimal(double value) {
  const std::string text = lesson::trimmed(value, 3);
  return text.front() == '-' ? sign + text.substr(1) : text;
}

/// In parentheses if it begins with a sign, for products and differences.
std::string operand(double value) { return value < 0 ? '(' + decimal(value) + ')' : decimal(value); }

/// The two places where everything enters by columns.
std::string axis_lines(const Session& session, std::size_t i, std::size_t j) {
  std::string text;
  for (const lesson::AxisTerm& term :
       lesson::axis_terms(session.x(), session.projection(Projection::wq), session.projection(Projection::wk),
                          session.grid().attention, i, j)) {
    const double product = term.query * term.key;
    if (product == 0) continue;
    text += lesson::names_of(term.asking, " + ") + " asks " + lesson::names_of(term.offering, " + ") + '\t' +
            operand(term.query) + times + operand(term.key) + " = " + decimal(product) + '\n';
  }
  return text.empty() ? "nothing asked is offered here\t0\n" : text;
}

std::string block_lines(const Session& session, std::size_t i, std::size_t j) {
  std::string text;
  for (const lesson::BlockTerm& term : lesson::block_terms(session.x(), i, j)) {
    text += "same " + term.name + '\t' + decimal(term.product) + '\n';
  }
  return text;
}

double largest_score(const PlainMatrix& scores, std::size_t row) {
  double largest = scores(row, 0);
  for (std::size_t j = 1; j < scores.columns; ++j) largest = std::max(largest, scores(row, j));
  return largest;
}

/// sum_k exp(s_ik - m_i): the largest weight is 1 over it.
double denominator(const lesson::PlainAttention& attention, std::size_t row) {
  double largest = 0;
  for (std::size_t j = 0; j < attention.weights.columns; ++j) largest = std::max(largest, attention.weights(row, j));
  return 1 / largest;
}

std::string isolated(const std::string& word) { return "\xE2\x81\xA8" + word + "\xE2\x81\xA9"; }

/// The columns of a row, largest score first, ties in the sentence's order.
std::vector<std::size_t> by_score(const PlainMatrix& scores, std::size_t row, std::size_t most) {
  std::vector<std::size_t> columns(scores.columns);
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  const auto end = columns.begin() + static_cast<std::ptrdiff_t>(std::min(most, columns.size()));
  std::partial_sort(columns.begin(), end, columns.end(), [&](std::size_t left, std::size_t right) {
    return scores(row, left) != scores(row, right) ? scores(row, left) > scores(row, right) : left < right;
  });
  columns.erase(end, columns.end());
  return columns;
}

std::string looked_at(const Session& session, std::size_t row) {
  const lesson::Grid& grid = session.grid();
  const std::size_t count = grid.maxima.size();
  if (count > 1 && grid.maxima[row].size() == count) {
    return "looks at every word alike, " + lesson::fixed(grid.attention.weights(row, 0), 3) + " each";
  }
  std::string text = "looks at ";
  const char* separator = "";
  for (const std::size_t column : by_score(grid.attention.scores, row, 3)) {
    const std::string name = column == row ? "itself" : isolated(word_name(session, column));
    text += separator + name + ' ' + lesson::fixed(grid.attention.weights(row, column), 3);
    separator = ", ";
  }
  return text;
}

std::string read_there(const Session& session, std::size_t row) {
  const PlainMatrix& wv = session.projection(Projection::wv);
  std::string text;
  for (std::size_t column = 0; column < wv.columns; ++column) {
    const std::string names = lesson::names_of(lesson::rows_in(wv, column), " + ");
    if (names.empty()) continue;
    text += (text.empty() ? "" : ", ") + names + ' ' + decimal(session.grid().attention.output(row, column));
  }
  return text.empty() ? "nothing" : text;
}

}  // namespace

std::string word_name(const Session& session, std::size_t word) {
  return shortened(session.words().at(word).typed, name_width);
}

std::string cell_story(const Session& session, std::size_t row, std::size_t column) {
  const lesson::PlainAttention& attention = session.grid().attention;
  const double width = static_cast<double>(attention.queries.columns);
  const double score = attention.scores(row, column);
  std::string text = session.projected() ? axis_lines(session, row, column) : block_lines(session, row, column);
  text += "their sum, over " + std::string(root) + decimal(width) + " = " + decimal(std::sqrt(width)) + "\tscore " +
          decimal(score) + '\n';
  text += "softmax over the row\te^(" + decimal(score) + minus + operand(largest_score(attention.scores, row)) +
          ") / " + decimal(denominator(attention, row)) + " = " + lesson::fixed(attention.weights(row, column), 3) +
          '\n';
  return text;
}

std::string row_story(const Session& session, std::size_t row) {
  std::string text = isolated(word_name(session, row)) + ' ' + looked_at(session, row);
  if (session.projected()) text += ", and reads " + read_there(session, row);
  return text + '.';
}

std::string summary(const Session& session) {
  const auto& maxima = session.grid().maxima;
  return std::to_string(lesson::rows_won_by_the_diagonal(maxima)) + " of " + std::to_string(maxima.size()) +
         " rows look at themselves most.";
}

}  // namespace attnref::grid
