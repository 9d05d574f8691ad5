// The page's colour scale, light and dark, as rules of a style sheet.
#pragma once

#include <string>

#include "reports/colour.hpp"

namespace attnref::grid {

/// The colour of a weight on a dark page: from nearly the page's own at 0 to pale cyan at 1, the terminal's scale
/// turned over. Lightness rises with the weight's square root.
Rgb colour_of_weight_on_dark(double weight);

/// A rule for each step of the scale, .l0 to .l50: background, and the text on it, black or white by contrast.
std::string colour_rules();

}  // namespace attnref::grid
