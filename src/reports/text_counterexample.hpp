// One counterexample, for people: the case, its inputs where they are small, what was seen and what must be, the map.
#pragma once

#include "attnref/report.hpp"
#include "reports/heat_map.hpp"
#include "reports/replay_hint.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace attnref {

/// How much of a finding is printed: what fits into a screen, or all that is small enough to be read.
enum class Detail { brief, full };

/// Lines that begin with two blanks: the case and its inputs, the other problems that the finding rests on, the number
/// that is furthest beyond its bound and what it was compared with, and the answers beside the true values. `file` is
/// where the case is saved too; empty: nowhere.
std::string counterexample_text(const Counterexample& example, const ReplayHint& replay, const HeatMapStyle& style,
                                Detail detail, std::string_view file = {});

/// The laws that have a counterexample, the most telling first: violated before excepted; what repeats before what does
/// not; a law about state first where a repeated call changed an answer beyond its bounds, and last elsewhere; then
/// what takes the least reading, where a law that names a mistake may take more than one that says what the answer is;
/// and of two alike the one further beyond its bound. One mistake violates many laws, and some only just, since their
/// bounds are of the scores that the definition gives.
std::vector<const LawReport*> most_telling_first(const Report& report);

/// The line that stands with a counterexample that did not repeat.
inline constexpr std::string_view flaky_text =
    "  it did not repeat, or not alone in a new process: these are the values of the first time\n";

/// Where a number that was compared is from: "output [1, 0] of answer 2", "a number made of answers 1 and 2".
std::string place_text(const Side& side);

/// Where the number that a finding shows is from: "output [1, 0] of answer 2", "row sum of weights [0, 0]". Answers are
/// named where the case had several.
std::string place_text(const Difference& difference, std::size_t answers);

/// The one call of the case failed without an answer: the case and the reason say all of it.
bool is_the_case_failing(const SeenAnswer& answer, std::size_t answers);

/// Whose answer it is: "the answer", "answer 1, to the case", "answer 2, to problem 2".
std::string answer_title(const SeenAnswer& answer, std::size_t answers);

/// Of a problem that a law makes of the case, in words, how it differs: its sizes and which inputs are the case's.
std::string other_problem_text(const Problem& problem, const Problem& drawn);

/// The inputs that the case does not have just so, in the order in which people name them.
std::vector<Part> changed_inputs(const Problem& problem, const Problem& drawn);

/// The outputs of an answer that a finding shows: those beyond their bounds and those that it names; the map, or else
/// the first, where there are none of these.
std::vector<const SeenOutput*> shown_outputs(const SeenAnswer& answer, const std::optional<Difference>& worst);

/// True where no number of the answer is beyond its bound.
bool within_bounds(const SeenAnswer& answer);

/// The case in a line: "f64, queries, keys and values given, T = 3 x 5, d_k = 4, d_v = 2".
std::string case_text(const Problem& problem);

/// What of a Spec its problem does not show: "regime flat, numbers of 3 bits".
std::string drawn_text(const Spec& spec);

/// Each input tensor, its numbers only where they are few.
std::string inputs_text(const Problem& problem, const HeatMapStyle& style, Detail detail);

}  // namespace attnref
