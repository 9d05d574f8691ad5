// Which law kills which mutant: the laws' own test. A law that kills nothing is idle, and a mutant that nothing kills
// shows a mistake that attnref would let pass.
#pragma once

#include "attnref/check.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attnref {

struct MatrixOptions {
  /// Of a mutant's named law, and of each law on the controls, in each dtype; other laws get a quarter of it, which
  /// shows whom else they kill. A law stops at the case that kills.
  std::size_t cases = 200;
  /// No size is larger, but where a mutant asks for more: most mutants' tiles are of 32 at most, and die just past
  /// them.
  std::size_t max_length = 33;
  std::uint64_t seed = default_seed;
  std::size_t jobs = 1;  ///< threads
  /// Called now and then from one thread at a time: the backend just judged, how many are, and of how many.
  std::function<void(std::string_view name, std::size_t done, std::size_t total)> progress;
};

/// What the laws say of one mutant.
struct MutantRow {
  std::string name;
  std::string mistake;
  std::string named_law;               ///< the law that must kill it
  std::vector<std::string> killed_by;  ///< the laws that do, in the order of their ids
};

/// The laws against all mutants and the clean controls: the reference, and the unmodified textbook by the interfaces of
/// C++, C and documents.
struct MutantMatrix {
  std::vector<MutantRow> mutants;      ///< in the order of their names
  std::vector<std::string> survivors;  ///< mutants that no law kills
  std::vector<std::string> missed;     ///< mutants that their named law does not kill
  std::vector<std::string> idle_laws;  ///< laws that kill no mutant
  std::string control = "clean";       ///< or which control is flagged by which laws: "textbook: rows_sum_to_one"
  double seconds = 0;

  /// No survivor, none missed, no idle law, a clean control.
  bool holds() const;
};

/// Puts all laws to all mutants and controls.
MutantMatrix mutant_matrix(const MatrixOptions& options = {});

}  // namespace attnref
