// The lesson's sentence: words, embedding, both grids, and the figures that its text quotes.
#include <cmath>
#include <string>
#include <vector>

#include "catch.hpp"
#include "generators/random.hpp"
#include "lesson/embedding.hpp"
#include "lesson/grid.hpp"
#include "lesson/hand_set_projections.hpp"
#include "lesson/lexicon.hpp"
#include "lesson/word_hash.hpp"

using namespace attnref::lesson;

namespace {

const std::string the_sentence = "the keys to this car are here";
constexpr std::size_t keys = 1, car = 4, are = 5;

/// A weight as the text quotes it.
long thousandths(double weight) { return std::lround(1000.0 * weight); }

std::vector<std::string> typed(std::string_view sentence) {
  std::vector<std::string> words;
  for (const Word& word : split_words(sentence)) words.push_back(word.typed);
  return words;
}

std::string refusal(std::string_view sentence) {
  try {
    split_words(sentence);
  } catch (const sentence_error& error) {
    return error.what();
  }
  return "none";
}

std::vector<std::size_t> all_of(std::size_t count) {
  std::vector<std::size_t> columns;
  for (std::size_t j = 0; j < count; ++j) columns.push_back(j);
  return columns;
}

using strings = std::vector<std::string>;

/// A word that no lexicon knows, with a space after it.
std::string invented_word(std::size_t number) {
  std::string word = "w";
  word += std::to_string(number);
  return word += ' ';
}

}  // namespace

TEST_CASE("lesson: a sentence is cut at white space, punctuation around words dropped") {
  CHECK(typed("The keys, to this car -- are here.") == strings{"The", "keys", "to", "this", "car", "are", "here"});
  CHECK(typed(" \"don't\"\t(well-known)\n") == strings{"don't", "well-known"});
  CHECK(typed("\u201Cna\u00EFve\u201D\u3000\u732B\u3002") == strings{"na\u00EFve", "\u732B"});
  // An escape sequence must not reach a terminal.
  CHECK(typed("red\x1b[31m") == strings{"red", "31m"});
  CHECK(typed("red\u009B31m\u202Eleft") == strings{"red", "31m", "left"});
  CHECK(split_words("ARE").front().folded == "are");
}

TEST_CASE("lesson: a sentence that can't be shown is refused in one line") {
  CHECK(refusal("") == "sentence: words: expected at least 1, found none");
  CHECK(refusal(" ... -- \t") == "sentence: words: expected at least 1, found none");
  CHECK(refusal("ab\xff") == "sentence: text: expected UTF-8, found the byte 0xff at 2");
  CHECK(refusal("\xc0\x80") == "sentence: text: expected UTF-8, found the byte 0xc0 at 0");        // overlong
  CHECK(refusal("\xe0\x80\x80") == "sentence: text: expected UTF-8, found the byte 0xe0 at 0");    // overlong
  CHECK(refusal("x \xed\xa0\x80") == "sentence: text: expected UTF-8, found the byte 0xed at 2");  // surrogate
  CHECK(refusal("\xe7\x8c") == "sentence: text: expected UTF-8, found the byte 0xe7 at 0");        // cut short
  std::string many;
  for (std::size_t i = 0; i < word_limit; ++i) many += "a ";
  CHECK(refusal(many) == "none");
  CHECK(refusal(many + "a") == "sentence: words: expected at most 512, found 513");
}

TEST_CASE("lesson: the lexicon knows classes, numbers and regular forms") {
  using P = PartOfSpeech;
  using N = Number;
  CHECK(word_class("key") == WordClass{P::noun, N::singular});
  CHECK(word_class("keys") == WordClass{P::noun, N::plural});
  CHECK(word_class("cities") == WordClass{P::noun, N::plural});
  CHECK(word_class("boxes") == WordClass{P::noun, N::plural});
  CHECK(word_class("children") == WordClass{P::noun, N::plural});
  CHECK(word_class("are") == WordClass{P::verb, N::plural});
  CHECK(word_class("opens") == WordClass{P::verb, N::singular});
  CHECK(word_class("carries") == WordClass{P::verb, N::singular});
  CHECK(word_class("loved") == WordClass{P::verb, N::none});
  CHECK(word_class("tried") == WordClass{P::verb, N::none});
  CHECK(word_class("this") == WordClass{P::determiner, N::singular});
  CHECK(word_class("the") == WordClass{P::determiner, N::none});
  CHECK(word_class("to") == WordClass{P::relation, N::none});
  CHECK(word_class("here") == WordClass{P::adverb, N::none});
  for (const std::string unknown : {"blorp", "s", "ed", "", "ke", "are here"}) {
    INFO(unknown);
    CHECK(word_class(unknown) == WordClass{P::other, N::none});
  }
}

TEST_CASE("lesson: the word's hash is FNV-1a, with its published values") {
  CHECK(attnref::hash_of("") == 0xcbf29ce484222325u);
  CHECK(attnref::hash_of("a") == 0xaf63dc4c8601ec8cu);
  CHECK(attnref::hash_of("foobar") == 0x85944171f73967e8u);
}

TEST_CASE("lesson: every vector has length 2 within 2^-20 and lies on the lattice") {
  std::string sentence;
  for (std::size_t i = 0; i < word_limit; ++i) sentence += i % 3 == 0 ? "keys " : invented_word(i);
  const PlainMatrix x = embed(split_words(sentence));
  for (std::size_t i = 0; i < x.rows; ++i) {
    double square = 0.0;  // exact: multiples of 2^-40 below 2^3
    for (std::size_t k = 0; k < x.columns; ++k) {
      const double steps = x(i, k) * 0x1p20;
      REQUIRE(steps == std::floor(steps));
      square += x(i, k) * x(i, k);
    }
    REQUIRE(square >= (2.0 - 0x1p-20) * (2.0 - 0x1p-20));
    REQUIRE(square <= (2.0 + 0x1p-20) * (2.0 + 0x1p-20));
  }
}

TEST_CASE("lesson: scores don't depend on the order of summation") {
  const SentenceGrids grids = sentence_grids(the_sentence);
  const PlainMatrix& x = grids.unprojected.attention.queries;
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < x.rows; ++j) {
      double backwards = 0.0;
      for (std::size_t k = x.columns; k-- > 0;) backwards += x(i, k) * x(j, k);
      REQUIRE(backwards / 4.0 == grids.unprojected.attention.scores(i, j));
    }
  }
}

TEST_CASE("lesson: projections off, seven of seven rows look at themselves") {
  const Grid grid = sentence_grids(the_sentence).unprojected;
  CHECK(rows_won_by_the_diagonal(grid.maxima) == 7);
  std::vector<long> diagonal;
  for (std::size_t i = 0; i < 7; ++i) diagonal.push_back(thousandths(grid.attention.weights(i, i)));
  CHECK(diagonal == std::vector<long>{273, 293, 291, 275, 277, 299, 284});
}

TEST_CASE("lesson: projections on, are looks at keys") {
  const Grid grid = sentence_grids(the_sentence).projected;
  CHECK(grid.attention.scores(are, keys) == 5.0);
  CHECK(grid.attention.scores(keys, are) == 2.5);
  CHECK(thousandths(grid.attention.weights(are, keys)) == 825);
  CHECK(thousandths(grid.attention.weights(are, car)) == 112);
  CHECK(thousandths(grid.attention.weights(are, are)) == 41);
  CHECK(grid.maxima[are] == std::vector<std::size_t>{keys});
  // What it reads there: number.
  CHECK(thousandths(grid.attention.output(are, 0)) == 117);
  CHECK(thousandths(grid.attention.output(are, 1)) == 866);
}

TEST_CASE("lesson: who asks what, and how strongly") {
  const PlainMatrix scores = sentence_grids(the_sentence).projected.attention.scores;
  constexpr std::size_t the = 0, to = 2, this_ = 3, here = 6;
  CHECK(scores(the, keys) == 2.0);   // determiner asks noun 4, halved
  CHECK(scores(to, car) == 2.0);     // relation asks noun 4
  CHECK(scores(here, are) == 2.0);   // adverb asks verb 4
  CHECK(scores(this_, car) == 4.0);  // determiner asks noun 4, singular asks singular 4
  CHECK(scores(car, this_) == 2.0);  // singular asks singular 4
  CHECK(scores(car, are) == 0.5);    // noun asks verb 1
  CHECK(scores(are, car) == 3.0);    // verb asks noun 6
  CHECK(scores(are, the) == 0.0);
}

TEST_CASE("lesson: a row whose diagonal is tied isn't won by it") {
  CHECK(rows_won_by_the_diagonal({{0, 1}, {1}, {0}}) == 1);
}

TEST_CASE("lesson: large scores don't overflow the softmax") {
  PlainMatrix x(2, 1);
  x(0, 0) = 40.0;
  x(1, 0) = -40.0;
  CHECK(unprojected_attention(x).weights.values == std::vector<double>{1.0, 0.0, 0.0, 1.0});
}

TEST_CASE("lesson: a tie is found, and all its columns") {
  const Grid grid = sentence_grids("the keys to the cars are here").projected;
  CHECK(grid.maxima[5] == std::vector<std::size_t>{1, 4});
  CHECK(thousandths(grid.attention.weights(5, 1)) == 482);
  CHECK(thousandths(grid.attention.weights(5, 4)) == 482);
}

TEST_CASE("lesson: an unknown word asks for nothing, its projected row is uniform") {
  const Grid grid = sentence_grids("the keys to blorp are here").projected;
  CHECK(grid.maxima[3] == all_of(6));
  for (std::size_t j = 0; j < 6; ++j) CHECK(grid.attention.weights(3, j) == 1.0 / 6.0);
}

TEST_CASE("lesson: 2030 random sentences lose no row without projections") {
  const std::vector<std::string> known = {"the ", "keys ", "to ",    "this ",  "car ",
                                          "are ", "here ", "opens ", "those ", "cities "};
  attnref::Random random(1);
  for (int count = 0; count < 2030; ++count) {
    std::string sentence;
    for (std::size_t words = 1 + random.below(50); words > 0; --words) {
      // Few words, so that most sentences repeat some.
      const bool unknown = random.below(4) == 0;
      sentence += unknown ? invented_word(random.below(20)) : known[random.below(known.size())];
    }
    const Grid grid = sentence_grids(sentence).unprojected;
    INFO(sentence);
    REQUIRE(rows_won_by_the_diagonal(grid.maxima) == grid.maxima.size());
  }
}

TEST_CASE("lesson: the longest sentence of one word repeated loses no row either") {
  std::string sentence;
  for (std::size_t i = 0; i < word_limit; ++i) sentence += "keys ";
  CHECK(rows_won_by_the_diagonal(sentence_grids(sentence).unprojected.maxima) == word_limit);
}

TEST_CASE("lesson: the words and their positions enter none of the hand-set projections") {
  for (const PlainMatrix& matrix : {hand_set_wq(), hand_set_wk(), hand_set_wv()}) {
    REQUIRE(matrix.rows == embedding_size);
    for (std::size_t k = word_block; k < embedding_size; ++k) {
      for (std::size_t j = 0; j < matrix.columns; ++j) REQUIRE(matrix(k, j) == 0.0);
    }
  }
}
