// Golden values where attnref is built without FLINT: there are none, and it says how to get them.
#include "attnref/golden.hpp"

namespace attnref {
namespace {

[[noreturn]] void refuse() {
  throw golden_unavailable(
      "golden values: attnref was built without FLINT; install libflint-dev and libflint-arb-dev (or FLINT 3) and "
      "build again");
}

}  // namespace

bool golden_is_built() { return false; }

std::map<Dtype, GoldenAnswer> golden(const Problem&, const GoldenOptions&) { refuse(); }

Enclosure golden_enclosure(const Problem&, unsigned) { refuse(); }
Enclosure golden_enclosure(const Problem&, std::span<const std::size_t>, unsigned) { refuse(); }

}  // namespace attnref
