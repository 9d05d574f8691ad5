// The comparison of golden values with the MPFI oracle's.
#include "golden_agrees/agreement.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace attnref::test {

std::string to_string(const Mismatch& m) {
  return fmt::format("{}.{}[{}]: expected {:a}, found {:a}", name_of(m.output), name_of(m.format), m.index, m.expected,
                     m.found);
}

Agreement& Agreement::operator+=(const Agreement& other) {
  values += other.values;
  decided += other.decided;
  undecided_by_golden += other.undecided_by_golden;
  mismatches.insert(mismatches.end(), other.mismatches.begin(), other.mismatches.end());
  return *this;
}

bool same_number(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

Agreement compare(const Answers& golden, const MpfiAnswers& oracle) {
  Agreement agreement;
  for (const auto& [format, outputs] : oracle) {
    for (const auto& [part, decisions] : outputs) {
      const GoldenOutput& output = golden.at(format).at(part);
      if (output.tensor.values.size() != decisions.size() || output.settled.size() != decisions.size()) {
        throw std::invalid_argument(fmt::format("{}.{}: expected {} values, found {} and {} settlements", name_of(part),
                                                name_of(format), decisions.size(), output.tensor.values.size(),
                                                output.settled.size()));
      }
      for (std::size_t n = 0; n < decisions.size(); ++n) {
        ++agreement.values;
        agreement.undecided_by_golden += output.settled[n].how() == Settled::undecided;
        if (!decisions[n]) continue;
        ++agreement.decided;
        const double found = output.tensor.values[n];
        if (!same_number(found, *decisions[n])) agreement.mismatches.push_back({format, part, n, found, *decisions[n]});
      }
    }
  }
  return agreement;
}

}  // namespace attnref::test
