#include "search/options.hpp"

#include "documents/profile.hpp"
#include "problem/one_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace attnref {
namespace {

void require_exceptions_of_laws(const CheckOptions& options) {
  for (const auto& [id, reason] : options.exceptions) {
    if (!law_named(id)) {
      throw problem_error(
          fmt::format("exceptions: expected ids that `attnref laws` lists, found '{}'", on_one_line(id, 80)));
    }
    if (reason.find_first_not_of(" \t\r\n") == std::string::npos) {
      throw problem_error(fmt::format("exceptions: {}: expected a reason, found none", id));
    }
  }
}

std::optional<Profile> profile_of_text(const std::string& text) {
  if (!text.starts_with('{')) return profile_named(text);
  try {
    return profile_of_json(text);
  } catch (const std::invalid_argument& error) {
    throw problem_error(fmt::format("profile: {}", error.what()));
  }
}

}  // namespace

void require_meant(const CheckOptions& options) {
  require_exceptions_of_laws(options);
  if (options.max_length == 0) throw problem_error("max_length: expected at least 1, found 0");
}

std::optional<Profile> profile_asked_for(const CheckOptions& options) {
  if (options.profile.empty()) return std::nullopt;
  const auto profile = profile_of_text(options.profile);
  if (!profile) {
    throw problem_error(
        fmt::format("profile: expected a name that error_bound.hpp lists, found '{}'", options.profile));
  }
  const auto& dtypes = options.dtypes;
  if (!options.replay && std::find(dtypes.begin(), dtypes.end(), profile->output) == dtypes.end()) {
    throw problem_error(fmt::format("profile: expected one of a dtype that is checked, found '{}', of {}",
                                    options.profile, name_of(profile->output)));
  }
  return profile;
}

}  // namespace attnref
