// docs/the-bare-sentence.md: the sentence as its own queries, keys and values.
#include "catch.hpp"
#include "claims/draw.hpp"
#include "lesson/embedding.hpp"
#include "lesson/grid.hpp"

#include "attnref/attention.hpp"

#include <cmath>
#include <cstddef>

using namespace attnref;
using namespace attnref::claims;

// (eq. bare_layer): nothing is learnt, so nothing can be asked for but X itself.
TEST_CASE("without projections the layer is attention of X to X and X") {
  const auto x = draw<Matrix<double, T<X>, DModel>>(7, 16, 1);
  const auto layer = unprojected_attention(x);
  const auto attended = attention(x, x, x);
  REQUIRE(layer.weights == attended.weights);
  REQUIRE(layer.output == attended.output);
  REQUIRE(layer.output.cols() == x.cols());
}

// (eq. word_vector): four blocks of length 1, each rounded to multiples of 2^-20.
TEST_CASE("every word is a vector of length 2") {
  for (const char* sentence :
       {"the keys to this car are here", "Wug wug, the wugs!", "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d"}) {
    const lesson::PlainMatrix x = lesson::embed(lesson::split_words(sentence));
    for (std::size_t i = 0; i < x.rows; ++i) {
      double square = 0;
      for (std::size_t c = 0; c < x.columns; ++c) square += x(i, c) * x(i, c);
      REQUIRE(std::abs(std::sqrt(square) - 2) < 0x1p-20);
    }
  }
}
