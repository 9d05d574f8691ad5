// JSON from outside, read within bounds. The library's values copy and print themselves by recursion, so that a text
// nested deeply enough ends the process; what is read here is shallow, and may be copied and printed.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace attnref {

/// Arrays and objects within each other, at most; the deepest document that attnref knows has 5.
inline constexpr std::size_t most_json_levels = 16;

/// The length of what is said in a few keys, at most: constraints, profiles.
inline constexpr std::size_t most_short_json_bytes = std::size_t{1} << 16;

/// Text that is not JSON within the bounds. what() is one line: "expected EXPECTED, found FOUND".
struct json_error : std::invalid_argument {
  json_error(const std::string& what_was_expected, const std::string& what_was_found);
  std::string expected;
  std::string found;
};

/// Reads JSON of at most `most_bytes` and most_json_levels, in whose objects each key stands once. Throws json_error
/// for anything else. Json is nlohmann::json, or nlohmann::ordered_json.
template <class Json>
Json bounded_json(std::string_view text, std::size_t most_bytes);

}  // namespace attnref
