// What the chapter on the usual telling is made of: each place computes its facts by a search for the smallest case
// that a claim fails on.
#pragma once

#include "docs/chapter.hpp"
#include "docs/integer_vectors.hpp"
#include "docs/shrunk.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace attnref::docs {

/// Facts and figures under the chapter's name.
class Facts {
 public:
  explicit Facts(Chapter& chapter) : chapter_(chapter) {}
  void operator()(const std::string& name, const std::string& text) {
    chapter_.facts.emplace_back("not_quite_true." + name, text);
  }
  void operator()(const std::string& name, std::size_t count);
  void figure(const std::string& name, std::string svg) {
    chapter_.figures.emplace_back("not_quite_true_" + name, std::move(svg));
  }

 private:
  Chapter& chapter_;
};

// The places, by what they are about.
void noise_of_one_draw(Facts& fact);     ///< place 1
void winners_of_rows(Facts& fact);       ///< places 2, 4 and 7
void faded_copies(Facts& fact);          ///< place 3
void what_rounding_leaves(Facts& fact);  ///< places 5, 6 and 10
void what_readings_leave(Facts& fact);   ///< places 8, 9 and 11

/// The smallest case drawn on which the claim fails, and no other of no more vectors and coordinates and with a smaller
/// sum of magnitudes fails: all of them are tried. Throws std::logic_error otherwise.
template <class Fails>
IntegerVectors smallest(const char* claim, const rc::Gen<IntegerVectors>& drawn, const Fails& fails) {
  const IntegerVectors found = shrunk(drawn, smaller, fails, {.claim = claim}).smallest;
  for_each_below(found, [&](const IntegerVectors& x) {
    if (fails(x)) throw std::logic_error(std::string(claim) + ": " + to_string(x) + " is smaller than what was found");
  });
  return found;
}

template <class Row>
bool any_row(const IntegerVectors& x, const Row& row) {
  for (std::size_t i = 0; i < x.count; ++i) {
    if (row(i)) return true;
  }
  return false;
}

/// One array of the lesson as a sentence.
Sentence lessons(const std::string& name);

Map unprojected_weights(const Sentence& x);

/// The products x_i.x_j and the weights of every row, the largest in bold.
std::string map_table(const IntegerVectors& x);

/// A count of `of` cases with its standard error.
std::string count_with_error(std::size_t count, std::size_t of);

}  // namespace attnref::docs
