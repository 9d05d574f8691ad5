#include "vectors/bounds.hpp"

#include "attnref/error_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace attnref::vectors {
namespace {

bool holds(Dtype dtype, double x) { return std::isnan(x) || round_to(dtype, x) == x; }

bool holds_inputs(Dtype dtype, const Problem& problem) {
  return (!problem.how.scale || holds(dtype, *problem.how.scale)) &&
         std::all_of(problem.tensors.begin(), problem.tensors.end(), [dtype](const auto& tensor) {
           return std::all_of(tensor.second.values.begin(), tensor.second.values.end(),
                              [dtype](double x) { return holds(dtype, x); });
         });
}

/// Bounds are on the distance from the exact value; what is there to compare with is its rounding to f64.
std::optional<double> largest(const Enclosed& exact, const Bound& bound, const std::vector<double>& golden) {
  long double largest = 0;
  for (std::size_t n = 0; n < golden.size(); ++n) {
    if (!std::isfinite(exact.mid[n])) continue;
    if (!(bound.limit[n] < bound.trivial[n] / 2 || bound.limit[n] == 0)) return std::nullopt;
    const long double from_golden = bound.limit[n] + exact.rad[n] + std::fabs(golden[n] - exact.mid[n]);
    if (!std::isfinite(from_golden)) return std::nullopt;
    largest = std::max(largest, from_golden);
  }
  return rounded_up(largest);
}

}  // namespace

double rounded_up(long double x) {
  if (x == 0) return 0;
  // A long double's decimals end; of these more than its bits can tell apart are enough.
  std::array<char, 64> digits{};
  std::snprintf(digits.data(), digits.size(), "%.30Le", x);
  const std::string_view text(digits.data());
  const std::size_t e = text.find('e');
  int leading = 10 * (text[0] - '0') + (text[2] - '0');
  if (text.substr(3, e - 3).find_first_not_of('0') != std::string_view::npos) ++leading;
  return std::strtod(fmt::format("{}e{}", leading, std::atoi(digits.data() + e + 1) - 1).c_str(), nullptr);
}

LargestBounds largest_bounds(const Case& one, const GoldenAnswer& golden) {
  LargestBounds bounds;
  const Enclosure exact = golden_enclosure(one.problem);
  for (const Dtype dtype : {Dtype::f64, Dtype::f32, one.problem.dtype()}) {
    if (!holds_inputs(dtype, one.problem)) continue;
    Problem problem = one.problem;
    for (auto& [name, tensor] : problem.tensors) tensor.dtype = dtype;
    const Bounds derived = error_bound(problem, exact, plain_profile(dtype));
    for (const auto& [part, output] : golden) {
      bounds[part][dtype] = largest(exact[part], derived[part], output.tensor.values);
    }
  }
  return bounds;
}

}  // namespace attnref::vectors
