// How far an answer is from the correctly rounded one: in ulps, in condition-free units, and against the derived bound.
#pragma once

#include "attnref/error_bound.hpp"
#include "attnref/answer.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnref {

/// One output of an answer beside its exact values.
struct OutputComparison {
  Part part = Part::output;
  std::size_t rows = 0;
  std::size_t columns = 0;
  /// Largest |observed - exact|, in ulps of the answer's format at the exact value (ulp.hpp). As the next two, of the
  /// numbers whose error is one: where observed or exact are not finite and differ, there is none.
  double max_ulp = 0;
  double mean_ulp = 0;           ///< their mean
  double correctly_rounded = 1;  ///< the fraction of numbers that are the correctly rounded one; 1 of no numbers
  /// Of the output: largest |observed - exact| / (u sum_j A_ij |v_jc| + half the smallest subnormal), the part of the
  /// error that cancellation cannot excuse. Absent for other outputs, and where all values are 0.
  std::optional<double> max_kappa;
  /// Largest error / bound; infinite for a number that is NaN or infinite where none is due, or isn't where it is.
  /// Where the bound is infinite (something may overflow on the way) nothing is said of an error. Absent where no bound
  /// says anything and no number is beyond its own.
  std::optional<double> max_ratio;
  std::size_t row = 0;  ///< where it is; where all ratios are alike, the number that is the most ulps off
  std::size_t column = 0;
  double observed = 0;                  ///< the answer there
  double expected = 0;                  ///< the correctly rounded number there
  double error = 0;                     ///< |observed - exact| there; infinite where it is no number
  double bound = 0;                     ///< the derived bound there
  std::size_t judged = 0;               ///< numbers whose bound says something
  std::size_t beyond = 0;               ///< numbers beyond their bound
  std::size_t not_finite = 0;           ///< numbers that are NaN or infinite where the correctly rounded one is finite
  std::size_t unjudged_not_finite = 0;  ///< those of them of which no bound speaks
  std::size_t undecided = 0;            ///< numbers whose golden value is one of two candidates, and not proved
  std::vector<float> ratios;            ///< error / bound of each number, row-major; 0 where nothing is said

  std::size_t size() const { return rows * columns; }
  /// Nothing can be said of it: no bound says anything, and not every number is the correctly rounded one; or a number
  /// of which no bound speaks is not finite.
  bool open() const { return (judged == 0 && correctly_rounded < 1) || unjudged_not_finite > 0; }
};

/// What a comparison comes to.
enum class ComparisonVerdict {
  holds,     ///< every number lies within its bound
  violated,  ///< one doesn't
  not_run,   ///< none is beyond its bound, but an output is open
};

/// "holds", "violated" or "not_run".
std::string_view name_of(ComparisonVerdict verdict);

/// A profile that allows for all errors.
struct Explanation {
  std::string profile;
  /// The median of its bounds over those of the plain profile of the answer's dtype; absent for that one, and where
  /// bounds are 0 or infinite.
  std::optional<double> times_wider;
};

/// An answer beside the exact result of its problem.
struct AnswerComparison {
  Dtype dtype = Dtype::f64;  ///< of the answer
  std::string profile;       ///< whose bounds it was held to
  std::vector<OutputComparison> outputs;
  /// The first profile, of those that implementations in the answer's dtype have and the plain one before all, within
  /// whose bounds every number lies. Another than the plain one explains nothing unless its bounds say something of
  /// nine tenths of each output's numbers, and know nine tenths of the attention to a factor below 2. Absent where none
  /// explains them, and where an output is open.
  std::optional<Explanation> explained_by;

  ComparisonVerdict verdict() const;
};

/// How to compare.
struct CompareOptions {
  std::optional<Profile> profile;                     ///< absent: the plain profile of the answer's dtype
  std::optional<std::vector<std::size_t>> rows = {};  ///< of which queries; absent: of all. Keys and values are whole
  unsigned threads = 1;
  /// Called now and then from one thread at a time: what is being done, how many are done, how many there are.
  std::function<void(std::string_view what, std::size_t done, std::size_t total)> progress;
};

/// An answer that doesn't fit its problem: a wrong shape, dtype or name, or no output.
struct answer_error : problem_error {
  using problem_error::problem_error;
};

/// Compares each output of the answer with the exact result of the problem. Numbers that are not finite are right where
/// the exact result is the same NaN or infinity. Throws answer_error where an output has another shape than the
/// problem gives it, another dtype than the rest, or where there is none to compare; problem_error where the problem
/// has no golden values; golden_unavailable without FLINT.
AnswerComparison compare_with_golden(const Problem& problem, const Answer& answer, const CompareOptions& options = {});

}  // namespace attnref
