// Numbers far from 1 as a reader of Markdown likes to see them.
#pragma once

#include "docs/rounded.hpp"

#include <cstddef>
#include <string>

namespace attnref::docs {

/// 2.8e-314 as a formula: $`2.8 \cdot 10^{-314}`$. As rounded_scientific otherwise.
std::string in_powers_of_ten(double x, int significant, double uncertainty = usual_uncertainty);

/// 200000 as 200,000.
std::string with_commas(std::size_t n);

}  // namespace attnref::docs
