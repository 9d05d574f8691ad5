// The part of JSON Schema that the manifest's schema uses, so that the manifest is held to it where Python isn't there.
#pragma once

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>

namespace attnref::test {

/// A schema in JSON Schema 2020-12. A keyword that it doesn't know is a fault of the
/// schema.
class Schema {
 public:
  explicit Schema(nlohmann::json root) : root_(std::move(root)) {}

  /// Where a value breaks the schema, or nothing.
  std::string fault(const nlohmann::json& value) const { return fault(value, root_, "$"); }

 private:
  static bool has_type(const nlohmann::json& value, const nlohmann::json& types) {
    if (types.is_array()) {
      return std::any_of(types.begin(), types.end(), [&](const auto& one) { return has_type(value, one); });
    }
    const std::string type = types;
    if (type == "null") return value.is_null();
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    throw std::invalid_argument("the schema names a type that this test does not know: " + type);
  }

  bool keeps(const nlohmann::json& value, const std::string& keyword, const nlohmann::json& rule) const {
    if (keyword == "type") return has_type(value, rule);
    if (keyword == "const") return value == rule;
    if (keyword == "enum") return std::find(rule.begin(), rule.end(), value) != rule.end();
    if (keyword == "pattern") return std::regex_search(value.get<std::string>(), std::regex(rule.get<std::string>()));
    if (keyword == "minLength") return value.get<std::string>().size() >= rule;
    if (keyword == "minimum") return !value.is_number() || value >= rule;
    if (keyword == "minItems" || keyword == "minProperties") return value.size() >= rule;
    if (keyword == "uniqueItems") return std::set<nlohmann::json>(value.begin(), value.end()).size() == value.size();
    if (keyword == "required")
      return std::all_of(rule.begin(), rule.end(),
                         [&](const nlohmann::json& key) { return value.contains(key.get<std::string>()); });
    static const std::set<std::string> no_rules{"$schema", "$defs", "title", "description"};
    if (no_rules.contains(keyword)) return true;
    throw std::invalid_argument("the schema uses a keyword that this test does not know: " + keyword);
  }

  std::string fault_in_parts(const nlohmann::json& value, const nlohmann::json& schema,
                             const std::string& where) const {
    std::string found;
    if (schema.contains("properties")) {
      for (const auto& [key, part] : value.items()) {
        if (!schema["properties"].contains(key)) {
          if (schema.value("additionalProperties", true)) continue;
          return where + "." + key + ": additionalProperties";
        }
        if (found.empty()) found = fault(part, schema["properties"][key], where + "." + key);
      }
    }
    if (schema.contains("items")) {
      for (std::size_t i = 0; i < value.size() && found.empty(); ++i)
        found = fault(value[i], schema["items"], fmt::format("{}[{}]", where, i));
    }
    return found;
  }

  std::string fault(const nlohmann::json& value, const nlohmann::json& schema, const std::string& where) const {
    // The type first: other keywords rest on it.
    if (schema.contains("type") && !keeps(value, "type", schema["type"])) return where + ": type";
    for (const auto& [keyword, rule] : schema.items()) {
      if (keyword == "properties" || keyword == "additionalProperties" || keyword == "items") continue;
      if (keyword == "$ref") {
        const std::string pointer = rule.get<std::string>().substr(1);
        const std::string found = fault(value, root_.at(nlohmann::json::json_pointer(pointer)), where);
        if (!found.empty()) return found;
      } else if (!keeps(value, keyword, rule)) {
        return where + ": " + keyword;
      }
    }
    return fault_in_parts(value, schema, where);
  }

  nlohmann::json root_;
};

}  // namespace attnref::test
