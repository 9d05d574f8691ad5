#include "doors/shell_line.hpp"

#include "doors/find_program.hpp"

namespace attnref {
namespace {

/// That the shell can become by `exec`. A word on PATH is no reserved word, and `exec` finds it. Neither a builtin nor
/// a reserved word has a slash; what is quoted or expanded may be a builtin's name.
bool is_program(const std::string& word) {
  return word.find('/') != std::string::npos || find_program(word).has_value();
}

}  // namespace

Program shell_line(const std::string& line) {
  const std::string first = line.substr(0, line.find_first_of(" \t"));
  const bool is_simple = line.find_first_of("|&;<>()`\n") == std::string::npos && first.find('=') == std::string::npos;
  // Where the shell becomes the program, no other process holds the pipes, so that their end is seen; and it is the
  // program that ends with this process.
  return {{"/bin/sh", "-c", is_simple && is_program(first) ? "exec " + line : line}, {}, line};
}

}  // namespace attnref
