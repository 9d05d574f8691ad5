// The bare sentence: the lesson's grid in numbers, and as a figure of two maps.
#include "docs/chapter.hpp"
#include "docs/rounded.hpp"
#include "docs/svg.hpp"
#include "lesson/grid.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace attnref::docs {
namespace {

using lesson::Grid;
using lesson::PlainMatrix;
using lesson::SentenceGrids;

/// The column of W^V that reads it.
constexpr std::size_t plural = 1;

constexpr std::string_view sentence = "the keys to this car are here";

std::size_t position_of(const SentenceGrids& grids, std::string_view word) {
  for (std::size_t i = 0; i < grids.words.size(); ++i) {
    if (grids.words[i].folded == word) return i;
  }
  throw std::runtime_error("no such word: " + std::string(word));
}

/// A score of the hand-set projections, which is a whole number or a half.
std::string whole_or_half(double score) {
  if (score * 2 != static_cast<double>(static_cast<long>(score * 2))) throw std::domain_error("not a half");
  return score == static_cast<double>(static_cast<long>(score)) ? fmt::format("{:.0f}", score)
                                                                : fmt::format("{:.1f}", score);
}

/// The nearest has the largest score and the largest weight. (eq. squared_distance, gaussian_kernel)
std::string row_without_projections(const SentenceGrids& grids, std::size_t i) {
  const Grid& grid = grids.unprojected;
  const PlainMatrix& x = grid.attention.queries;
  std::string table = "| word | product with *are* | squared distance | score | weight |\n|---|---:|---:|---:|---:|\n";
  for (std::size_t j = 0; j < grids.words.size(); ++j) {
    double product = 0, distance = 0;
    for (std::size_t c = 0; c < x.columns; ++c) {
      product += x(i, c) * x(j, c);
      distance += (x(i, c) - x(j, c)) * (x(i, c) - x(j, c));
    }
    table +=
        fmt::format("| {} | {} | {} | {} | {} |\n", grids.words[j].typed, rounded(product, 3), rounded(distance, 3),
                    rounded(grid.attention.scores(i, j), 3), rounded(grid.attention.weights(i, j), 3));
  }
  return table;
}

std::string row_with_projections(const SentenceGrids& grids, std::size_t i) {
  const Grid& grid = grids.projected;
  const PlainMatrix &q = grid.attention.queries, &k = grid.attention.keys;
  std::string table = "| word | query of *are* times key | halved: score | weight |\n|---|---|---:|---:|\n";
  for (std::size_t j = 0; j < grids.words.size(); ++j) {
    std::string product;
    for (std::size_t c = 0; c < q.columns; ++c)
      product += fmt::format("{}{:.0f}·{:.0f}", c ? " + " : "", q(i, c), k(j, c));
    table += fmt::format("| {} | {} | {} | {} |\n", grids.words[j].typed, product,
                         whole_or_half(grid.attention.scores(i, j)), rounded(grid.attention.weights(i, j), 3));
  }
  return table;
}

void draw_map(svg::Picture& picture, const SentenceGrids& grids, const Grid& grid, double left,
              std::string_view title) {
  constexpr double cell = 40, top = 78, label = 44;
  const std::size_t t = grids.words.size();
  picture.text({left + label + cell * static_cast<double>(t) / 2, 24}, title, "ink strong", svg::Anchor::middle);
  for (std::size_t i = 0; i < t; ++i) {
    const double y = top + cell * static_cast<double>(i), x_of_i = left + label + cell * (static_cast<double>(i) + 0.5);
    picture.text({left + label - 8, y + 25}, grids.words[i].typed, "ink small", svg::Anchor::end);
    picture.text({x_of_i, top - 10}, grids.words[i].typed, "ink small", svg::Anchor::middle);
    for (std::size_t j = 0; j < t; ++j) {
      const double x = left + label + cell * static_cast<double>(j);
      picture.rectangle({x, y}, cell - 2, cell - 2, "fill-one", 0.05 + 0.95 * grid.attention.weights(i, j));
    }
    for (const std::size_t j : grid.maxima[i]) {
      const svg::Point middle{left + label + cell * (static_cast<double>(j) + 0.5) - 1, y + cell / 2 - 1};
      picture.circle(middle, 6, "ground");
      picture.circle(middle, 4, "fill-two");
    }
  }
}

std::string maps(const SentenceGrids& grids) {
  svg::Picture picture(
      680, 388, "One sentence, two maps",
      "Two maps of seven words by seven. Left, without projections, the largest weight of every row is "
      "on the diagonal. Right, with hand-set projections, it is on the diagonal alone in no row, and the "
      "row of are has most of its weight at keys.");
  draw_map(picture, grids, grids.unprojected, 6, "projections off");
  draw_map(picture, grids, grids.projected, 346, "projections on");
  picture.circle({20, 375}, 4, "fill-two");
  picture.text({32, 379}, "largest of its row, each where several tie; the stronger a cell, the larger its weight",
               "muted small");
  return picture.document();
}

}  // namespace

Chapter the_bare_sentence() {
  const SentenceGrids grids = lesson::sentence_grids(sentence);
  const std::size_t t = grids.words.size(), are = position_of(grids, "are"), keys = position_of(grids, "keys"),
                    car = position_of(grids, "car");
  const PlainMatrix &off = grids.unprojected.attention.weights, &on = grids.projected.attention.weights;
  double least = 1, most = 0;
  for (std::size_t i = 0; i < t; ++i) {
    least = std::min(least, off(i, i));
    most = std::max(most, off(i, i));
  }
  const auto score = [&](std::size_t i, std::size_t j) {
    return whole_or_half(grids.projected.attention.scores(i, j));
  };
  Chapter chapter;
  chapter.facts = {
      {"the_bare_sentence.off_wins",
       fmt::format("{} of {}", lesson::rows_won_by_the_diagonal(grids.unprojected.maxima), t)},
      {"the_bare_sentence.off_range", fmt::format("{} and {}", rounded(least, 2), rounded(most, 2))},
      {"the_bare_sentence.row_of_are_off", row_without_projections(grids, are)},
      {"the_bare_sentence.row_of_are_on", row_with_projections(grids, are)},
      {"the_bare_sentence.are_keys", rounded(on(are, keys), 3)},
      {"the_bare_sentence.are_car", rounded(on(are, car), 3)},
      {"the_bare_sentence.are_are", rounded(on(are, are), 3)},
      {"the_bare_sentence.are_reads_plural", rounded(grids.projected.attention.output(are, plural), 3)},
      {"the_bare_sentence.score_are_keys", score(are, keys)},
      {"the_bare_sentence.score_keys_are", score(keys, are)},
  };
  chapter.figures = {{"bare_sentence", maps(grids)}};
  return chapter;
}

}  // namespace attnref::docs
