#include "docs/integer_vectors.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <tuple>
#include <utility>

namespace attnref::docs {
namespace {

/// 0, 1, -1, 2, -2 ... in their order.
int simplicity(int n) { return n > 0 ? 2 * n - 1 : -2 * n; }

std::vector<int> simplicities(const IntegerVectors& x) {
  std::vector<int> list;
  std::transform(x.numbers.begin(), x.numbers.end(), std::back_inserter(list), simplicity);
  return list;
}

int sum_of_magnitudes(const IntegerVectors& x) {
  return std::accumulate(x.numbers.begin(), x.numbers.end(), 0, [](int sum, int n) { return sum + std::abs(n); });
}

int largest_magnitude(const IntegerVectors& x) {
  return std::accumulate(x.numbers.begin(), x.numbers.end(), 0,
                         [](int most, int n) { return std::max(most, std::abs(n)); });
}

auto size_of(const IntegerVectors& x) {
  return std::make_tuple(x.count, x.width, sum_of_magnitudes(x), largest_magnitude(x), simplicities(x));
}

IntegerVectors without_vector(const IntegerVectors& x, std::size_t left_out) {
  IntegerVectors fewer{x.count - 1, x.width, x.numbers};
  const auto begin = fewer.numbers.begin() + static_cast<std::ptrdiff_t>(left_out * x.width);
  fewer.numbers.erase(begin, begin + static_cast<std::ptrdiff_t>(x.width));
  return fewer;
}

IntegerVectors without_coordinate(const IntegerVectors& x, std::size_t left_out) {
  IntegerVectors narrower{x.count, x.width - 1, {}};
  for (std::size_t k = 0; k < x.numbers.size(); ++k) {
    if (k % x.width != left_out) narrower.numbers.push_back(x.numbers[k]);
  }
  return narrower;
}

IntegerVectors with_magnitude(IntegerVectors x, int from, int to) {
  for (int& n : x.numbers) {
    if (std::abs(n) == from) n = n < 0 ? -to : to;
  }
  return x;
}

template <class Change>
IntegerVectors changed(IntegerVectors x, Change change) {
  change(x);
  return x;
}

void leave_out(const IntegerVectors& x, std::vector<IntegerVectors>& into) {
  for (std::size_t i = 0; x.count > 1 && i < x.count; ++i) into.push_back(without_vector(x, i));
  for (std::size_t c = 0; x.width > 1 && c < x.width; ++c) into.push_back(without_coordinate(x, c));
}

void lower(const IntegerVectors& x, std::vector<IntegerVectors>& into) {
  for (int from = largest_magnitude(x); from > 0; --from) {
    for (const int to : {0, from / 2, from - 1}) into.push_back(with_magnitude(x, from, to));
  }
  for (std::size_t k = 0; k < x.numbers.size(); ++k) {
    const int n = x.numbers[k];
    for (const int to : {0, n / 2, n > 0 ? n - 1 : n + 1, -n})
      into.push_back(changed(x, [&](IntegerVectors& y) { y.numbers[k] = to; }));
  }
}

void turn_and_exchange(const IntegerVectors& x, std::vector<IntegerVectors>& into) {
  for (std::size_t c = 0; c < x.width; ++c) {
    into.push_back(changed(x, [&](IntegerVectors& y) {
      for (std::size_t i = 0; i < y.count; ++i) y(i, c) = -y(i, c);
    }));
    for (std::size_t other = 0; other < c; ++other) {
      into.push_back(changed(x, [&](IntegerVectors& y) {
        for (std::size_t i = 0; i < y.count; ++i) std::swap(y(i, c), y(i, other));
      }));
    }
  }
  for (std::size_t i = 0; i < x.count; ++i) {
    for (std::size_t other = 0; other < i; ++other) {
      into.push_back(changed(x, [&](IntegerVectors& y) {
        for (std::size_t c = 0; c < y.width; ++c) std::swap(y(i, c), y(other, c));
      }));
    }
  }
}

/// Calls `visit` with every choice of the numbers from `place` on whose magnitudes sum to at most `left`.
void for_each_choice(IntegerVectors& x, std::size_t place, int left,
                     const std::function<void(const IntegerVectors&)>& visit) {
  if (place == x.numbers.size()) return visit(x);
  for (int n = -left; n <= left; ++n) {
    x.numbers[place] = n;
    for_each_choice(x, place + 1, left - std::abs(n), visit);
  }
}

template <class Number>
rc::Gen<Number> uniform(Number least, Number most) {
  return rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::inRange<Number>(least, most + 1)));
}

template <class Draw>
rc::Gen<IntegerVectors> of_drawn_size(const IntegerRange& range, Draw draw) {
  return rc::gen::mapcat(
      rc::gen::pair(uniform(range.least_count, range.most_count), uniform(range.least_width, range.most_width)),
      [draw](const std::pair<std::size_t, std::size_t>& size) { return draw(size.first, size.second); });
}

}  // namespace

int IntegerVectors::dot(std::size_t i, std::size_t j) const {
  int sum = 0;
  for (std::size_t c = 0; c < width; ++c) sum += (*this)(i, c) * (*this)(j, c);
  return sum;
}

std::vector<int> IntegerVectors::vector(std::size_t i) const {
  const auto begin = numbers.begin() + static_cast<std::ptrdiff_t>(i * width);
  return {begin, begin + static_cast<std::ptrdiff_t>(width)};
}

bool operator<(const IntegerVectors& a, const IntegerVectors& b) { return size_of(a) < size_of(b); }

std::vector<IntegerVectors> smaller(const IntegerVectors& x) {
  std::vector<IntegerVectors> steps;
  leave_out(x, steps);
  lower(x, steps);
  turn_and_exchange(x, steps);
  std::erase_if(steps, [&](const IntegerVectors& y) { return !(y < x); });
  return steps;
}

void for_each_below(const IntegerVectors& x, const std::function<void(const IntegerVectors&)>& visit) {
  for (std::size_t count = 1; count <= x.count; ++count) {
    for (std::size_t width = 1; width <= x.width; ++width) {
      IntegerVectors choice{count, width, std::vector<int>(count * width)};
      if (const int most = sum_of_magnitudes(x) - 1; most >= 0) for_each_choice(choice, 0, most, visit);
    }
  }
}

rc::Gen<IntegerVectors> integer_vectors(const IntegerRange& range) {
  return of_drawn_size(range, [range](std::size_t count, std::size_t width) {
    return rc::gen::map(rc::gen::container<std::vector<int>>(count * width, uniform(range.least, range.most)),
                        [=](std::vector<int> numbers) {
                          return IntegerVectors{count, width, std::move(numbers)};
                        });
  });
}

rc::Gen<IntegerVectors> integer_vectors_of_one_length(const IntegerRange& range) {
  return of_drawn_size(range, [range](std::size_t count, std::size_t width) {
    const auto one = rc::gen::container<std::vector<int>>(width, uniform(range.least, range.most));
    // Each number of `keys` is the place of its coordinate in the order, and its sign.
    const auto keys = rc::gen::container<std::vector<int>>(count * width, uniform(-999, 999));
    return rc::gen::map(rc::gen::pair(one, keys), [=](const std::pair<std::vector<int>, std::vector<int>>& drawn) {
      IntegerVectors x{count, width, {}};
      for (std::size_t i = 0; i < count; ++i) {
        std::vector<std::pair<int, std::size_t>> order;
        for (std::size_t c = 0; c < width; ++c) order.emplace_back(drawn.second[i * width + c], c);
        std::sort(order.begin(), order.end());
        for (const auto& [key, c] : order) x.numbers.push_back(key % 2 == 0 ? drawn.first[c] : -drawn.first[c]);
      }
      return x;
    });
  });
}

bool no_vector_is_zero(const IntegerVectors& x) {
  for (std::size_t i = 0; i < x.count; ++i) {
    if (x.dot(i, i) == 0) return false;
  }
  return true;
}

bool all_differ(const IntegerVectors& x) {
  for (std::size_t i = 0; i < x.count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (x.vector(i) == x.vector(j)) return false;
    }
  }
  return true;
}

bool all_of_one_length(const IntegerVectors& x) {
  for (std::size_t i = 1; i < x.count; ++i) {
    if (x.dot(i, i) != x.dot(0, 0)) return false;
  }
  return true;
}

std::vector<std::size_t> row_maxima(const IntegerVectors& x, std::size_t i) {
  std::vector<std::size_t> columns = {0};
  for (std::size_t j = 1; j < x.count; ++j) {
    if (x.dot(i, j) > x.dot(i, columns.front())) columns.clear();
    if (columns.empty() || x.dot(i, j) == x.dot(i, columns.front())) columns.push_back(j);
  }
  return columns;
}

Sentence sentence(const IntegerVectors& x, double unit) {
  Sentence matrix(x.count, x.width);
  for (std::size_t k = 0; k < x.numbers.size(); ++k) matrix.data()[k] = unit * x.numbers[k];
  return matrix;
}

std::string to_string(const IntegerVectors& x) {
  std::string text;
  for (std::size_t i = 0; i < x.count; ++i) {
    text += i == 0 ? "(" : ", (";
    for (std::size_t c = 0; c < x.width; ++c) text += (c == 0 ? "" : ", ") + std::to_string(x(i, c));
    text += ")";
  }
  return text;
}

}  // namespace attnref::docs
