#include "cli/usage.hpp"

#include "attnref/error_bound.hpp"
#include "attnref/law.hpp"
#include "documents/profile.hpp"
#include "files/file_error.hpp"
#include "mutation/mutant.hpp"
#include "attnref/reference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <random>
#include <thread>
#include <utility>

namespace attnref::cli {
namespace {

/// Letters inserted, deleted, replaced, or swapped with their neighbour, to turn one name into the other (optimal
/// string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last, row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

constexpr std::size_t longest_name = 100;
constexpr std::size_t most_near_names = 3;

}  // namespace

usage_error::usage_error(std::string_view option, std::string_view expected, std::string_view found)
    : std::runtime_error(fmt::format("{}: expected {}, found '{}'", option, expected, on_one_line(found, 80))) {}

std::vector<std::string_view> near_names(std::string_view name, const std::vector<std::string_view>& candidates) {
  std::vector<std::string_view> near, containing;
  if (name.size() > longest_name) return near;
  // A law and a claim may share their name.
  const auto add = [](std::vector<std::string_view>& names, std::string_view candidate) {
    if (std::find(names.begin(), names.end(), candidate) == names.end()) names.push_back(candidate);
  };
  // A third of the letters may be wrong; beyond that a guess misleads.
  std::size_t least = std::max<std::size_t>(name.size() / 3, 1);
  for (const std::string_view candidate : candidates) {
    if (name.size() >= 3 && candidate.find(name) != std::string_view::npos) add(containing, candidate);
    const std::size_t distance = edit_distance(name, candidate);
    if (distance > least) continue;
    if (distance < least) near.clear();
    least = distance;
    add(near, candidate);
  }
  if (near.empty()) near = std::move(containing);
  near.resize(std::min(near.size(), most_near_names));
  return near;
}

std::string suggestion(std::string_view name, const std::vector<std::string_view>& candidates) {
  const std::vector<std::string_view> near = near_names(name, candidates);
  return near.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(near, " or "));
}

std::uint64_t integer_option(std::string_view option, const std::string& text, std::uint64_t least,
                             std::uint64_t most) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stopped != end || value < least || value > most) {
    throw usage_error(option, fmt::format("an integer from {} to {}", least, most), text);
  }
  return value;
}

double number_option(std::string_view option, const std::string& text) {
  char* stopped = nullptr;
  const double value = std::strtod(text.c_str(), &stopped);
  const bool whole = !text.empty() && stopped == text.c_str() + text.size() && text[0] != ' ';
  if (!whole || !std::isfinite(value)) throw usage_error(option, "a finite number, as 0.5 or 0x1p-1", text);
  return value;
}

double share_option(std::string_view option, const std::string& text) {
  const double share = number_option(option, text);
  if (!(share >= 0 && share <= 1)) throw usage_error(option, "a number from 0 to 1", text);
  return share;
}

double seconds_option(std::string_view option, const std::string& text) {
  constexpr const char* expected = "a number of seconds, above 0 and at most 1000000";
  try {
    const double seconds = number_option(option, text);
    if (seconds > 0 && seconds <= 1e6) return seconds;
  } catch (const usage_error&) {
  }
  throw usage_error(option, expected, text);
}

std::uint64_t seed_option(std::string_view option, const std::string& text) {
  if (text == "random") {
    std::random_device device;
    return (std::uint64_t{device()} << 32) | device();
  }
  std::uint64_t seed = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, seed);
  if (error != std::errc{} || stopped != end) {
    throw usage_error(option, fmt::format("'random' or an integer from 0 to {}", ~std::uint64_t{0}), text);
  }
  return seed;
}

std::string file_option(std::string_view option, const std::string& text) {
  // An option that lost its value has taken the next one's name.
  if (text.empty() || text.starts_with("--")) throw usage_error(option, "the name of a file", text);
  return text;
}

std::string folder_option(std::string_view option, const std::string& text) {
  const std::filesystem::path folder = file_option(option, text);
  return folder.has_filename() || !folder.has_relative_path() ? folder.string() : folder.parent_path().string();
}

Dtype format_option(std::string_view option, const std::string& text) {
  const std::optional<Dtype> dtype = dtype_named(text);
  if (!dtype) throw usage_error(option, "f64, f32, f16 or bf16", text);
  return *dtype;
}

std::vector<Dtype> dtypes_option(std::string_view option, const std::string& text) {
  std::vector<Dtype> dtypes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const Dtype dtype = format_option(option, text.substr(begin, end - begin));
    if (std::find(dtypes.begin(), dtypes.end(), dtype) == dtypes.end()) dtypes.push_back(dtype);
    begin = end + 1;
  }
  return dtypes;
}

std::vector<std::string_view> law_ids() {
  std::vector<std::string_view> ids;
  for (const Law& law : laws()) ids.push_back(law.id);
  return ids;
}

std::vector<std::string_view> mutant_names() {
  std::vector<std::string_view> names;
  for (const Mutant& mutant : mutants()) names.push_back(mutant.name);
  return names;
}

std::vector<std::string_view> profile_names() {
  return {"f64", "f32", "tf32", "fp32_online", "f16", "bf16", "flash_f16", "flash_bf16", "f16_all", "bf16_all"};
}

void require_law(std::string_view option, const std::string& id) {
  if (law_named(id)) return;
  throw usage_error(fmt::format("{}: expected an id that `attnref laws` lists, found '{}'{}", option,
                                on_one_line(id, 80), suggestion(id, law_ids())));
}

void require_one_of(const std::vector<std::string_view>& names, std::string_view option, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  throw usage_error(fmt::format("{}: expected one of {}, found '{}'{}", option, fmt::join(names, ", "),
                                on_one_line(name, 80), suggestion(name, names)));
}

Profile profile_option(std::string_view option, const std::string& text) {
  if (!text.starts_with('{')) {
    require_one_of(profile_names(), option, text);
    return *profile_named(text);
  }
  try {
    return profile_of_json(text);
  } catch (const std::invalid_argument& error) {
    throw usage_error(fmt::format("{}: {}", option, error.what()));
  }
}

std::size_t default_jobs() { return std::max(1U, std::thread::hardware_concurrency()); }

}  // namespace attnref::cli
