// What golden.hpp says of settlements: names and counts. No ball arithmetic, so that it is there without FLINT too.
#include "attnref/golden.hpp"

#include <algorithm>

namespace attnref {

std::string_view name_of(Settled how) {
  switch (how) {
    case Settled::interval:
      return "interval";
    case Settled::exact:
      return "exact";
    case Settled::sign:
      return "sign";
    case Settled::dominance:
      return "dominance";
    case Settled::undecided:
      return "undecided";
  }
  return "undecided";
}

SettledCounts& SettledCounts::operator+=(const SettledCounts& other) {
  interval += other.interval;
  exact += other.exact;
  sign += other.sign;
  dominance += other.dominance;
  undecided += other.undecided;
  bits = std::max(bits, other.bits);
  return *this;
}

SettledCounts GoldenOutput::counts() const {
  SettledCounts counts;
  for (const Settlement settlement : settled) {
    switch (settlement.how()) {
      case Settled::interval:
        ++counts.interval;
        break;
      case Settled::exact:
        ++counts.exact;
        break;
      case Settled::sign:
        ++counts.sign;
        break;
      case Settled::dominance:
        ++counts.dominance;
        break;
      case Settled::undecided:
        ++counts.undecided;
        break;
    }
    counts.bits = std::max(counts.bits, settlement.bits());
  }
  return counts;
}

}  // namespace attnref
