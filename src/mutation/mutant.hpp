// A mutant: an implementation of attention with one mistake, and the law that must notice it.
#pragma once

#include "attnref/backend.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace attnref {

/// An implementation with one mistake that real code makes.
struct Mutant {
  std::string_view name;       ///< its file's name
  std::string_view mistake;    ///< one line, for people
  std::string_view named_law;  ///< the law that must notice it
  AnyBackend (*make)();        ///< a backend of its own each time
  std::size_t max_length = 0;  ///< sizes that cases of its named law need; 0: the usual ones do
};

/// All mutants, in the order of their names. Generated from the folder by CMake.
std::span<const Mutant> mutants();

/// The mutant of that name, or nullptr.
const Mutant* mutant_named(std::string_view name);

}  // namespace attnref
