// What the lesson knows about English: part of speech and number of some common words, set down by hand.
#pragma once

#include <string_view>

namespace attnref::lesson {

/// Relation: a preposition or conjunction. Pronouns count as nouns. Other: every word that isn't known.
enum class PartOfSpeech { noun, verb, determiner, relation, adverb, other };

/// None: a word that agrees with both numbers or has none ("the", "here", "opened").
enum class Number { singular, plural, none };

struct WordClass {
  PartOfSpeech part_of_speech = PartOfSpeech::other;
  Number number = Number::none;
  friend bool operator==(const WordClass&, const WordClass&) = default;
};

/// The class of a lower-case word, one a word whatever the sentence (it is a lexicon, not a parser); {other, none} if
/// it isn't known.
WordClass word_class(std::string_view word);

}  // namespace attnref::lesson
