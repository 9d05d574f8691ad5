#include "documents/profile.hpp"

#include "files/bounded_json.hpp"
#include "problem/one_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace attnref {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t most_counted = 1000000;

// Each sets a member and returns true, or finds a value that it can't have.

template <auto member>
bool set_flag(Profile& profile, const Json& value) {
  if (!value.is_boolean()) return false;
  profile.*member = value.get<bool>();
  return true;
}

template <auto member>
bool set_count(Profile& profile, const Json& value) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most_counted) return false;
  profile.*member = value.get<std::remove_reference_t<decltype(profile.*member)>>();
  return true;
}

/// An exponential that no rounding touches isn't right to any number of ulps: the derivation asks for one at least.
template <auto member>
bool set_ulps(Profile& profile, const Json& value) {
  return set_count<member>(profile, value) && profile.*member >= 1;
}

template <auto member>
bool set_number(Profile& profile, const Json& value) {
  if (!value.is_number()) return false;
  profile.*member = value.get<double>();
  return true;
}

template <auto member>
bool set_roundoff(Profile& profile, const Json& value) {
  return set_number<member>(profile, value) && profile.*member >= 0 && profile.*member < 1;
}

template <auto member>
bool set_dtype(Profile& profile, const Json& value) {
  if (!value.is_string() && !value.is_null()) return false;
  profile.*member = value.is_null() ? std::nullopt : dtype_named(value.get<std::string>());
  return value.is_null() || profile.*member;
}

template <auto member>
bool set_depth(Profile& profile, const Json& value) {
  if (value.is_null()) {
    (profile.*member).reset();
    return true;
  }
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most_counted) return false;
  profile.*member = value.get<std::size_t>();
  return true;
}

bool set_recomputed(Profile& profile, const Json& value) {
  profile.output_from_lse = value == "for_output";
  profile.weights_from_lse = profile.output_from_lse || value == true;
  return profile.output_from_lse || value.is_boolean();
}

struct Key {
  std::string_view name;
  std::string_view expected;
  bool (*set)(Profile&, const Json&);
};

constexpr std::string_view roundoff = "a number from 0 up to 1";
constexpr std::string_view dtype = "f64, f32, f16, bf16 or null";
constexpr std::string_view count = "an integer from 0 to 1000000";
constexpr std::string_view flag = "true or false";

constexpr std::string_view depth = "an integer from 0 to 1000000 or null";

constexpr std::array<Key, 19> keys{{
    {"input_roundoff", roundoff, set_roundoff<&Profile::u_in>},
    {"bias_roundoff", roundoff, set_roundoff<&Profile::u_bias>},
    {"stored_qkv", dtype, set_dtype<&Profile::stored_qkv>},
    {"scaled_q_stored", dtype, set_dtype<&Profile::scaled_q_stored>},
    {"stored_scores", dtype, set_dtype<&Profile::stored_scores>},
    {"stored_weights", dtype, set_dtype<&Profile::stored_weights>},
    {"c", count, set_count<&Profile::c>},
    {"c_s", count, set_count<&Profile::c_s>},
    {"c_sub", count, set_count<&Profile::c_sub>},
    {"exp_ulp", "an integer from 1 to 1000000", set_ulps<&Profile::exp_ulp>},
    {"block", count, set_count<&Profile::block>},
    {"depth_dot", depth, set_depth<&Profile::depth_dot>},
    {"depth_sum", depth, set_depth<&Profile::depth_sum>},
    {"depth_values", depth, set_depth<&Profile::depth_values>},
    {"shift", "a number", set_number<&Profile::shift>},
    {"shifted", flag, set_flag<&Profile::shifted>},
    {"flush", flag, set_flag<&Profile::flush>},
    {"exp_flush", flag, set_flag<&Profile::exp_flush>},
    {"weights_from_lse", "true, false or \"for_output\"", set_recomputed},
}};

[[noreturn]] void refuse(std::string_view field, std::string_view expected, const std::string& found) {
  throw std::invalid_argument(fmt::format("{}: expected {}, found {}", field, expected, on_one_line(found, 80)));
}

std::string written(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Profile named(const Json& object) {
  const auto found = object.find("profile");
  if (found == object.end()) refuse("profile", "the name of the profile to start from", "none");
  const auto profile = found->is_string() ? profile_named(found->get<std::string>()) : std::nullopt;
  if (!profile) refuse("profile", "the name of a profile, as f32 or flash_bf16", written(*found));
  return *profile;
}

std::string names() {
  std::vector<std::string_view> all{"profile"};
  for (const Key& key : keys) all.push_back(key.name);
  return fmt::format("{}", fmt::join(all, ", "));
}

Profile profile_of(Json object) {
  Profile profile = named(object);
  object.erase("profile");
  for (const auto& [name, value] : object.items()) {
    const std::string_view wanted = name;
    const auto key =
        std::find_if(keys.begin(), keys.end(), [wanted](const Key& known) { return known.name == wanted; });
    if (key == keys.end()) refuse("profile", fmt::format("keys among {}", names()), fmt::format("'{}'", name));
    if (!key->set(profile, value)) refuse(key->name, key->expected, written(value));
  }
  if (!object.empty()) profile.name += " with " + written(object);
  return profile;
}

Json parsed(std::string_view text) {
  try {
    return bounded_json<Json>(text, most_short_json_bytes);
  } catch (const json_error& error) {
    refuse("profile", error.expected, error.found);
  }
}

}  // namespace

Profile profile_of_json(std::string_view text) {
  Json object = parsed(text);
  if (!object.is_object()) refuse("profile", "a JSON object", fmt::format("'{}'", text));
  return profile_of(std::move(object));
}

std::vector<Profile> profiles_of_json(std::string_view text) {
  const Json array = parsed(text);
  if (!array.is_array()) return {profile_of_json(text)};
  std::vector<Profile> profiles;
  for (const Json& object : array) {
    if (!object.is_object()) refuse("profile", "an array of JSON objects", written(object));
    profiles.push_back(profile_of(object));
  }
  return profiles;
}

std::string profile_difference(const Profile& profile) {
  const Profile plain = plain_profile(profile.output);
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  const auto add = [&](const char* key, auto member) {
    if (profile.*member == plain.*member) return;
    using Value = std::remove_cvref_t<decltype(profile.*member)>;
    if constexpr (std::is_same_v<Value, long double>) {
      json[key] = static_cast<double>(profile.*member);
    } else if constexpr (std::is_same_v<Value, std::optional<Dtype>>) {
      json[key] = profile.*member ? nlohmann::ordered_json(name_of(*(profile.*member))) : nullptr;
    } else if constexpr (std::is_same_v<Value, std::optional<std::size_t>>) {
      json[key] = profile.*member ? nlohmann::ordered_json(*(profile.*member)) : nullptr;
    } else if constexpr (std::is_same_v<Value, Dtype>) {
      json[key] = name_of(profile.*member);
    } else {
      json[key] = profile.*member;
    }
  };
  add("input_roundoff", &Profile::u_in);
  add("scaled_q_stored", &Profile::scaled_q_stored);
  add("u_proj", &Profile::u_proj);
  add("u_dot", &Profile::u_dot);
  add("u_add", &Profile::u_add);
  add("bias_roundoff", &Profile::u_bias);
  add("u_acc", &Profile::u_acc);
  add("accumulator", &Profile::accumulator);
  add("stored_qkv", &Profile::stored_qkv);
  add("stored_scores", &Profile::stored_scores);
  add("stored_weights", &Profile::stored_weights);
  add("c", &Profile::c);
  add("c_s", &Profile::c_s);
  add("c_sub", &Profile::c_sub);
  add("exp_ulp", &Profile::exp_ulp);
  add("block", &Profile::block);
  add("shift", &Profile::shift);
  add("shifted", &Profile::shifted);
  add("flush", &Profile::flush);
  add("exp_flush", &Profile::exp_flush);
  add("depth_dot", &Profile::depth_dot);
  add("depth_sum", &Profile::depth_sum);
  add("depth_values", &Profile::depth_values);
  add("weights_from_lse", &Profile::weights_from_lse);
  if (profile.output_from_lse) json["weights_from_lse"] = "for_output";
  return json.dump();
}

}  // namespace attnref
