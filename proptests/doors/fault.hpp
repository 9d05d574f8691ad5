// A fault of a program or a library, by its name, and what a check must say of it.
#pragma once

#include <string>

namespace attnref::test {

struct Fault {
  std::string name;
  std::string words;  ///< that its reason must have
};

}  // namespace attnref::test
