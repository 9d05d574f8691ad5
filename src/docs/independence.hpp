// For docs/what-satisfies-the-laws.md: which hypotheses of its theorems a function breaks.
#pragma once

#include "attnref/backend.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace attnref::docs {

/// The laws of theorems 1 and 2, in the chapter's order.
std::span<const std::string_view> the_laws();

/// The laws that hold (i) and (ii) of the merge theorem.
std::span<const std::string_view> laws_of_merging();

/// Which of the laws the backend is found to break, by check() in f64, on a few dozen cases a law; each in the case
/// that theorems 1 and 2 use, too. What is not among them holds as a whole. Throws std::runtime_error where a law
/// judges too little to say, or is broken in none of the cases that the theorems use.
std::vector<std::string_view> laws_broken_by(const AnyBackend& backend, std::span<const std::string_view> laws);

/// The fingerprint at one query and key of each width up to 17 that 4 does not divide: q = k = (1, 0, ..., 0), beside a
/// key 0, has the weight e^s / (e^s + 1) with s = 1 / sqrt(d_k). (eq. reading)
bool reads_right(const AnyBackend& backend);

}  // namespace attnref::docs
