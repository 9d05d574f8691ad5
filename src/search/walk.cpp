// The only file of the product that includes rapidcheck: its generators supply the random choices and its shrink trees
// the smaller cases. rc::check itself is not used: it prints, reads the environment, and is not safe with threads.
#include "search/walk.hpp"

#include <rapidcheck.h>

namespace attnref {

struct CaseSequence::Seeds {
  rc::Random random;
};

CaseSequence::CaseSequence(const CaseGenerator& generator, std::uint64_t seed)
    : generator_(&generator), seeds_(std::make_unique<Seeds>(Seeds{rc::Random(seed)})) {}

CaseSequence::~CaseSequence() = default;

std::optional<Spec> CaseSequence::next() {
  const auto seed = rc::gen::noShrink(rc::gen::arbitrary<std::uint32_t>());
  return generator_->generate(count_++, seed(seeds_->random.split(), rc::kNominalSize).value());
}

void walk_smaller(const CaseGenerator& generator, const Spec& first, const std::function<Tried(const Spec&)>& attempt) {
  rc::Shrinkable<Spec> node = rc::shrinkable::shrinkRecur(
      first, [&generator](const Spec& spec) { return rc::seq::fromContainer(generator.smaller(spec)); });
  for (bool descended = true; descended;) {
    descended = false;
    auto shrinks = node.shrinks();
    for (auto next = shrinks.next(); next; next = shrinks.next()) {
      const Tried tried = attempt(next->value());
      if (tried == Tried::out_of_budget) return;
      if (tried != Tried::violated) continue;
      node = *next;
      descended = true;
      break;
    }
  }
}

}  // namespace attnref
