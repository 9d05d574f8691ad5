// Which cases a law is given: sizes from shuffled lists, so that each occurs, some sizes at random, every regime and
// form, and the ways to make a case smaller. Nothing random beyond its seed; rapidcheck stays in walk.cpp.
#pragma once

#include "attnref/capabilities.hpp"
#include "attnref/law.hpp"
#include "attnref/spec.hpp"
#include "generators/random.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnref {

/// Generates the Specs of one law in one dtype for one backend. Each choice has a random stream of its own name, so
/// that a new choice changes no case of an old one.
class CaseGenerator {
 public:
  CaseGenerator(const Law& law, Dtype dtype, const Capabilities& capabilities, std::uint64_t seed,
                std::size_t max_length);

  /// The Spec number `index`, its own random choices by `seed`, the law and the dtype: a pure function of them. None
  /// where the law's hypotheses and the backend's constraints cannot both be met from these choices, or only by sizes
  /// that cost more than a case may.
  std::optional<Spec> generate(std::size_t index, std::uint64_t seed) const;

  /// True for a Spec that meets the law's hypotheses and the backend's constraints just as it stands.
  bool fits(const Spec& spec) const { return fitted(spec) == spec; }
  /// A Spec near this one that does; none where hypotheses and constraints exclude each other.
  std::optional<Spec> nearest(const Spec& spec) const { return fitted(spec); }

  /// Why it does not fit, in one line: each key, what is expected, what was found.
  std::string refusal(const Spec& spec) const;
  /// True where the smallest sizes that the constraints allow cost more than a case may.
  bool all_cost_too_much() const;
  /// The share of the lengths in the list that the constraints rule out: those longer than any that is allowed, and
  /// those in whose place the case has less than half of the length.
  double lengths_ruled_out() const;

  /// Specs a step smaller than this one, the boldest first: sizes, then fewer bits, then more zeros.
  std::vector<Spec> smaller(const Spec& spec) const;

 private:
  std::optional<Spec> fitted(Spec spec) const;
  std::optional<Spec> affordable(Spec spec) const;
  Random choice(std::string_view name, std::size_t index) const { return Random(seed_, name, index); }
  Sizes listed_sizes(std::size_t index, std::size_t place) const;
  Sizes free_sizes(std::size_t index) const;
  std::size_t listed(std::string_view name, const std::vector<std::size_t>& list, std::size_t place) const;

  const Law* law_;
  Dtype dtype_;
  const Capabilities* capabilities_;
  std::uint64_t seed_;
  std::size_t max_length_;
  std::vector<std::size_t> lengths_, widths_, powers_of_four_;
};

}  // namespace attnref
