#include "documents/constraints.hpp"

#include "files/bounded_json.hpp"
#include "problem/one_line.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <stdexcept>

namespace attnref {
namespace {

using Json = nlohmann::ordered_json;

/// No sequence or width that a test could draw is longer, and sums of such sizes stay far from wrapping.
constexpr std::uint64_t most_size = std::uint64_t{1} << 30;

[[noreturn]] void fail(const std::string& key, std::string_view expected, const Json& found) {
  const std::string text = found.dump(-1, ' ', false, Json::error_handler_t::replace);
  throw std::invalid_argument(fmt::format("{}: expected {}, found {}", on_one_line(key), expected, on_one_line(text)));
}

std::size_t size_in(const std::string& key, const Json& json) {
  if (!json.is_number_unsigned() || json.get<std::uint64_t>() > most_size) {
    fail(key, fmt::format("an integer from 0 to {}", most_size), json);
  }
  return json.get<std::size_t>();
}

bool flag_in(const std::string& key, const Json& json) {
  if (!json.is_boolean()) fail(key, "true or false", json);
  return json.get<bool>();
}

AxisConstraint axis_in(const std::string& axis, const Json& json) {
  AxisConstraint constraint;
  if (json.is_number()) {
    constraint.among = {size_in(axis, json)};
    return constraint;
  }
  if (!json.is_object()) fail(axis, "a size, or an object of among, multiple_of, least, most", json);
  for (const auto& [key, value] : json.items()) {
    const std::string where = axis + "." + key;
    if (key == "among") {
      if (!value.is_array() || value.empty() || value.size() > 1000) fail(where, "an array of 1 to 1000 sizes", value);
      for (const Json& size : value) constraint.among.push_back(size_in(where, size));
    } else if (key == "multiple_of") {
      constraint.multiple_of = size_in(where, value);
      if (constraint.multiple_of == 0) fail(where, "at least 1", value);
    } else if (key == "least") {
      constraint.least = size_in(where, value);
    } else if (key == "most") {
      constraint.most = size_in(where, value);
    } else {
      fail(axis, "the keys among, multiple_of, least, most", Json(key));
    }
  }
  return constraint;
}

Json parsed(std::string_view text) {
  Json json = bounded_json<Json>(text, most_short_json_bytes);
  if (!json.is_object()) {
    throw std::invalid_argument(fmt::format("expected a JSON object, found '{}'", on_one_line(text)));
  }
  return json;
}

Json axis_json(const AxisConstraint& axis) {
  Json json = Json::object();
  if (!axis.among.empty()) json["among"] = axis.among;
  if (axis.multiple_of != 1) json["multiple_of"] = axis.multiple_of;
  if (axis.least != 0) json["least"] = axis.least;
  if (axis.most) json["most"] = *axis.most;
  return json;
}

}  // namespace

Constraints constraints_of_json(std::string_view text) {
  Constraints constraints;
  const Json json = parsed(text);  // items() refers to it
  for (const auto& [key, value] : json.items()) {
    if (key == "t" || key == "T") {
      constraints.t = axis_in(key, value);
    } else if (key == "d_model") {
      constraints.d_model = axis_in(key, value);
    } else if (key == "d_k") {
      constraints.d_k = axis_in(key, value);
    } else if (key == "d_v" && value == "= d_k") {
      constraints.d_v_equals_d_k = true;
    } else if (key == "d_v") {
      constraints.d_v = axis_in(key, value);
    } else if (key == "equal_lengths") {
      constraints.equal_lengths = flag_in(key, value);
    } else if (key == "only_projected") {
      constraints.only_projected = flag_in(key, value);
    } else if (key == "contiguous") {
      constraints.contiguous = flag_in(key, value);
    } else if (key == "any_strides") {
      constraints.any_strides = flag_in(key, value);
    } else {
      throw std::invalid_argument(
          fmt::format("expected the keys t, d_model, d_k, d_v, equal_lengths, only_projected, contiguous, any_strides, "
                      "found '{}'",
                      on_one_line(key)));
    }
  }
  if (constraints.contiguous && constraints.any_strides) {
    throw std::invalid_argument("any_strides: expected it or contiguous, found both");
  }
  return constraints;
}

std::string constraints_json(const Constraints& constraints) {
  Json json = Json::object();
  const auto add = [&json](const char* key, const AxisConstraint& axis) {
    if (axis != AxisConstraint{}) json[key] = axis_json(axis);
  };
  add("t", constraints.t);
  add("d_model", constraints.d_model);
  add("d_k", constraints.d_k);
  add("d_v", constraints.d_v);
  if (constraints.d_v_equals_d_k) json["d_v"] = "= d_k";
  if (constraints.equal_lengths) json["equal_lengths"] = true;
  if (constraints.only_projected) json["only_projected"] = true;
  if (constraints.contiguous) json["contiguous"] = true;
  if (constraints.any_strides) json["any_strides"] = true;
  return json.empty() ? "" : json.dump();
}

}  // namespace attnref
