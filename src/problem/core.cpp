#include "problem/core.hpp"

#include "problem/one_line.hpp"

#include <fmt/format.h>

#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace attnref {

std::optional<BeyondTheCore> first_choice_beyond_the_core(const Problem& problem) {
  static const std::set<std::string, std::less<>> core{"x", "wq", "wk", "wv", "q", "k", "v"};
  for (const auto& [name, tensor] : problem.tensors) {
    if (!core.contains(name)) return BeyondTheCore{on_one_line(name), "no such tensor", "one"};
  }
  if (problem.causal != Causal::none) {
    return BeyondTheCore{"causal", "none", problem.causal == Causal::top_left ? "top_left" : "bottom_right"};
  }
  if (const auto& window = problem.window) {
    return BeyondTheCore{"window", "none", fmt::format("{},{}", window->left, window->right)};
  }
  if (problem.softcap) return BeyondTheCore{"softcap", "none", fmt::format("{}", *problem.softcap)};
  const Sizes& s = problem.sizes;
  for (const auto& [name, size] : std::array<std::pair<const char*, std::size_t>, 3>{
           {{"batch", s.batch}, {"heads", s.heads}, {"kv_heads", s.kv_heads}}}) {
    if (size != 1) return BeyondTheCore{name, "1", std::to_string(size)};
  }
  return std::nullopt;
}

bool Problem::beyond_the_core() const { return first_choice_beyond_the_core(*this).has_value(); }

}  // namespace attnref
