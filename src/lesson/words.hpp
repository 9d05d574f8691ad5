// A sentence as typed, cut into words.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace attnref::lesson {

/// A sentence that can't be shown; `what()` is one line.
struct sentence_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A word without the punctuation around it: as typed, and with A-Z in lower case (other letters are left alone).
struct Word {
  std::string typed;
  std::string folded;
};

/// More words than this are refused: the map has their square.
inline constexpr std::size_t word_limit = 512;

/// The words of a UTF-8 sentence. White space and control characters separate them, punctuation around them is
/// dropped, within them ("don't") it stays. Throws sentence_error for text that isn't UTF-8, for no word, and beyond
/// word_limit.
std::vector<Word> split_words(std::string_view sentence);

}  // namespace attnref::lesson
