// An honest control: a unit that reads subnormal numbers as zero and makes zero of subnormal results, as graphics
// processors and -ffast-math do. Here it is this machine's own, where it has that mode (SSE).
#pragma once

#include "honest/declared.hpp"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace attnref::honest {

#if defined(__SSE2__)
inline constexpr bool can_flush = true;

/// Flushing as long as it lives.
class Flushing {
 public:
  Flushing() : before_(_mm_getcsr()) { _mm_setcsr(before_ | 0x8040); }
  ~Flushing() { _mm_setcsr(before_); }
  Flushing(const Flushing&) = delete;
  Flushing& operator=(const Flushing&) = delete;

 private:
  unsigned before_;
};
#else
inline constexpr bool can_flush = false;
struct Flushing {};
#endif

struct Flushed {
  Declared inner{honest_textbook("flushes subnormals"),
                 plain_profiles_with("flush", [](Profile& profile) { profile.flush = true; })};

  Capabilities describe() const { return inner.describe(); }
  Reply attend(const Problem& problem) const {
    [[maybe_unused]] const Flushing flushing;
    return inner.attend(problem);
  }
};

inline AnyBackend flushed() { return AnyBackend(Flushed{}); }

}  // namespace attnref::honest
