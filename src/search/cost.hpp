// What a case costs, estimated from its sizes before anything of it is drawn: so that none takes all memory, and so
// that making a counterexample smaller ends in time.
#pragma once

#include "attnref/capabilities.hpp"
#include "attnref/spec.hpp"

namespace attnref {

/// Of one answer with its judgement. A law may ask for several, and for some of up to twice the length.
struct Cost {
  /// Multiplications and additions, as many as take the same time. Beside its products a score costs about 190 of them:
  /// an exponential, and its error, in long double.
  double operations = 0;
  /// Scores, with their bounds about 200 bytes each, and inputs, which take a quarter of that.
  double numbers = 0;
};

/// The cost of the Spec's case for this backend: where it gives no weights they are read through the values, in as many
/// more answers as d_v takes to cover the keys.
Cost cost_of(const Spec& spec, const Capabilities& capabilities);

/// The cost as a share of what a case may cost at most: 1024 queries by 1024 keys at d_k = d_v = 64 fit well, without
/// weights too, in some seconds and less than a gigabyte.
double share_of_most(const Cost& cost);

/// The cases of a law and dtype may cost so many operations each on average: no mixture of sizes up to 129 comes near.
inline constexpr double most_operations_on_average = 0x1p26;

/// How long cases take, learnt from those that were asked.
class Pace {
 public:
  void note(const Cost& cost, double seconds) {
    operations_ += cost.operations;
    seconds_ += seconds;
  }
  /// 0 before anything was noted.
  double seconds_for(const Cost& cost) const { return operations_ > 0 ? cost.operations * seconds_ / operations_ : 0; }

 private:
  double operations_ = 0;
  double seconds_ = 0;
};

}  // namespace attnref
