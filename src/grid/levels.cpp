#include "grid/levels.hpp"

#include <algorithm>
#include <cmath>

namespace attnref::grid {

int level_of(double weight) {
  return static_cast<int>(std::lround(most_level * std::sqrt(std::clamp(weight, 0.0, 1.0))));
}

double weight_of(int level) {
  const double part = static_cast<double>(level) / most_level;
  return part * part;
}

std::vector<std::uint8_t> levels_of(const lesson::Grid& grid) {
  std::vector<std::uint8_t> levels;
  levels.reserve(grid.attention.weights.values.size());
  for (const double weight : grid.attention.weights.values)
    levels.push_back(static_cast<std::uint8_t>(level_of(weight)));
  return levels;
}

std::vector<std::uint8_t> marks_of(const lesson::Grid& grid) {
  const std::size_t count = grid.maxima.size();
  std::vector<std::uint8_t> marks(count * count, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const bool alike = count > 1 && grid.maxima[i].size() == count;
    for (const std::size_t j : grid.maxima[i]) marks[i * count + j] = alike ? 2 : 1;
  }
  return marks;
}

}  // namespace attnref::grid
