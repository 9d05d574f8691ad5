// Numbers as the chapters print them: rounded to digits that every compiler and mathematics library reproduces.
#pragma once

#include <string>

namespace attnref::docs {

/// Relative errors of doubles that went through some thousand roundings and library functions.
inline constexpr double usual_uncertainty = 1e-10;

/// x with so many digits after the point: 0.4199 and 3 give "0.420". Throws std::domain_error if a number within
/// `uncertainty` (relative) of x is rounded otherwise: then fewer digits must be printed, or a better number.
std::string rounded(double x, int digits, double uncertainty = usual_uncertainty);

/// x in the form d.dde-n with so many significant digits, as above; for numbers far from 1.
std::string rounded_scientific(double x, int significant, double uncertainty = usual_uncertainty);

}  // namespace attnref::docs
