#include "problem/visible.hpp"

namespace attnref {

bool Visible::all() const { return true; }

bool Visible::operator()(std::size_t, std::size_t j) const { return j < t_k_; }

std::vector<KeyRange> Visible::keys(std::size_t) const {
  if (t_k_ == 0) return {};
  return {{0, t_k_}};
}

}  // namespace attnref
