// A search for a case that a claim fails on, and the way from there to a small one. rapidcheck's generators draw the
// cases and its shrink trees hold the smaller ones; they are walked here from a fixed seed and with budgets of count
// alone, so that every run on every machine ends at the same case.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <rapidcheck.h>

namespace attnref::docs {

struct Search {
  const char* claim = "a claim";  ///< in a few words, for the error where no case fails
  std::uint64_t seed = 1;
  std::size_t cases = 20'000;  ///< drawn at most
  std::size_t starts = 20;     ///< failing cases that are made small, of which the smallest is kept
  std::size_t tries = 20'000;  ///< smaller cases looked at, for each start
};

/// A case that fails, and what it took to find it.
template <class Case>
struct Shrunk {
  Case first;     ///< as drawn
  Case smallest;  ///< none of smaller(smallest) fails, unless the tries ran out
  std::size_t drawn = 0;
  std::size_t starts = 0;
};

/// The end of the first path of failing cases down the tree.
template <class Case, class Fails>
Case smallest_below(rc::Shrinkable<Case> node, const Fails& fails, std::size_t tries) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    auto shrinks = node.shrinks();
    for (auto next = shrinks.next(); next && tries > 0; next = shrinks.next()) {
      --tries;
      if (!fails(next->value())) continue;
      node = *next;
      smaller = true;
      break;
    }
  }
  return node.value();
}

/// The smallest failing case found. `smaller` gives the next smaller cases of one, `Case::operator<` says which of two
/// is the smaller. Throws std::runtime_error if nothing fails.
template <class Case, class Smaller, class Fails>
Shrunk<Case> shrunk(const rc::Gen<Case>& generator, const Smaller& smaller, const Fails& fails, const Search& search) {
  rc::Random random(search.seed);
  std::optional<Shrunk<Case>> best;
  std::size_t starts = 0;
  for (std::size_t drawn = 1; drawn <= search.cases && starts < search.starts; ++drawn) {
    const Case found = generator(random.split(), rc::kNominalSize).value();
    if (!fails(found)) continue;
    ++starts;
    const auto tree =
        rc::shrinkable::shrinkRecur(found, [&](const Case& c) { return rc::seq::fromContainer(smaller(c)); });
    const Case end = smallest_below(tree, fails, search.tries);
    if (!best) best = Shrunk<Case>{found, end, drawn, 0};
    if (end < best->smallest) best->smallest = end;
    best->starts = starts;
  }
  if (!best) throw std::runtime_error(std::string(search.claim) + ": expected a case that fails, found none");
  return *std::move(best);
}

}  // namespace attnref::docs
