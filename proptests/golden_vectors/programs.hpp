// Programs that documents show, for running them as a reader would.
#pragma once

#include "catch.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace attnref::test {

/// The command of a Python that has NumPy, or nothing where there is none.
inline std::string python_with_numpy() {
  for (const std::string python : {"python3", "/usr/bin/python3"}) {
    if (std::system((python + " -c 'import numpy' 2> /dev/null").c_str()) == 0) return python;
  }
  return "";
}

/// The first block of Python in a document in Markdown.
inline std::string first_program(const std::string& markdown) {
  const std::string opened = "```python\n";
  const std::size_t begin = markdown.find(opened);
  REQUIRE(begin != std::string::npos);
  const std::size_t at = begin + opened.size();
  return markdown.substr(at, markdown.find("```\n", at) - at);
}

/// What a command prints; it must succeed.
inline std::string output_of(const std::string& command) {
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe);
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  INFO(text);
  CHECK(::pclose(pipe) == 0);
  return text;
}

}  // namespace attnref::test
