#include "docs/markdown.hpp"

namespace attnref::docs {

std::string in_markdown(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (std::string_view("\\`*_<>[]|#$~").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace attnref::docs
