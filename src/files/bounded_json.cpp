#include "files/bounded_json.hpp"

#include "problem/one_line.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace attnref {
namespace {

/// How deep arrays and objects lie within each other, in any text: counted before anything is built.
std::size_t levels_of(std::string_view text) {
  std::size_t level = 0, deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\\') {
      ++i;  // what is escaped ends no string
    } else if (c == '"') {
      in_string = !in_string;
    } else if (in_string) {
      continue;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++level);
    } else if ((c == ']' || c == '}') && level > 0) {
      --level;
    }
  }
  return deepest;
}

/// Follows the parser and refuses a key that its object has already: of two the library keeps the last.
template <class Json>
class KeysOnce {
 public:
  bool operator()(int depth, typename Json::parse_event_t event, const Json& value) {
    using Event = typename Json::parse_event_t;
    // An object begins one level above its keys.
    if (event == Event::object_start) seen_.at(static_cast<std::size_t>(depth) + 1).clear();
    if (event != Event::key) return true;
    const std::string& key = value.template get_ref<const std::string&>();
    if (seen_.at(static_cast<std::size_t>(depth)).insert(key).second) return true;
    throw json_error("each key once", fmt::format("'{}' twice", on_one_line(key, 80)));
  }

 private:
  std::array<std::set<std::string>, most_json_levels + 1> seen_;
};

json_error broken_at(std::size_t byte, std::string_view text) {
  return json_error("JSON", fmt::format("'{}', broken at byte {}", on_one_line(text), byte));
}

}  // namespace

json_error::json_error(const std::string& what_was_expected, const std::string& what_was_found)
    : std::invalid_argument(fmt::format("expected {}, found {}", what_was_expected, what_was_found)),
      expected(what_was_expected),
      found(what_was_found) {}

template <class Json>
Json bounded_json(std::string_view text, std::size_t most_bytes) {
  if (text.size() > most_bytes) {
    throw json_error(fmt::format("JSON of at most {} bytes", most_bytes), fmt::format("{}", text.size()));
  }
  const std::size_t levels = levels_of(text);
  if (levels > most_json_levels) {
    throw json_error(fmt::format("JSON of at most {} levels", most_json_levels), fmt::format("{}", levels));
  }
  // The parser takes a null character for the end of its input.
  if (const std::size_t null = text.find('\0'); null != std::string_view::npos) throw broken_at(null + 1, text);
  KeysOnce<Json> keys_once;
  try {
    return Json::parse(text, [&](int depth, typename Json::parse_event_t event, Json& value) {
      return keys_once(depth, event, value);
    });
  } catch (const typename Json::parse_error& error) {
    throw broken_at(error.byte, text);
  } catch (const typename Json::out_of_range& error) {
    // The number stands in quotes at the end of the library's words.
    const std::string_view what = error.what();
    throw json_error("numbers that a double holds", on_one_line(what.substr(std::min(what.find('\''), what.size()))));
  }
}

template nlohmann::json bounded_json<nlohmann::json>(std::string_view, std::size_t);
template nlohmann::ordered_json bounded_json<nlohmann::ordered_json>(std::string_view, std::size_t);

}  // namespace attnref
