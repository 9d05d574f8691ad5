// Which keys each query of a head sees: by position, never by numbers.
#pragma once

#include <cstddef>
#include <vector>

namespace attnref {

/// Keys `begin` to `end`, without the latter.
struct KeyRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  friend bool operator==(const KeyRange&, const KeyRange&) = default;
};

/// The keys that query i sees, among a head's t_k. Today all of them.
class Visible {
 public:
  explicit Visible(std::size_t t_k = 0) : t_k_(t_k) {}

  /// True where every query sees every key.
  bool all() const;
  /// True where query i sees key j.
  bool operator()(std::size_t i, std::size_t j) const;
  /// The keys that query i sees, in order; no range is empty or touches another.
  std::vector<KeyRange> keys(std::size_t i) const;

 private:
  std::size_t t_k_;
};

}  // namespace attnref
