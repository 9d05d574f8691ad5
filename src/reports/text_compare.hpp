// A comparison with golden values as text: a table, where each output is worst, a heat map.
#pragma once

#include "comparing/comparison_with_golden.hpp"
#include "reports/heat_map.hpp"

#include <string>

namespace attnref {

/// The table, a line an output; of each the number whose error is the largest part of its bound; what could not be
/// judged or decided; the verdict in words; within which profile's bounds the errors are.
std::string comparison_text(const AnswerComparison& comparison);

/// The number of an output whose error is the largest part of its bound, on a line: where it is, what was observed and
/// expected, the error and the bound.
std::string worst_number(const OutputComparison& output, Dtype dtype);

/// Error / bound of the weights, or else of the first output that is a matrix, a cell the largest of a block of numbers
/// where the matrix is large. Where all are below 1 the largest is the unit; otherwise cells beyond 1 are marked, and
/// those beyond 999 shown as 999. Nothing where there are no numbers.
std::string comparison_map(const AnswerComparison& comparison, const HeatMapStyle& style);

}  // namespace attnref
