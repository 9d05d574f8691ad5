// Words as vectors: the lesson's embedding, set by hand. Nothing in it is learnt.
//
// Four unit blocks side by side, so that every word's vector has length 2, unknown words included (eq. word_vector):
//
//   0..5    part of speech, one-hot: noun, verb, determiner, relation, adverb, other
//   6..8    number, one-hot: singular, plural, none
//   9..11   the word itself: a unit vector from its hash (word_hash.hpp)
//   12..15  the position: two points that go round circles, each over sqrt 2
//
// Every coordinate is a multiple of 2^-20, so the sums in a score are exact in double and every order of summation
// gives the same score: natively, through BLAS, in WebAssembly. Rounding moves a length by less than 2^-20.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "lesson/lexicon.hpp"
#include "lesson/plain_matrix.hpp"
#include "lesson/words.hpp"

namespace attnref::lesson {

inline constexpr std::size_t embedding_size = 16;  ///< d_model of the sentence

/// Where each block begins.
inline constexpr std::size_t part_of_speech_block = 0;
inline constexpr std::size_t number_block = 6;
inline constexpr std::size_t word_block = 9;
inline constexpr std::size_t position_block = 12;

/// The unit vector of a position, from powers of the rotations 0.6 + 0.8i and 0.96 + 0.28i: no two positions up to
/// word_limit come near each other, so that a repeated word still resembles itself most.
std::array<double, 4> position_direction(std::size_t position);

/// X: a row of embedding_size a word.
PlainMatrix embed(const std::vector<Word>& words);

}  // namespace attnref::lesson
