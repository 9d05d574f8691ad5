// Where a score of the lesson's grid comes from: terms that add up to it, and their names.
#include "catch.hpp"
#include "lesson/coordinates.hpp"
#include "lesson/decimals.hpp"
#include "lesson/embedding.hpp"
#include "lesson/grid.hpp"
#include "lesson/hand_set_projections.hpp"
#include "lesson/score_terms.hpp"

using namespace attnref::lesson;

namespace {

const std::string the_sentence = "the keys to this car are here";
constexpr std::size_t the = 0, keys = 1, are = 5;

}  // namespace

TEST_CASE("lesson: are asks keys as a verb and as a plural") {
  const SentenceGrids grids = sentence_grids(the_sentence);
  const PlainMatrix x = embed(grids.words);
  const auto terms = axis_terms(x, hand_set_wq(), hand_set_wk(), grids.projected.attention, are, keys);
  REQUIRE(terms.size() == 4);
  CHECK(names_of(terms[0].asking, " + ") == "verb");
  CHECK(names_of(terms[0].offering, " + ") == "noun");
  CHECK(terms[0].query * terms[0].key == 6.0);
  CHECK(terms[1].query * terms[1].key == 0.0);
  CHECK(names_of(terms[3].asking, " + ") == "plural");
  CHECK(names_of(terms[3].offering, " + ") == "plural");
  CHECK(terms[3].query * terms[3].key == 4.0);
  CHECK(axis_terms(x, hand_set_wq(), hand_set_wk(), grids.projected.attention, the, the)[0].offering.empty());
}

TEST_CASE("lesson: the terms of each score add up to it, off and on") {
  const SentenceGrids grids = sentence_grids("The keys, to blorp \u732B and the keys aren't those cities'");
  const PlainMatrix x = embed(grids.words);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < x.rows; ++j) {
      double on = 0.0, off = 0.0;
      for (const AxisTerm& term : axis_terms(x, hand_set_wq(), hand_set_wk(), grids.projected.attention, i, j)) {
        on += term.query * term.key;
      }
      for (const BlockTerm& term : block_terms(x, i, j)) off += term.product;
      REQUIRE(on / 2.0 == grids.projected.attention.scores(i, j));
      REQUIRE(off / 4.0 == grids.unprojected.attention.scores(i, j));
    }
  }
}

TEST_CASE("lesson: every coordinate has a name of its own") {
  CHECK(coordinate_name(0) == "noun");
  CHECK(coordinate_name(number_block) == "singular");
  CHECK(coordinate_name(word_block) == "word 1");
  CHECK(coordinate_name(embedding_size - 1) == "position 4");
}

TEST_CASE("lesson: decimals are rounded correctly") {
  CHECK(fixed(0.8254, 3) == "0.825");
  CHECK(fixed(0.0625, 3) == "0.062");  // a tie goes to even
  CHECK(fixed(1e22, 0) == "10000000000000000000000");
  CHECK(trimmed(2.5, 3) == "2.5");
  CHECK(trimmed(-0.0, 3) == "0");
  CHECK(trimmed(-1e-9, 3) == "0");
  CHECK(trimmed(100.0, 0) == "100");
  CHECK(significant(2.220446e-16, 2) == "2.2e-16");
  CHECK(significant(0.0, 2) == "0");
  CHECK(right_aligned("8", 3) == "  8");
  CHECK(right_aligned("long", 3) == "long");
}
