#include "search/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attnref {
namespace {

bool is_unsupported(const Count& count) { return count.asked > 0 && count.unsupported == count.asked; }

bool is_judged(const Count& count) { return count.asked > 0 && count.judged >= least_judged(count.asked); }

}  // namespace

std::string commonest(const Refusals& refusals) {
  const auto most = std::max_element(refusals.begin(), refusals.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == refusals.end() ? "" : most->first;
}

std::size_t least_judged(std::size_t asked) { return std::min(asked, std::max(fewest_judged, (asked + 3) / 4)); }

Verdict verdict_of(const std::map<Dtype, Count>& by_dtype) {
  const auto any = [&](auto is) {
    return std::any_of(by_dtype.begin(), by_dtype.end(), [&](const auto& one) { return is(one.second); });
  };
  if (any([](const Count& count) { return count.violated > 0; })) return Verdict::violated;
  if (!any([](const Count& count) { return !is_unsupported(count); })) return Verdict::unsupported;
  return any([](const Count& count) { return !is_judged(count); }) ? Verdict::not_run : Verdict::holds;
}

std::string reason_not_run(const std::map<Dtype, Count>& by_dtype, const std::map<Dtype, Refusals>& refusals) {
  for (const auto& [dtype, count] : by_dtype) {
    if (count.asked == 0 || is_judged(count)) continue;
    if (count.unsupported * 2 > count.asked - count.judged) {
      const auto found = refusals.find(dtype);
      return fmt::format("{} of {} cases in {} were unsupported: {}", count.unsupported, count.asked, name_of(dtype),
                         found == refusals.end() ? "" : commonest(found->second));
    }
    return fmt::format("{} of {} cases judged in {}: the bound said too little", count.judged, count.asked,
                       name_of(dtype));
  }
  return "";
}

}  // namespace attnref
