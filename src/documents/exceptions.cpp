#include "documents/exceptions.hpp"

#include "attnref/law.hpp"
#include "files/bounded_json.hpp"
#include "files/file_bytes.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace attnref {
namespace {

using Json = nlohmann::json;

constexpr std::size_t most_bytes = std::size_t{1} << 20;

Json parsed(std::string_view text, const std::string& source) {
  try {
    return bounded_json<Json>(text, most_bytes);
  } catch (const json_error& error) {
    throw file_error(source, "exceptions", error.expected, error.found);
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
  return exceptions_of_json(InputFile(path, option).read_up_to(most_bytes + 1), source_name(path, option));
}

}  // namespace attnref
