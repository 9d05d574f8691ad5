// What the documents of --json are made of.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace attnref::json {

/// Its keys stay in the order in which they are written down.
using Json = nlohmann::ordered_json;

/// A number; "inf", "-inf" or "nan" where it is one of these, which JSON doesn't have.
Json number(double value);

/// A number, or null where there is none.
template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? number(*value) : Json(nullptr);
}

/// A document as indented text that a terminal can show, ended by a newline. A backend may say what it likes of itself:
/// bytes that are not UTF-8 are replaced.
std::string text(const Json& json);

}  // namespace attnref::json
