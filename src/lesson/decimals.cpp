#include "lesson/decimals.hpp"

#include <cstdio>

namespace attnref::lesson {

namespace {

std::string printed(const char* format, int digits, double value) {
  char text[400];  // the largest double has 309 digits before the point
  const int length = std::snprintf(text, sizeof text, format, digits, value);
  return {text, static_cast<std::size_t>(length)};
}

}  // namespace

std::string fixed(double value, int digits) { return printed("%.*f", digits, value); }

std::string trimmed(double value, int digits) {
  std::string text = fixed(value, digits);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

std::string significant(double value, int digits) { return printed("%.*g", digits, value); }

std::string right_aligned(const std::string& text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

}  // namespace attnref::lesson
