// Counting parameters: the layer's count beside that of a perceptron on the whole sequence, and how many of them can be
// told. (eq. gauge_tangent, identifiable_count, sentence_count)
#include "docs/chapter.hpp"
#include "docs/modular_rank.hpp"
#include "docs/sentence_jacobian.hpp"
#include "docs/with_commas.hpp"
#include "lesson/arrays.hpp"

#include "attnref/projections.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

namespace attnref::docs {
namespace {

using lesson::PlainMatrix;

struct DModel : axis<DModel, 8> {};
struct Dk : axis<Dk, 4> {};
struct Dv : axis<Dv, 5> {};
struct Wide : axis<Wide, 512> {};
struct Narrow : axis<Narrow, 64> {};
struct NarrowToo : axis<NarrowToo, 64> {};

constexpr std::size_t hidden = 8;

PlainMatrix first_rows(const PlainMatrix& m, std::size_t rows) {
  PlainMatrix top(rows, m.columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < m.columns; ++j) top(i, j) = m(i, j);
  }
  return top;
}

/// How many of the lesson's parameters its first t positions can tell.
std::size_t told_by(std::size_t t) {
  return rank(sentence_jacobian(first_rows(lesson::array("cell1_T9_X"), t), lesson::array("cell1_T9_Wq"),
                                lesson::array("cell1_T9_Wk"), lesson::array("cell1_T9_Wv")));
}

/// (eq. sentence_count)
std::size_t formula_for(std::size_t t) {
  const std::size_t a = std::min(t, DModel::extent), b = std::min(t - 1, DModel::extent);
  const std::size_t c = std::min({Dk::extent, a, b});
  return c * (a + b - c) + a * Dv::extent;
}

std::string table_of_counts() {
  std::string table = "| T | attention learns | a perceptron learns | entries of the map |\n|---:|---:|---:|---:|\n";
  for (const std::size_t t : std::initializer_list<std::size_t>{1, 6, 9, 20, 200}) {
    table +=
        fmt::format("| {} | {} | {} | {} |\n", t, parameter_count<DModel, Dk, Dv>(),
                    with_commas(perceptron_parameter_count(t, DModel::extent, hidden, Dv::extent)), with_commas(t * t));
  }
  return table;
}

std::string table_by_length() {
  std::string header = "| T |", rule = "|---|", row = "| rank |";
  for (std::size_t t = 1; t <= 9; ++t) {
    const std::size_t found = told_by(t);
    if (found != formula_for(t))
      throw std::domain_error(fmt::format("rank {} at T = {}, {} expected", found, t, formula_for(t)));
    header += fmt::format(" {} |", t);
    rule += "---:|";
    row += fmt::format(" {} |", found);
  }
  return header + "\n" + rule + "\n" + row + "\n";
}

}  // namespace

Chapter parameters() {
  constexpr std::size_t large = parameter_count<Wide, Narrow, NarrowToo>();
  Chapter chapter;
  chapter.facts = {
      {"parameters.lesson", std::to_string(parameter_count<DModel, Dk, Dv>())},
      {"parameters.table", table_of_counts()},
      {"parameters.identifiable", std::to_string(told_by(9))},
      {"parameters.large", with_commas(large)},
      {"parameters.large_identifiable", with_commas(large - Narrow::extent * Narrow::extent)},
      {"parameters.by_length", table_by_length()},
  };
  return chapter;
}

}  // namespace attnref::docs
