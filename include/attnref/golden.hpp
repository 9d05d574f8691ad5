// The correctly rounded answer of a problem: for finite inputs, in each format, the number nearest to the exact real
// result, ties to even, with a proof for each value. docs/ proves the method; src/truth/golden/ carries it out in ball
// arithmetic.
#pragma once

#include "attnref/enclosure.hpp"
#include "attnref/problem.hpp"
#include "attnref/rounding.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace attnref {

/// What proves that a published number is the nearest one.
enum class Settled : std::uint8_t {
  interval,   ///< both ends of an interval that holds the true value round to it
  exact,      ///< decided exactly: a dyadic number, a mean, a tie, a comparison of squares, or not a number at all
  sign,       ///< the sign of the true value's difference from the only rounding boundary in the interval was proved
  dominance,  ///< the same, where the largest score decides nothing and the keys below it do
  undecided,  ///< nothing does within the bits allowed: the number lies in the last interval, and is not golden
};

/// "interval", "exact", "sign", "dominance" or "undecided".
std::string_view name_of(Settled how);

/// How one value was settled, and with how many bits, in one byte.
class Settlement {
 public:
  /// The precision that the first interval is computed with; each further try doubles it.
  static constexpr int first_bits = 128;

  constexpr Settlement() = default;
  constexpr Settlement(Settled how, int doublings)
      : packed_(static_cast<std::uint8_t>(static_cast<int>(how) | (doublings << 3))) {}
  constexpr Settled how() const { return static_cast<Settled>(packed_ & 7); }
  /// Bits of working precision of the last interval; 0 where none was needed.
  constexpr long bits() const { return how() == Settled::exact ? 0 : static_cast<long>(first_bits) << (packed_ >> 3); }
  friend bool operator==(Settlement, Settlement) = default;

 private:
  std::uint8_t packed_ = static_cast<std::uint8_t>(Settled::exact);
};

/// How many values of an output were settled in each way, and the largest precision that one took.
struct SettledCounts {
  std::size_t interval = 0, exact = 0, sign = 0, dominance = 0, undecided = 0;
  long bits = 0;

  std::size_t all() const { return interval + exact + sign + dominance + undecided; }

  SettledCounts& operator+=(const SettledCounts& other);
};

/// One output in one format: `tensor` has the shape of that output, `settled` an entry for each of its numbers.
struct GoldenOutput {
  Tensor tensor;
  std::vector<Settlement> settled;

  SettledCounts counts() const;
};

/// The outputs that Problem::wanted names.
using GoldenAnswer = PerPart<GoldenOutput>;

/// What to compute, and how much may be spent on it.
struct GoldenOptions {
  std::vector<Dtype> formats = {};                ///< of the answers; empty: the problem's own
  unsigned threads = 1;                           ///< rows are shared among them; the bits do not depend on how many
  long most_bits = 1L << 16;                      ///< a value that is not settled within these is undecided
  std::size_t most_bytes = std::size_t{4} << 30;  ///< refuse problems whose exact integers would need more
  std::optional<std::vector<std::size_t>> rows = {};  ///< of which queries; absent: of all
  /// Called now and then with the rows done and the rows in all, from one thread at a time.
  std::function<void(std::size_t done, std::size_t rows)> progress = {};
};

/// attnref was built without FLINT, on which golden values stand. what() says what to install.
struct golden_unavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// True where attnref was built with FLINT.
bool golden_is_built();

/// The outputs that problem.wanted names, each rounded once from the exact real result to each format asked for.
///
/// Q = X W^Q, K = X W^K, V = X W^V are exact (not rounded before they are used), the scale is exactly 1/sqrt(d_k) or
/// the number given (0 and negative included), s_ij = scale q_i.k_j, A = softmax by rows, Y = A V, lse_i = log sum_j
/// exp(s_ij). A result beyond the format's largest number is infinite as IEEE 754 rounds it; an underflowed zero keeps
/// its sign and an exact zero is +0. NaN and infinite inputs follow arithmetic, as quick_oracle says, and their values
/// count as exact.
///
/// With a list of rows, row n of an output that has a row for each query is of query rows[n], and the same bits as in
/// the whole; keys and values are whole.
///
/// Throws golden_unavailable without FLINT; problem_error where the problem contradicts itself, has d_k = 0, makes a
/// choice that is not computed yet, or needs more memory than allowed.
std::map<Dtype, GoldenAnswer> golden(const Problem& problem, const GoldenOptions& options = {});

/// All the results enclosed to the last bits of a long double, for error_bound; the conventions are quick_oracle's.
/// (Less is said only of weights below e^-800, which are enclosed in [0, e^-800], and of an output or a log-sum-exp
/// that 2^14 bits do not tell from 0.) Rows are shared among the threads; the numbers do not depend on how many. Throws
/// as golden does.
Enclosure golden_enclosure(const Problem& problem, unsigned threads = 1);

/// The same of some queries alone, bit for bit: row n of what has a row for each query is of query rows[n].
Enclosure golden_enclosure(const Problem& problem, std::span<const std::size_t> rows, unsigned threads = 1);

}  // namespace attnref
