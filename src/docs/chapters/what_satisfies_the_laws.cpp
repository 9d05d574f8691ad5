// What satisfies the laws: attention's neighbours, and which law each of them breaks.
#include "docs/chapter.hpp"
#include "docs/independence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace attnref::docs {
namespace {

/// The neighbours by number, as the matrix's columns name them.
std::string definitions() {
  std::string table = "| | neighbour | what it does |\n|---|---|---|";
  int number = 0;
  for (const Neighbour& neighbour : neighbours()) {
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
std::string matrix() {
  std::string table = "| law |", rule = "\n|---|";
  for (std::size_t n = 0; n < neighbours().size(); ++n) {
    table += fmt::format(" {} |", n);
    rule += ":-:|";
  }
  table += rule;
  std::vector<std::vector<std::string_view>> broken;
  std::vector<bool> misread;
  for (const Neighbour& neighbour : neighbours()) {
    const AnyBackend back_end = neighbour.make();
    broken.push_back(laws_broken_by(back_end));
    misread.push_back(!reads_right(back_end));
  }
  for (const std::string_view law : the_laws()) {
    std::vector<bool> by;
    for (const auto& laws : broken) by.push_back(std::find(laws.begin(), laws.end(), law) != laws.end());
    table += row(fmt::format("[`{0}`](laws.md#{0})", law), by);
  }
  return table + row("the reading [(?)](eq:reading)", misread);
}

}  // namespace

Chapter what_satisfies_the_laws() {
  Chapter chapter;
  chapter.facts.emplace_back("what_satisfies_the_laws.neighbours", definitions());
  chapter.facts.emplace_back("what_satisfies_the_laws.matrix", matrix());
  return chapter;
}

}  // namespace attnref::docs
