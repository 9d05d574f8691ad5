#include "reports/settled.hpp"

#include <fmt/format.h>

namespace attnref {
namespace {

std::string count(std::size_t n) { return n == 0 ? "none" : std::to_string(n); }

}  // namespace

std::string settled_text(const SettledCounts& counts) {
  const std::size_t all = counts.all();
  return fmt::format(
      "{} number{}: {} by interval, {} exact, {} by sign, {} by dominance, {} undecided; {} bits at most", all,
      all == 1 ? "" : "s", count(counts.interval), count(counts.exact), count(counts.sign), count(counts.dominance),
      count(counts.undecided), counts.bits);
}

}  // namespace attnref
