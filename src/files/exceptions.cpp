#include "files/exceptions.hpp"

#include "attnref/law.hpp"
#include "files/file_bytes.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>

namespace attnref {
namespace {

using Json = nlohmann::json;

constexpr std::size_t most_bytes = std::size_t{1} << 20;

/// Parses, with an eye on keys: of one that is there twice the library would keep the last.
Json parsed(std::string_view text, const std::string& source) {
  std::map<std::string, int> seen;
  const auto watch = [&](int depth, Json::parse_event_t event, Json& value) {
    if (depth == 1 && event == Json::parse_event_t::key && seen[value.get<std::string>()]++ > 0) {
      const std::string key = value.get<std::string>();
      throw file_error(source, on_one_line(key, 80), "it once", "it again");
    }
    return true;
  };
  try {
    return Json::parse(text, watch);
  } catch (const Json::exception& error) {
    throw file_error(source, "exceptions", "JSON {LAW: REASON}", on_one_line(error.what(), 200));
  }
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

}  // namespace

std::map<std::string, std::string> exceptions_of_json(std::string_view text, const std::string& source) {
  const Json json = parsed(text, source);
  if (!json.is_object()) throw file_error(source, "exceptions", "an object {LAW: REASON}", json.type_name());
  std::map<std::string, std::string> exceptions;
  for (const auto& [law, reason] : json.items()) {
    const std::string name = on_one_line(law, 80);
    if (!law_named(law))
      throw file_error(source, "exceptions", "ids that `attnref laws` lists", fmt::format("'{}'", name));
    if (!reason.is_string()) throw file_error(source, name, "a reason, as text", reason.type_name());
    if (is_blank(reason.get<std::string>())) throw file_error(source, name, "a reason", "none");
    exceptions.emplace(law, reason.get<std::string>());
  }
  return exceptions;
}

std::map<std::string, std::string> read_exceptions(const std::filesystem::path& path, std::string_view option) {
  const std::string source = source_name(path, option);
  const std::string text = InputFile(path, option).read_up_to(most_bytes + 1);
  if (text.size() > most_bytes) {
    throw file_error(source, "exceptions", fmt::format("at most {} bytes", most_bytes), "more");
  }
  return exceptions_of_json(text, source);
}

}  // namespace attnref
