#include "reports/lines.hpp"

#include "problem/utf8.hpp"

#include <algorithm>

namespace attnref {

namespace {

std::string wrapped_line(std::string_view text, std::size_t width, std::size_t indent) {
  // Blanks at the start stay.
  std::size_t used = std::min(text.find_first_not_of(' '), text.size());
  std::string lines(used, ' ');
  text.remove_prefix(used);
  for (bool begins = true; !text.empty(); begins = false) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const std::size_t columns = columns_of(word);
    if (!begins && used + 1 + columns > width) {
      lines += '\n' + std::string(indent, ' ');
      used = indent;
    } else if (!begins) {
      lines += ' ';
      ++used;
    }
    lines += word;
    used += columns;
  }
  return lines;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string lines;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines += wrapped_line(text.substr(0, end), width, indent) + '\n';
    text.remove_prefix(end + 1);
  }
  return lines + wrapped_line(text, width, indent);
}

std::size_t lines_taken(std::string_view text, std::size_t width) {
  std::size_t lines = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t columns = columns_of(line);
    lines += columns == 0 ? 1 : (columns - 1) / std::max<std::size_t>(width, 1) + 1;
  }
  return lines;
}

}  // namespace attnref
