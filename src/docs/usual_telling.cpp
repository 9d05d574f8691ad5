#include "docs/usual_telling.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "docs/number_text.hpp"
#include "docs/rounded.hpp"
#include "lesson/arrays.hpp"

namespace attnref::docs {

void Facts::operator()(const std::string& name, std::size_t count) { (*this)(name, with_commas(count)); }

Sentence lessons(const std::string& name) {
  const lesson::PlainMatrix plain = lesson::array(name);
  Sentence matrix(plain.rows, plain.columns);
  std::copy(plain.values.begin(), plain.values.end(), matrix.data());
  return matrix;
}

Map unprojected_weights(const Sentence& x) { return unprojected_attention(x).weights; }

namespace {

/// A weight to three digits; what would look like 0 or 1 and is neither, as an inequality.
std::string shown_weight(double weight) {
  if (weight > 0 && weight < 0.0005) return "<0.001";
  if (weight < 1 && weight >= 0.9995) return ">0.999";
  return rounded(weight, 3);
}

}  // namespace

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

std::string count_with_error(std::size_t count, std::size_t of) {
  const auto n = static_cast<double>(count);
  return fmt::format("{} ± {}", with_commas(count), rounded(std::sqrt(n * (1 - n / static_cast<double>(of))), 0));
}

}  // namespace attnref::docs
