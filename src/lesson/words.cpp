#include "lesson/words.hpp"

#include <cstdio>
#include <optional>

#include "problem/utf8.hpp"

namespace attnref::lesson {

namespace {

bool lies_between(char32_t code_point, char32_t first, char32_t last) {
  return code_point >= first && code_point <= last;
}

/// White space; also what could steer a terminal: control characters and changes of direction.
bool separates(char32_t c) {
  return c <= 0x20 || lies_between(c, 0x7F, 0xA0) || c == 0x1680 || lies_between(c, 0x2000, 0x200B) ||
         lies_between(c, 0x2028, 0x202F) || lies_between(c, 0x205F, 0x206F) || c == 0x3000 || c == 0xFEFF;
}

bool is_punctuation(char32_t c) {
  const bool ascii =
      lies_between(c, '!', '/') || lies_between(c, ':', '@') || lies_between(c, '[', '`') || lies_between(c, '{', '~');
  const bool latin = c == 0xA1 || c == 0xA7 || c == 0xAB || c == 0xB6 || c == 0xB7 || c == 0xBB || c == 0xBF;
  const bool general = lies_between(c, 0x2010, 0x2027) || lies_between(c, 0x2030, 0x205E);
  const bool wide = lies_between(c, 0x3001, 0x3003) || lies_between(c, 0x3008, 0x3011) ||
                    lies_between(c, 0xFF01, 0xFF0F) || lies_between(c, 0xFF1A, 0xFF20) ||
                    lies_between(c, 0xFF3B, 0xFF40) || lies_between(c, 0xFF5B, 0xFF65);
  return ascii || latin || general || wide;
}

/// The part of a chunk from its first to its last character that isn't punctuation.
std::string_view stripped(std::string_view chunk) {
  std::size_t first = chunk.size();
  std::size_t last = 0;
  for (std::size_t at = 0; at < chunk.size();) {
    const CodePoint next = *first_code_point(chunk.substr(at));
    if (!is_punctuation(next.value)) {
      if (first == chunk.size()) first = at;
      last = at + next.bytes;
    }
    at += next.bytes;
  }
  return first < last ? chunk.substr(first, last - first) : std::string_view{};
}

std::string folded(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

[[noreturn]] void refuse_byte(std::string_view sentence, std::size_t at) {
  char found[64];
  std::snprintf(found, sizeof found, "the byte 0x%02x at %zu", static_cast<unsigned char>(sentence[at]), at);
  throw sentence_error("sentence: text: expected UTF-8, found " + std::string(found));
}

}  // namespace

std::vector<Word> split_words(std::string_view sentence) {
  std::vector<Word> words;
  std::size_t begin = 0;
  const auto end_word = [&](std::size_t end) {
    const std::string_view word = stripped(sentence.substr(begin, end - begin));
    if (!word.empty()) words.push_back({std::string(word), folded(word)});
  };
  for (std::size_t at = 0; at < sentence.size();) {
    const std::optional<CodePoint> next = first_code_point(sentence.substr(at));
    if (!next) refuse_byte(sentence, at);
    if (separates(next->value)) {
      end_word(at);
      begin = at + next->bytes;
    }
    at += next->bytes;
  }
  end_word(sentence.size());
  if (words.empty()) throw sentence_error("sentence: words: expected at least 1, found none");
  if (words.size() > word_limit) {
    throw sentence_error("sentence: words: expected at most " + std::to_string(word_limit) + ", found " +
                         std::to_string(words.size()));
  }
  return words;
}

}  // namespace attnref::lesson
