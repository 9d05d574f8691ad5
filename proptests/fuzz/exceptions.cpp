// Fuzz target: a file of exceptions.
#include "documents/exceptions.hpp"

#include "attnref/law.hpp"
#include "files/file_error.hpp"
#include "fuzz/fuzz.hpp"

using namespace attnref;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    for (const auto& [law, reason] : exceptions_of_json(fuzz::text_of(data, size), "fuzz")) {
      fuzz::require(law_named(law) != nullptr, "a law is known");
      fuzz::require(!reason.empty(), "a reason is given");
    }
  } catch (const file_error& error) {
    fuzz::require_one_line(error);
  }
  return 0;
}
