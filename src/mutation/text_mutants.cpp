#include "mutation/text_mutants.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace attnref {
namespace {

/// The number of each law that kills a mutant or should, in the order of the ids.
using Columns = std::map<std::string, std::size_t, std::less<>>;

Columns columns_of(const MutantMatrix& matrix) {
  std::set<std::string> ids(matrix.idle_laws.begin(), matrix.idle_laws.end());
  for (const MutantRow& mutant : matrix.mutants) {
    ids.insert(mutant.named_law);
    ids.insert(mutant.killed_by.begin(), mutant.killed_by.end());
  }
  Columns columns;
  for (const std::string& id : ids) columns.emplace(id, columns.size());
  return columns;
}

std::size_t widest_name(const MutantMatrix& matrix) {
  std::size_t width = 0;
  for (const MutantRow& mutant : matrix.mutants) width = std::max(width, mutant.name.size());
  return width;
}

/// The columns' numbers, read downwards: tens above ones, a blank after every fifth.
std::string heading(std::size_t columns, std::size_t indent) {
  std::string tens(indent, ' '), ones(indent, ' ');
  for (std::size_t j = 0; j < columns; ++j) {
    const std::string_view gap = j > 0 && j % 5 == 0 ? " " : "";
    tens += fmt::format("{}{}", gap, (j + 1) < 10 ? " " : std::to_string((j + 1) / 10));
    ones += fmt::format("{}{}", gap, (j + 1) % 10);
  }
  return tens + '\n' + ones + '\n';
}

std::string row_text(const MutantRow& mutant, const Columns& columns, std::size_t name_width, ColourMode mode) {
  std::vector<char> marks(columns.size(), '.');
  for (const std::string& id : mutant.killed_by) marks[columns.at(id)] = 'x';
  // The law that must notice: '#' where it did, '!' where it missed.
  char& named = marks[columns.at(mutant.named_law)];
  named = named == 'x' ? '#' : '!';
  std::string text = fmt::format("{:<{}}  ", mutant.name, name_width);
  for (std::size_t j = 0; j < marks.size(); ++j) {
    if (j > 0 && j % 5 == 0) text += ' ';
    const bool bold = mode != ColourMode::plain && (marks[j] == '#' || marks[j] == '!');
    text += bold ? fmt::format("\x1b[1m{}\x1b[0m", marks[j]) : std::string(1, marks[j]);
  }
  return text + fmt::format("  {}\n", mutant.killed_by.size());
}

std::string legend(const Columns& columns) {
  std::string text;
  for (const auto& [id, index] : columns) text += fmt::format("{:>4}  {}\n", index + 1, id);
  return text;
}

std::string complaint(std::string_view what, const std::vector<std::string>& names) {
  return names.empty() ? "" : fmt::format("{}: {}\n", what, fmt::join(names, ", "));
}

}  // namespace

std::string mutant_list_text(std::span<const Mutant> mutants) {
  std::size_t width = 0;
  for (const Mutant& mutant : mutants) width = std::max(width, mutant.name.size());
  std::string text;
  for (const Mutant& mutant : mutants)
    text += fmt::format("{:<{}}  {} [{}]\n", mutant.name, width, mutant.mistake, mutant.named_law);
  return text;
}

std::string mutants_text(const MutantMatrix& matrix, const HeatMapStyle& style) {
  const Columns columns = columns_of(matrix);
  const std::size_t width = widest_name(matrix);
  std::string text = heading(columns.size(), width + 2);
  for (const MutantRow& mutant : matrix.mutants) text += row_text(mutant, columns, width, style.colour);
  text += "\nx: the law kills the mutant; #: and is the one that must; !: the one that must, and misses it\n\n" +
          legend(columns) + '\n';
  text += complaint("mutants that no law kills", matrix.survivors);
  text += complaint("mutants that their named law misses", matrix.missed);
  text += complaint("laws that kill no mutant", matrix.idle_laws);
  return text +
         fmt::format(
             "{} mutants, {} laws: {} survive, {} are missed by the law they name, {} laws kill nothing; control: {}; "
             "{:.1f} s.\n",
             matrix.mutants.size(), columns.size(), matrix.survivors.size(), matrix.missed.size(),
             matrix.idle_laws.size(), matrix.control, matrix.seconds);
}

}  // namespace attnref
