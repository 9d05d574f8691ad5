// Fuzz target: JSON from outside. What is read can be copied, printed and read again, and what it means as a profile or
// as constraints is read or refused in one line.
#include "files/bounded_json.hpp"

#include "documents/profile.hpp"
#include "documents/constraints.hpp"
#include "fuzz/fuzz.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string>

using namespace attnref;

namespace {

constexpr std::size_t most_bytes = 65536;

template <class Json>
void round_trip(std::string_view text) {
  try {
    const Json json = bounded_json<Json>(text, most_bytes);
    const Json copy = json;
    const std::string written = copy.dump();
    // Numbers may be written longer than they were.
    fuzz::require(bounded_json<Json>(written, 64 * most_bytes) == json, "what was written reads the same");
  } catch (const json_error& error) {
    fuzz::require_one_line(error);
  }
}

template <class Read>
void read(const Read& read_text) {
  try {
    read_text();
  } catch (const std::invalid_argument& error) {
    fuzz::require_one_line(error);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  round_trip<nlohmann::json>(text);
  round_trip<nlohmann::ordered_json>(text);
  read([text] { profiles_of_json(text); });
  read([text] { profile_of_json(text); });
  read([text] { constraints_of_json(text); });
  return 0;
}
