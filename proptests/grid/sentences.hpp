// Random sentences for the lesson's grid: known words, unknown ones, repeats, punctuation, and Unicode of every kind.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "generators/random.hpp"

namespace attnref::test {

/// A sentence of `words` words or a few fewer (some draws are punctuation alone).
inline std::string random_sentence(Random& random, std::size_t words) {
  static const std::array<const char*, 18> known = {"the",  "keys",   "to",    "this",  "car",   "are",
                                                    "here", "opens",  "those", "loved", "never", "cities",
                                                    "Her",  "PEOPLE", "and",   "is",    "you",   "mice"};
  static const std::array<const char*, 16> strange = {"na\u00EFve",
                                                      "\u732B",
                                                      "\u0441\u043B\u043E\u0432\u043E",
                                                      "\u05E9\u05DC\u05D5\u05DD",  // Latin, Han, Cyrillic, Hebrew
                                                      "\u0645\u0641\u062A\u0627\u062D",
                                                      "e\u0301t\u00E9",
                                                      "\U0001F511",
                                                      "\U0001F469\u200D\U0001F680",  // Arabic, marks, emoji
                                                      "<script>alert(1)</script>",
                                                      "\"quoted\"",
                                                      "don't",
                                                      "&amp;",
                                                      "--",
                                                      "...",
                                                      "\u201Cthe\u201D",
                                                      "z\u0335\u0321\u0322"};
  std::string sentence;
  for (std::size_t i = 0; i < words; ++i) {
    const std::size_t kind = random.below(10);
    if (kind < 6) {
      sentence += known[random.below(known.size())];
    } else if (kind < 8) {
      sentence += "w" + std::to_string(random.below(50));
    } else {
      sentence += strange[random.below(strange.size())];
    }
    sentence += random.below(20) == 0 ? ", " : random.below(40) == 0 ? "\u3000" : " ";
  }
  return "the " + sentence;  // never without a word
}

/// How many words the next sentence has: mostly few, now and then up to the limit.
inline std::size_t random_word_count(Random& random) {
  if (random.below(200) == 0) return 100 + random.below(412);
  if (random.below(10) == 0) return 20 + random.below(40);
  return random.below(16);
}

}  // namespace attnref::test
