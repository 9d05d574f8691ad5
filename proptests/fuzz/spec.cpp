// Fuzz target: a case as one line, as --replay takes it.
#include "attnref/law.hpp"

#include "fuzz/fuzz.hpp"

using namespace attnref;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const Spec spec = spec_of(fuzz::text_of(data, size));
    fuzz::require(spec_of(to_string(spec)) == spec, "a line that was written reads the same");
  } catch (const problem_error& error) {
    fuzz::require_one_line(error);
  }
  return 0;
}
