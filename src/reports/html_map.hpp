// An output as three maps side by side, drawn as SVG: observed, expected, error / bound.
#pragma once

#include "attnref/report.hpp"

#include <optional>
#include <string>

namespace attnref {

/// Row and column of a number.
struct Place {
  std::size_t row = 0;
  std::size_t column = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

/// Where error / bound is largest, if it is beyond 1 anywhere.
std::optional<Place> furthest_beyond(const SeenOutput& output);

/// One <figure>: the maps, with the numbers in the cells where they are few and a window about `marked` where they are
/// too many for a screen; the cell at `marked` is outlined. Each map says in words what it shows. Only the first map
/// where nothing is known of the expected values. Nothing of an output without numbers.
std::string maps_figure(const SeenOutput& output, std::optional<Place> marked);

}  // namespace attnref
