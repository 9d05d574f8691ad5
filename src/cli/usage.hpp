// The values of options: text in, numbers and names out, and one clear line where that fails. It knows no verb.
#pragma once

#include "attnref/backend.hpp"
#include "attnref/rounding.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace attnref::cli {

/// An option that can't be used. what() is one line: the option, what was expected, what was found.
struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;

  /// "OPTION: expected EXPECTED, found 'FOUND'", with control characters of what was found escaped.
  usage_error(std::string_view option, std::string_view expected, std::string_view found);
};

/// The candidates that a mistyped name was most likely meant to be, at most three and each once: those the fewest
/// letters away, or if none is near, those that contain it.
std::vector<std::string_view> near_names(std::string_view name, const std::vector<std::string_view>& candidates);

/// "; did you mean NEAR or NEAR?", or nothing.
std::string suggestion(std::string_view name, const std::vector<std::string_view>& candidates);

/// A decimal integer in [least, most].
std::uint64_t integer_option(std::string_view option, const std::string& text, std::uint64_t least, std::uint64_t most);

/// A finite number, decimal or hexadecimal.
double number_option(std::string_view option, const std::string& text);

/// A number from 0 to 1.
double share_option(std::string_view option, const std::string& text);

/// A number of seconds above 0.
double seconds_option(std::string_view option, const std::string& text);

/// An integer of 64 bits, or a new one for "random".
std::uint64_t seed_option(std::string_view option, const std::string& text);

/// The name of a file, or "-" where that stands for stdout.
std::string file_option(std::string_view option, const std::string& text);

/// The name of a folder, without a slash at its end: "found/" is found.
std::string folder_option(std::string_view option, const std::string& text);

/// f64, f32, f16 or bf16.
Dtype format_option(std::string_view option, const std::string& text);

/// Dtypes between commas, each once.
std::vector<Dtype> dtypes_option(std::string_view option, const std::string& text);

/// The names that some options take.
std::vector<std::string_view> law_ids();
std::vector<std::string_view> mutant_names();
std::vector<std::string_view> profile_names();

/// Throws usage_error unless it is the id of a law.
void require_law(std::string_view option, const std::string& id);

/// Throws usage_error unless the name is one of these.
void require_one_of(const std::vector<std::string_view>& names, std::string_view option, const std::string& name);

/// A rounding profile: its name, or the JSON that profile_of_json reads.
Profile profile_option(std::string_view option, const std::string& text);

/// How many threads run at once on this machine.
std::size_t default_jobs();

}  // namespace attnref::cli
