// Fuzz target: a saved counterexample, as --replay takes it.
#include "documents/counterexample.hpp"

#include "fuzz/document_mutator.hpp"
#include "fuzz/fuzz.hpp"

using namespace attnref;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const Spec spec = case_of(parse_safetensors(fuzz::text_of(data, size), "fuzz"), "fuzz");
    fuzz::require(law_named(spec.law)->fit(spec) == spec, "a case that is replayed is one of its law's");
  } catch (const file_error& error) {
    fuzz::require_one_line(error);
  }
  return 0;
}
