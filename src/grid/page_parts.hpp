// What the page holds before any script runs, and what scripts compare themselves with: made by the native program.
#pragma once

#include <map>
#include <string>

namespace attnref::grid {

/// The parts of docs/grid/index.html by the names of its markers: both default grids as tables with their summaries,
/// and what both programs print.
std::map<std::string, std::string> page_parts();

/// The template with each `<!-- attnref: name -->` replaced by the part of that name. Throws std::runtime_error for a
/// marker without a part and for a part without a marker.
std::string filled(const std::string& page_template, const std::map<std::string, std::string>& parts);

/// A script that defines attnrefNative: for some sentences, off and on, the bits of scores and weights as the native
/// program computes them (little-endian doubles in base64).
std::string native_script();

}  // namespace attnref::grid
