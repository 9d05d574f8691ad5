// What attnref says of a backend: plain values, for tables and documents to be made of.
#pragma once

#include "attnref/capabilities.hpp"
#include "attnref/problem.hpp"
#include "attnref/profile.hpp"
#include "attnref/spec.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnref {

/// A law's verdict on a backend.
///
/// violated: on some case (an exception, a failure, a wrong shape and a written input are violations with that reason;
/// a backend in this process that crashes or hangs takes the check with it); holds: none of its cases is violated, and
/// in each dtype at least a quarter of those asked, and at least 5, were judged (or all, where fewer than 5 were
/// asked); unsupported: the backend said so to all, or lacks a feature that the law needs; excepted: violated, and on
/// the user's own list (CheckOptions::exceptions); not_run: too few cases were judged.
enum class Verdict { holds, violated, unsupported, excepted, not_run };

/// As spelled in documents: "holds", "violated", "unsupported", "excepted", "not_run".
std::string_view name_of(Verdict verdict);

/// A number of a backend's answers, or one made of several: one side of a comparison.
struct Side {
  std::vector<std::size_t> answers;  ///< which of the case's answers it comes from, the first being 1
  std::optional<Part> output;        ///< of a number just as an answer gave it: which output it is in; else none
  std::size_t row = 0;
  std::size_t column = 0;
  double value = 0;
  std::optional<double> truth;  ///< about the true value, where it is known
  double bound = 0;             ///< on |value - truth|
};

/// One place where what was seen and what must be are set side by side. Where a law relates two numbers of the
/// backend's own, observed is the one that is further beyond its own bound, and expected is its true value; where
/// neither is beyond its bound, or no truth is known, expected is the other number.
struct Difference {
  std::string what;  ///< "weights", "output", "row sum of weights"
  std::size_t row = 0;
  std::size_t column = 0;
  double observed = 0;
  double expected = 0;
  double bound = 0;           ///< largest difference a correct backend can show; 0 for an exact law
  double ratio = 0;           ///< |observed - expected| / bound
  bool to_truth = false;      ///< expected is the true value, as an oracle has it
  std::optional<Side> side;   ///< where the observed number is from, where a law said so
  std::optional<Side> other;  ///< the number of the backend's own that it was compared with, where it was with one
};

/// An output as a backend gave it, number by number beside what it must be; row-major. Without `expected` and `bound`
/// the true values are not known to the quick oracle.
struct SeenOutput {
  Part part = Part::output;
  Tensor observed;
  std::vector<double> expected;  ///< nearest to the true values
  std::vector<double> bound;  ///< on |observed - expected|, of the profile that judged; infinite where nothing is said

  /// |observed - expected| / bound: infinite for what should be a number and is none. None where the bound says
  /// nothing.
  std::optional<double> ratio(std::size_t n) const;
};

/// The answer to one call of a case, or how the call failed.
struct SeenAnswer {
  std::size_t call = 1;        ///< which of the case's answers it is, the first being 1
  std::size_t problem_of = 1;  ///< the first call that had the same problem
  bool to_case = false;        ///< to the problem of the case itself, and not to another that its law makes of it
  bool telling = false;        ///< the finding rests on it
  Problem problem;             ///< as it was asked
  std::vector<SeenOutput> outputs;
  std::string failure;  ///< why the case ended with this call: no answer, or one of a wrong shape; else empty
};

/// The smallest case found that violates a law.
struct Counterexample {
  Problem problem;     ///< as the law draws it
  Spec spec;           ///< of the case: CheckOptions::replay judges it again
  Spec first;          ///< of the case that was found first, before it was made smaller
  std::string reason;  ///< in words, one line
  std::optional<Difference> worst;
  std::vector<SeenAnswer> answers;  ///< the case's answers, in their order, each with its problem
  std::size_t shrinks = 0;          ///< steps from the first case to this one
  bool flaky = false;               ///< it did not repeat: the first values are reported
};

/// The difference that violates the law; none where a statement without numbers does, such as one on shapes.
std::optional<Difference> violating(const Counterexample& example);

/// Cases of one law in one dtype.
struct Count {
  std::size_t asked = 0;
  std::size_t judged = 0;  ///< whose bound said something
  std::size_t violated = 0;
  std::size_t unsupported = 0;
};

/// A law's verdict with what it rests on.
struct LawReport {
  std::string id;
  std::string title;
  bool exact = false;
  Verdict verdict = Verdict::not_run;
  Count count;
  std::map<Dtype, Count> by_dtype;
  double worst_ratio = 0;                 ///< largest error / bound seen
  std::optional<double> resolving_power;  ///< median of (half the trivial bound) / bound; none for exact laws
  std::string reason;       ///< why it is unsupported, excepted (in the user's words), not run or violated
  bool undeclared = false;  ///< it needs a feature that the backend doesn't declare: no case was asked
  std::string lost;         ///< why the backend could be asked no more (lost_error); empty if it could
  std::string exception;    ///< the user's reason where the law is on the list of exceptions; else empty
  std::optional<Counterexample> counterexample;
};

/// The least median resolving power with which a dtype counts as judged.
inline constexpr double least_resolving_power = 10;

/// All laws' verdicts on one backend.
struct Report {
  std::string backend;
  std::string version;
  std::uint64_t seed = 0;
  double seconds = 0;
  std::string ended_early;                ///< why not all cases were judged, as "interrupted"; empty where all were
  bool replayed = false;                  ///< of one case alone
  std::map<Dtype, std::string> profiles;  ///< by which rounding profile each dtype was judged; only those that were
  std::map<Dtype, Profile> own_profiles;  ///< those of them that no documented name stands for
  Constraints constraints;                ///< the sizes that the backend says it takes
  /// The share of the lengths that cases are generated with that the constraints rule out: longer than any that is
  /// allowed, or more than twice as long as the nearest that is.
  double lengths_ruled_out = 0;
  Sizes largest;  ///< of each size the largest that was judged; 0 where none was
  /// The median of the judged cases of all laws that aren't exact, by dtype. A case most of whose bounds say nothing
  /// resolves 0.
  std::map<Dtype, double> resolving_power;
  std::string refusal;          ///< the commonest reason for which a case was unsupported; empty if none was
  double require_judged = 0.5;  ///< the least share of what was asked that must be judged
  std::vector<LawReport> laws;
  bool weights_read_through_values = false;
  std::string failed_at_end;       ///< how the backend's process ended after its last answer; empty: with code 0
  std::vector<std::string> notes;  ///< worth knowing and no verdict, a line each

  std::size_t count(Verdict verdict) const;
  /// Laws on the list of exceptions that hold all the same: an exception that excuses nothing would hide the next
  /// fault. None of a replay, since one case shows nothing about the others.
  std::vector<const LawReport*> exceptions_that_hold() const;
  /// The share of what would be asked of a backend without constraints that this one declined: lengths beyond all that
  /// its constraints allow, and cases that were unsupported. Laws whose features it doesn't declare are in no count,
  /// and widths are in none: a kernel is built for the width of its heads.
  double declined() const;
  /// The share of the same that was judged, in the dtype in which it is least.
  double judged() const;
  /// 0: a law holds and none is violated; 1: a law is violated, or holds in spite of an exception, or the backend
  /// failed at its end; 3: none of these, and why() says why that isn't enough.
  int exit_code() const;
  /// Why the exit code is 3, in one line; otherwise empty. No law holds; the backend was lost; less was judged than
  /// `require_judged`; or the median resolving power of a dtype is below least_resolving_power. Of a replayed case only
  /// the first is asked.
  std::string why() const;
};

/// The report as text for people: a line a law, and each counterexample with its inputs where they are small. The
/// replay lines' Specs go into CheckOptions::replay, through spec_of (spec.hpp).
std::string to_text(const Report& report);

}  // namespace attnref
