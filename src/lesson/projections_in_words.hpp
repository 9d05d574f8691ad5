// What the hand-set projections look for, offer and read, in words that are read off the matrices themselves.
#pragma once

#include <string>

namespace attnref::lesson {

/// Of each axis of W^Q the classes of words that ask along it and, after the arrow, what they ask for, which is what
/// W^K offers there: "noun, adverb -> verb; ...".
std::string asked_for();

/// The classes that W^K offers, one an axis: "noun, verb, ...".
std::string offered();

/// The classes that W^V reads, one a column: "singular, ...".
std::string read();

}  // namespace attnref::lesson
