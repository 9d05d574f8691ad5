// What a law is. Each law of src/laws/ includes this header.
#pragma once

#include "attnref/judging.hpp"
#include "attnref/spec.hpp"

#include <span>
#include <string_view>

namespace attnref {

/// Whether a law's comparisons have zero tolerance, or end at a derived bound.
enum class Exactness { exact, bounded };

/// A statement true of attention, with the means to attack it.
struct Law {
  std::string_view id;         ///< its one name everywhere: file, test, JSON key, anchor
  std::string_view title;      ///< a few words
  std::string_view statement;  ///< in full, with its hypotheses
  std::string_view equation;   ///< a short stable key of the statement; docs/ gives it its number
  FeatureSet needs;            ///< features without which the law says nothing
  Exactness exactness = Exactness::bounded;
  bool of_state = false;   ///< it says what earlier calls may change, and nothing of the numbers themselves
  bool general = false;    ///< it says what the whole answer is, and so nothing of which mistake was made
  bool empty_too = false;  ///< sequences without positions are within the hypotheses
  /// Makes any Spec meet the law's hypotheses (sizes, regime, lattice); the same Spec if it does already.
  Spec (*fit)(Spec spec);
  /// The problem of a Spec: a pure function.
  Problem (*draw)(const Spec& spec);
  /// Puts the problem and what it is compared with to the backend, and notes each comparison.
  void (*judge)(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison);
};

/// All laws, in the order of their ids. Generated from the folder by CMake.
std::span<const Law> laws();

/// The law of that id, or nullptr.
const Law* law_named(std::string_view id);

/// The law of a Spec. Throws problem_error where there is none of its id.
const Law& law_of(const Spec& spec);

}  // namespace attnref
