// attnref_grid_numbers FILE COUNT SEED: random sentences with the numbers that the native program has of them, for
// numbers.mjs to compare with WebAssembly's. What attnref show prints comes from the same function, sentence_grids.
//
// FILE: for each sentence uint32 bytes, its bytes, double stretch, uint32 T; then for projections off and on T x T
// scores and T x T weights (doubles) and T x T marks (bytes). Little-endian. The first COUNT have stretch 1 and come
// from sentence_grids; as many again divided by 10 are stretched, and their projections edited, by the page's own
// session.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>

#include "grid/levels.hpp"
#include "grid/sentences.hpp"
#include "grid/session.hpp"
#include "lesson/grid.hpp"

namespace {

using namespace attnref;

template <class Number>
void put(std::ostream& out, Number number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.write(bytes, sizeof number);
}

void put_grid(std::ostream& out, const lesson::Grid& grid) {
  for (const double score : grid.attention.scores.values) put(out, score);
  for (const double weight : grid.attention.weights.values) put(out, weight);
  for (const std::uint8_t mark : grid::marks_of(grid)) put(out, mark);
}

void put_head(std::ostream& out, const std::string& sentence, double stretch, std::size_t words) {
  put(out, static_cast<std::uint32_t>(sentence.size()));
  out << sentence;
  put(out, stretch);
  put(out, static_cast<std::uint32_t>(words));
}

void put_sentence(std::ostream& out, const std::string& sentence) {
  const lesson::SentenceGrids grids = lesson::sentence_grids(sentence);
  put_head(out, sentence, 1, grids.words.size());
  put_grid(out, grids.unprojected);
  put_grid(out, grids.projected);
}

/// numbers.mjs makes the same edit.
void put_stretched(std::ostream& out, const std::string& sentence, double stretch) {
  grid::Session session;
  session.edit(grid::Projection::wq, 9, 1, "-0.3");
  session.edit(grid::Projection::wk, 12, 1, "1e-3");
  session.attend(sentence, false, stretch);
  put_head(out, sentence, stretch, session.words().size());
  put_grid(out, session.grid());
  session.attend(sentence, true, stretch);
  put_grid(out, session.grid());
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) {
    std::cerr << "attnref_grid_numbers: expected FILE COUNT SEED\n";
    return 2;
  }
  std::ofstream out(arguments[1], std::ios::binary);
  const unsigned long sentences = std::strtoul(arguments[2], nullptr, 10);
  Random random(std::strtoull(arguments[3], nullptr, 10));
  for (unsigned long n = 0; n < sentences; ++n)
    put_sentence(out, test::random_sentence(random, test::random_word_count(random)));
  for (unsigned long n = 0; n < sentences / 10; ++n) {
    const std::string sentence = test::random_sentence(random, random.below(40));
    put_stretched(out, sentence, static_cast<double>(random.below(33)) / 8);
  }
  out.close();
  return out ? 0 : 2;
}
