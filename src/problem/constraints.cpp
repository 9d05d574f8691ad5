// Which sizes constraints allow, and what a backend's capabilities say.
#include "attnref/capabilities.hpp"

#include <algorithm>

namespace attnref {

bool AxisConstraint::allows(std::size_t size) const {
  if (!among.empty() && std::find(among.begin(), among.end(), size) == among.end()) return false;
  return size >= least && (!most || size <= *most) && multiple_of > 0 && size % multiple_of == 0;
}

std::size_t AxisConstraint::nearest(std::size_t size) const {
  if (allows(size)) return size;
  // What is allowed lies within a multiple of the largest bound; a bound of no practical size is not walked to.
  const std::size_t reach = std::min<std::size_t>(
      std::max({size, least, multiple_of, among.empty() ? 0 : *std::max_element(among.begin(), among.end())}),
      1u << 20);
  for (std::size_t step = 1; step <= 2 * reach + 1; ++step) {
    // Nothing is far from something: a length of 1 rounds up to a tile, not down to no positions at all.
    if (step < size && allows(size - step)) return size - step;
    if (allows(size + step)) return size + step;
  }
  return allows(0) ? 0 : size;
}

std::optional<std::size_t> AxisConstraint::at_least(std::size_t size) const {
  if (!among.empty()) {
    std::optional<std::size_t> smallest;
    for (const std::size_t candidate : among) {
      if (candidate >= size && allows(candidate) && (!smallest || candidate < *smallest)) smallest = candidate;
    }
    return smallest;
  }
  size = std::max(size, least);
  const std::size_t over = size % multiple_of;
  if (over > 0) size += multiple_of - over;
  return allows(size) ? std::optional(size) : std::nullopt;
}

bool Capabilities::takes(Dtype dtype) const { return std::find(dtypes.begin(), dtypes.end(), dtype) != dtypes.end(); }

Profile Capabilities::profile_of(Dtype dtype) const {
  for (const Profile& own : own_profiles) {
    if (own.output == dtype) return own;
  }
  // A profile of another format says nothing of this one.
  if (auto named = profile_named(profile); named && named->output == dtype) return *std::move(named);
  return plain_profile(dtype);
}

}  // namespace attnref
