// What `attnref show` prints: a sentence against itself, projections off and on. The verb parses the options.
#pragma once

#include <string>
#include <string_view>

#include "reports/heat_map.hpp"

namespace attnref {

/// Both grids with what they say, every line ended by a newline. Throws lesson::sentence_error, whose message is one
/// line, for a sentence without words, with more than lesson::word_limit, or not in UTF-8.
std::string render_show(std::string_view sentence, const HeatMapStyle& style);

}  // namespace attnref
