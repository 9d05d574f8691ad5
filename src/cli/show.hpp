// The verb show: a sentence against itself, projections off and on.
#pragma once

#include "cli/console.hpp"

#include <string>

namespace attnref::cli {

/// The lesson's own sentence.
inline constexpr const char* default_sentence = "the keys to this car are here";

struct ShowVerb {
  std::string sentence = default_sentence;
};

/// Returns 0. Throws lesson::sentence_error for what is no sentence.
int show(const ShowVerb& verb, Console& console);

}  // namespace attnref::cli
