// Places 2, 4 and 7: who has the largest weight of a row, who ties, and when the map is symmetric.
#include "docs/usual_telling.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace attnref::docs {
namespace {

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

void repeated(Facts& fact) {
  const IntegerVectors x =
      smallest("at one length the diagonal is alone", integer_vectors_of_one_length(), [](const IntegerVectors& y) {
        return no_vector_is_zero(y) && all_of_one_length(y) &&
               any_row(y, [&](std::size_t i) { return row_maxima(y, i).size() > 1; });
      });
  fact("repeated", to_string(x));
  fact("repeated_map", map_table(x));
}

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

}  // namespace

void winners_of_rows(Facts& fact) {
  longest_vector(fact);
  repeated(fact);
  symmetric(fact);
}

}  // namespace attnref::docs
