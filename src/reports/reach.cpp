#include "reports/reach.hpp"

#include "documents/profile.hpp"
#include "documents/constraints.hpp"
#include "problem/one_line.hpp"

#include <fmt/format.h>

namespace attnref {

std::string constraints_text(const Report& report) {
  const std::string text = constraints_json(report.constraints);
  return text.empty() ? "none" : on_one_line(text, 400);
}

std::string profile_text(const Report& report, Dtype dtype) {
  const std::string& profile = report.profiles.at(dtype);
  if (profile == name_of(dtype)) return profile;
  const auto own = report.own_profiles.find(dtype);
  // A profile that was read from JSON is named by its keys.
  const bool is_named_by_keys = profile.find('{') != std::string::npos;
  if (own == report.own_profiles.end() || is_named_by_keys)
    return fmt::format("{} (profile {})", name_of(dtype), profile);
  return fmt::format("{} (profile {} with {})", name_of(dtype), profile, profile_difference(own->second));
}

std::string declined_text(const Report& report) {
  const double percent = 100 * report.declined();
  return percent > 0 && percent < 1 ? "less than 1%" : fmt::format("{:.0f}%", percent);
}

std::string largest_text(const Report& report) {
  const Sizes& s = report.largest;
  if (s == Sizes{}) return "none";
  const auto counted = [](std::size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}, ", count, count == 1 ? one : many);
  };
  std::string text = counted(s.t_q, "query", "queries") + counted(s.t_k, "key", "keys");
  if (s.d_model > 0) text += fmt::format("d_model {}, ", s.d_model);
  return text + fmt::format("d_k {}, d_v {}", s.d_k, s.d_v);
}

}  // namespace attnref
