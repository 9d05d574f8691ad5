// What satisfies the laws: attention's neighbours, and which law each of them breaks.
#include "docs/chapter.hpp"
#include "docs/independence.hpp"
#include "docs/neighbours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attnref::docs {
namespace {

/// Neighbours by number, as the matrix's columns name them.
std::string definitions(std::span<const Neighbour> neighbours) {
  std::string table = "| | neighbour | what it does |\n|---|---|---|";
  int number = 0;
  for (const Neighbour& neighbour : neighbours) {
    table += fmt::format("\n| {} | `{}` | {} |", number++, neighbour.name, neighbour.what);
  }
  return table;
}

std::string row(std::string_view what, const std::vector<bool>& broken) {
  std::string row = fmt::format("\n| {} |", what);
  for (const bool b : broken) row += b ? " **broken** |" : " · |";
  return row;
}

/// Laws by neighbours, found by check().
std::string matrix(std::span<const Neighbour> neighbours, std::span<const std::string_view> laws) {
  std::string table = "| law |", rule = "\n|---|";
  std::vector<std::vector<std::string_view>> broken;
  for (std::size_t n = 0; n < neighbours.size(); ++n) {
    table += fmt::format(" {} |", n);
    rule += ":-:|";
    broken.push_back(laws_broken_by(neighbours[n].make(), laws));
  }
  table += rule;
  for (const std::string_view law : laws) {
    std::vector<bool> by;
    for (const auto& those : broken) by.push_back(std::find(those.begin(), those.end(), law) != those.end());
    table += row(fmt::format("[`{0}`](laws.md#{0})", law), by);
  }
  return table;
}

/// Which neighbours break the reading: the matrix's last row.
std::string readings() {
  std::vector<bool> misread;
  for (const Neighbour& neighbour : neighbours()) misread.push_back(!reads_right(neighbour.make()));
  return row("the reading [(?)](eq:reading)", misread);
}

}  // namespace

Chapter what_satisfies_the_laws() {
  Chapter chapter;
  chapter.facts.emplace_back("what_satisfies_the_laws.merging_neighbours", definitions(neighbours_in_merging()));
  chapter.facts.emplace_back("what_satisfies_the_laws.merging_matrix",
                             matrix(neighbours_in_merging(), laws_of_merging()));
  chapter.facts.emplace_back("what_satisfies_the_laws.neighbours", definitions(neighbours()));
  chapter.facts.emplace_back("what_satisfies_the_laws.matrix", matrix(neighbours(), the_laws()) + readings());
  return chapter;
}

}  // namespace attnref::docs
