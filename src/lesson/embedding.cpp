#include "lesson/embedding.hpp"

#include <cmath>

#include "lesson/word_hash.hpp"

namespace attnref::lesson {

namespace {

double on_lattice(double value) { return std::round(value * 0x1p20) * 0x1p-20; }

/// A unit complex number, real part first.
using Rotation = std::array<double, 2>;

Rotation power(const Rotation& base, std::size_t exponent) {
  Rotation result = {1.0, 0.0};
  for (std::size_t i = 0; i < exponent; ++i) {
    result = {result[0] * base[0] - result[1] * base[1], result[0] * base[1] + result[1] * base[0]};
  }
  return result;
}

}  // namespace

std::array<double, 4> position_direction(std::size_t position) {
  const Rotation fast = power({0.6, 0.8}, position);
  const Rotation slow = power({0.96, 0.28}, position);
  const double root_two = std::sqrt(2.0);
  return {fast[0] / root_two, fast[1] / root_two, slow[0] / root_two, slow[1] / root_two};
}

PlainMatrix embed(const std::vector<Word>& words) {
  PlainMatrix x(words.size(), embedding_size);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const WordClass known = word_class(words[i].folded);
    x(i, part_of_speech_block + static_cast<std::size_t>(known.part_of_speech)) = 1.0;
    x(i, number_block + static_cast<std::size_t>(known.number)) = 1.0;
    const std::array<double, 3> word = word_direction(words[i].folded);
    for (std::size_t k = 0; k < word.size(); ++k) x(i, word_block + k) = on_lattice(word[k]);
    const std::array<double, 4> position = position_direction(i);
    for (std::size_t k = 0; k < position.size(); ++k) x(i, position_block + k) = on_lattice(position[k]);
  }
  return x;
}

}  // namespace attnref::lesson
