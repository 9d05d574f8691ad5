// rapidcheck's generators and shrink trees, walked with budgets of attnref's own.
#pragma once

#include "search/case_generator.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace attnref {

/// The cases of one generator, one after the other, whose seeds are rapidcheck's.
class CaseSequence {
 public:
  CaseSequence(const CaseGenerator& generator, std::uint64_t seed);
  ~CaseSequence();

  /// The next case; none where its choices fit nothing, which says nothing of those after it.
  std::optional<Spec> next();
  /// How many were asked for until now.
  std::size_t count() const { return count_; }

 private:
  struct Seeds;
  const CaseGenerator* generator_;
  std::unique_ptr<Seeds> seeds_;
  std::size_t count_ = 0;
};

/// What became of a smaller case.
enum class Tried { not_violated, violated, out_of_budget };

/// Gives `attempt` the cases that are smaller than the first, the boldest steps first. From one that is violated the
/// walk goes on to those that are smaller still; it ends where none is, or the budget is used up.
void walk_smaller(const CaseGenerator& generator, const Spec& first, const std::function<Tried(const Spec&)>& attempt);

}  // namespace attnref
