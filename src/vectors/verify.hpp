// Answers that a program of any language stored beside the golden vectors, each judged as `compare`
// judges one.
#pragma once

#include "comparing/comparison_with_golden.hpp"
#include "vectors/folder.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attnref::vectors {

/// What one answer comes to.
enum class AnswerVerdict {
  holds,        ///< every number lies within its bound
  violated,     ///< one doesn't; or the answer can't be read, has another shape, or says that it failed
  unsupported,  ///< the answer says that its program can't do this
  not_run,      ///< no bound says enough of it
};

/// "holds", "violated", "unsupported" or "not_run".
std::string_view name_of(AnswerVerdict verdict);

/// An answer beside its vector.
struct VerifiedAnswer {
  std::string id;
  AnswerVerdict verdict = AnswerVerdict::not_run;
  std::string reason;                          ///< why there are no numbers to compare; one line
  std::optional<AnswerComparison> comparison;  ///< absent where there is a reason
  std::vector<Note> notes;                     ///< the mistakes that the vector shows
};

/// How often a mistake would have been seen, and how often the vectors that show it are violated.
struct SuspectedMistake {
  Note note;
  std::size_t violated = 0;
  std::size_t answered = 0;
};

/// All answers of a folder.
struct Verification {
  std::size_t vectors = 0;  ///< in the manifest, with answers or without
  std::vector<VerifiedAnswer> answers;

  std::size_t count(AnswerVerdict verdict) const;
  /// Vectors that have no answer, or one that says that its program can't do this.
  std::size_t missing() const;
  /// Violated where an answer is, holds where none is and one holds.
  AnswerVerdict verdict() const;
  /// The mistakes that violated vectors show: those first of whose vectors the largest part is violated.
  std::vector<SuspectedMistake> suspects() const;
};

/// Judges the answers that there are. Options as compare_with_golden takes them, the profile for all of them; progress
/// hears ids. Throws file_error for a vector that is no problem; golden_unavailable without FLINT, if there is an
/// answer.
Verification verify(std::span<const StoredVector> vectors, const CompareOptions& options = {});

}  // namespace attnref::vectors
