// What a law judges by: the backend under judgement, what it answered with the bounds of that problem, and what was
// found.
#pragma once

#include "attnref/backend.hpp"
#include "attnref/enclosure.hpp"
#include "attnref/error_bound.hpp"
#include "attnref/problem.hpp"
#include "attnref/report.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnref {

/// A problem that the backend was asked, and its answer.
struct Call {
  std::size_t number = 1;  ///< which of the case's calls it is
  Problem problem;
  Answer answer;                       ///< of a call that failed only the outputs that have the right shape and dtype
  std::optional<Tensor> read_weights;  ///< where they were asked for, and read through V = I
  Bound read_weight_bound;
  std::string unread;   ///< why the weights that were asked for can't be read; else empty
  std::string failure;  ///< why the case ended with this call; empty where all that was asked for was answered
};

/// What a case's judge found.
struct Judgement {
  enum class Outcome { passed, violated, inconclusive, unsupported } outcome = Outcome::inconclusive;
  std::string reason;  ///< of a violation or of `unsupported`
  double worst_ratio = 0;
  double power = 0;                 ///< resolving power of the weakest comparison that was judged; 0 if all are exact
  std::size_t bounded = 0;          ///< comparisons within a tolerance that said something
  std::size_t inconclusive = 0;     ///< comparisons whose bound said nothing
  std::optional<Difference> worst;  ///< the comparison with the largest ratio
  std::vector<std::shared_ptr<const Call>> calls;  ///< of a violation, in their order, for the report
};

class Observation;
class Subject;

/// The comparisons of a case. A comparison passes only if `error <= bound` is true, so a NaN never passes by accident;
/// one whose bound is half the trivial bound or more says nothing and is not counted.
class Comparison {
 public:
  /// |observed - expected| <= bound, where any answer at all is within `trivial`.
  void within(std::string_view what, std::size_t row, std::size_t column, long double observed, long double expected,
              long double bound, long double trivial);
  /// Two computations of one true value: |a - b| <= a.bound + b.bound. Trivial is the larger of both values.
  void agree(std::string_view what, std::size_t row, std::size_t column, Measured a, Measured b);
  /// As above with the trivial bound given.
  void agree(std::string_view what, std::size_t row, std::size_t column, Measured a, Measured b, long double trivial);
  /// As above for products of weights, which may be far below the smallest number that a report can show: both sides
  /// are divided by the larger one.
  void agree_in_proportion(std::string_view what, std::size_t row, std::size_t column, Measured a, Measured b);
  /// observed >= limit, but for both bounds.
  void at_least(std::string_view what, std::size_t row, std::size_t column, Measured observed, Measured limit,
                long double trivial);
  /// observed <= limit, but for both bounds.
  void at_most(std::string_view what, std::size_t row, std::size_t column, Measured observed, Measured limit,
               long double trivial);
  /// Two answers to one problem, or to two with the same true answer: each output asked of both, on the columns that
  /// both have, and the weights in any case.
  void agree(const Observation& a, const Observation& b);
  /// The same number exactly; any NaN equals any NaN, and 0 equals -0.
  void equal(std::string_view what, std::size_t row, std::size_t column, double observed, double expected);
  void equal(std::string_view what, std::size_t row, std::size_t column, Measured observed, Measured expected);
  /// Two tensors the same, number by number; a difference in shape is a violation.
  void equal(std::string_view what, const Tensor& observed, const Tensor& expected);
  /// Two tensors the same to the last bit.
  void same_bits(std::string_view what, const Tensor& observed, const Tensor& expected);
  /// The answer to a problem that was asked before: in each output within both bounds. What is no number both times is
  /// the same.
  void repeats(const Observation& first, const Observation& again);
  /// As above, and of a deterministic backend the same to the last bit. Only where bits differ, or may, are the bounds
  /// of the answers looked at.
  void repeats(const Subject& subject, const std::shared_ptr<const Call>& first,
               const std::shared_ptr<const Call>& again);
  /// Each output asked for against its true value: within its bound and the oracle's radius.
  void near_truth(const Observation& seen);
  /// A statement with no numbers in it.
  void require(bool statement, std::string_view reason);

  std::size_t judged() const { return judged_; }
  const Judgement& judgement() const { return judgement_; }
  Judgement& judgement() { return judgement_; }

 private:
  /// What is compared, before it is worth a Difference.
  struct Pair {
    std::size_t row, column;
    Measured observed, expected;
    long double bound;
    double ratio;
    bool to_truth = false;
    Difference difference(std::string_view what) const;
  };
  void same_bits(const Observation& first, const Observation& again);
  void require_no_other_bits(std::string_view what);
  void note(std::string_view what, const Pair& pair, long double trivial, bool exact);
  Judgement judgement_;
  std::size_t judged_ = 0;
};

/// Thrown through a law's judge by the Subject: the case ends with this judgement.
struct CaseEnded {
  Judgement judgement;
};

/// What a backend answered to one problem, with the true values and the bounds of that problem: plain values, all there
/// when the answer is. What a law looks at it says when it asks.
class Observation {
 public:
  const Problem& problem() const { return call_->problem; }
  /// The output as the backend gave it: its shape and dtype are right, since the Subject looked.
  const Tensor& operator[](Part part) const { return call_->answer.at(part); }
  /// A_ij with its bound, given or read through V = I.
  Measured weight(std::size_t i, std::size_t j) const;
  /// The numbers of one output with their bounds, looked up once for many of them.
  class Numbers {
   public:
    Measured operator()(std::size_t i, std::size_t c) const;
    long double trivial(std::size_t i, std::size_t c) const { return bound_->trivial[bound_->at(i, c)]; }
    std::size_t rows() const { return bound_->rows; }
    std::size_t columns() const { return bound_->columns; }

   private:
    friend class Observation;
    const Tensor* values_ = nullptr;
    const Bound* bound_ = nullptr;
    const Enclosed* truth_ = nullptr;
    Part part_{};
    std::size_t call_ = 1;
  };
  Numbers numbers(Part part) const;
  /// Where a number of that output is from.
  Source source(Part part, std::size_t i, std::size_t c) const;
  /// Y_ic, lse_i and the scaled score s_ij with their bounds.
  Measured output(std::size_t i, std::size_t c) const;
  Measured lse(std::size_t i) const;
  Measured score(std::size_t i, std::size_t j) const;
  /// The weights, given or read through V = I. Throws CaseEnded, unsupported, where they can't be read, and
  /// std::logic_error where they weren't asked for.
  const Tensor& weights() const;
  /// Bounds on the weights as they were obtained.
  const Bound& weight_bound() const;
  /// Bounds on the row sums of the weights as they were obtained, about 1.
  Bound row_sum_bound() const;
  /// What holds of any answer at all at that place: the trivial bound beside which a bound must be small to say
  /// something.
  long double trivial_weight(std::size_t i, std::size_t j) const;
  long double trivial_output(std::size_t i, std::size_t c) const;
  /// The outputs that were asked for.
  PartSet outputs() const { return problem().wanted; }
  const Bounds& bounds() const { return bounds_; }
  /// The bounds on the output of that name.
  const Bound& bound(Part part) const { return bounds_[part]; }
  const Enclosure& truth() const { return truth_; }
  /// The true values of the output of that name, enclosed.
  const Enclosed& truth(Part part) const { return truth_[part]; }

 private:
  friend class Subject;
  Observation(std::shared_ptr<const Call> call, const Profile& profile);
  bool gives_weights() const { return outputs().contains(Part::weights); }
  std::shared_ptr<const Call> call_;
  Enclosure truth_;
  Bounds bounds_;
  Bound read_weight_bound_;  ///< beside the trivial bounds of this problem
};

/// The backend under judgement. It asks in the form the backend takes, checks that each answer has the shapes and the
/// dtype asked for, and ends the case where it has not.
class Subject {
 public:
  /// `profile`, if there is one, goes before the rounding profile that the backend declares, in the format it is of;
  /// in others the plain one does.
  Subject(const AnyBackend& backend, Dtype dtype, const std::optional<Profile>& profile = {});

  const Capabilities& describe() const { return backend_->describe(); }
  bool can(Feature feature) const { return describe().can(feature); }
  const Profile& profile() const { return profile_; }
  /// What the backend offers beside the output: weights, lse, scores; queries, keys and values.
  PartSet offered() const;
  /// Those of the named outputs that the backend offers.
  PartSet offered(PartSet among) const { return offered().among(among); }
  /// Those of the named outputs that the backend offers, and the weights also where they must be read.
  PartSet weights_and(PartSet among = {}) const;

  /// Asks for the output, and the weights where the backend gives them, and what else is named. Weights that are named
  /// are read through V = I where the backend gives none.
  /// Throws CaseEnded: unsupported as the backend says, or violated (failed, an exception, a wrong shape or dtype).
  std::shared_ptr<const Call> answer(const Problem& problem, PartSet also = {});
  /// An answer beside the true values and the bounds of its problem. Asks the backend nothing.
  Observation observe(std::shared_ptr<const Call> call) const;
  /// Both at once, for laws that look at more than shapes and bits.
  Observation attend(const Problem& problem, PartSet also = {}) { return observe(answer(problem, also)); }
  /// The bare reply to the problem just as it stands, nothing added or checked.
  Reply ask(const Problem& problem);

  bool read_weights_through_values() const { return read_through_values_; }
  /// What was asked since begin_case, for reports. A call that failed is the last.
  const std::vector<std::shared_ptr<const Call>>& calls() const { return calls_; }
  /// So that a case is not reported with the calls of an earlier one.
  void begin_case() { calls_.clear(); }

 private:
  Call call(Problem problem);
  std::shared_ptr<Call> keep(Call call);
  void read_weights(Call& call);
  const AnyBackend* backend_;
  Profile profile_;
  bool read_through_values_ = false;
  std::vector<std::shared_ptr<const Call>> calls_;
};

}  // namespace attnref
