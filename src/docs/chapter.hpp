// What a chapter of docs/ has computed for it: numbers, tables and figures, each under a name that the chapter cites.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace attnref::docs {

/// A chapter's facts. `weave` puts each text between the markers that name it, in Markdown, and keeps each figure as
/// docs/figures/NAME.svg.
struct Chapter {
  /// Name and text: "divisor.limit" and "0.420", or the rows of a table. Names begin with the chapter's.
  std::vector<std::pair<std::string, std::string>> facts;
  /// Name and a whole SVG document: "divisor_means" and "<svg ...".
  std::vector<std::pair<std::string, std::string>> figures;
};

/// All chapters, in the order of their files. Generated from src/docs/chapters/ by CMake.
std::span<const Chapter> chapters();

}  // namespace attnref::docs
