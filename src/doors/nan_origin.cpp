#include "doors/nan_origin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace attnref {
namespace {

/// Numbers of one output by where they come from.
struct Origins {
  std::size_t unwritten = 0;  ///< in no call
  std::size_t before = 0;     ///< from what the output held before the call
  std::size_t outside = 0;    ///< from guard bytes
  std::size_t sometimes = 0;  ///< not written in the first call
};

void count(Origins& origins, std::size_t n, const Written& first, const Written& cleared, const Written& unguarded,
           const Written& repeated) {
  const auto is_nan = [n](const Written& written) { return std::isnan(written.tensor.values[n]); };
  if (first.unchanged[n] && cleared.unchanged[n] && unguarded.unchanged[n] && repeated.unchanged[n]) {
    ++origins.unwritten;
  } else if (is_nan(first) && is_nan(repeated) && is_nan(unguarded) && !is_nan(cleared)) {
    ++origins.before;
  } else if (is_nan(first) && is_nan(repeated) && is_nan(cleared) && !is_nan(unguarded)) {
    ++origins.outside;
  } else if (first.unchanged[n]) {
    ++origins.sometimes;
  }
}

Origins origins_of(Part output, const Answers& answers) {
  Origins origins;
  const Written& first = answers.first.at(output);
  if (!answers.cleared.contains(output) || !answers.unguarded.contains(output) || !answers.repeated.contains(output)) {
    origins.sometimes = static_cast<std::size_t>(std::count(first.unchanged.begin(), first.unchanged.end(), true));
    return origins;
  }
  for (std::size_t n = 0; n < first.unchanged.size(); ++n) {
    count(origins, n, first, answers.cleared.at(output), answers.unguarded.at(output), answers.repeated.at(output));
  }
  return origins;
}

}  // namespace

bool is_suspicious(const Outputs& outputs, const Problem& problem) {
  bool nan = false;
  for (const auto& [output, written] : outputs) {
    const std::vector<double>& values = written.tensor.values;
    if (std::find(written.unchanged.begin(), written.unchanged.end(), true) != written.unchanged.end()) return true;
    nan = nan || std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
  }
  return nan && std::all_of(problem.tensors.begin(), problem.tensors.end(), [](const auto& input) {
           const std::vector<double>& values = input.second.values;
           return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
         });
}

std::optional<std::string> explanation(const Answers& answers) {
  for (const auto& [output, first] : answers.first) {
    const std::string_view name = name_of(output);
    const Origins origins = origins_of(output, answers);
    const std::size_t all = first.unchanged.size();
    if (origins.unwritten > 0)
      return fmt::format("left {} of the {} numbers of {} unwritten", origins.unwritten, all, name);
    if (origins.outside > 0) {
      return fmt::format("computed {} of the {} numbers of {} from memory outside of its arrays: guard bytes are NaN",
                         origins.outside, all, name);
    }
    if (origins.before > 0) {
      return fmt::format(
          "computed {} of the {} numbers of {} from what it held before the call, as 0 times the old content does",
          origins.before, all, name);
    }
    if (origins.sometimes > 0) {
      return fmt::format("left {} of the {} numbers of {} unwritten, and not when asked again", origins.sometimes, all,
                         name);
    }
  }
  return std::nullopt;
}

}  // namespace attnref
