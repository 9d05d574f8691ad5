#include "doors/floating_point_environment.hpp"

#include <cfenv>
#include <cstdint>

#if defined(__SSE__) || defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace attnref {
namespace {

#if defined(__SSE__) || defined(__x86_64__)
// The six lowest bits are flags of what has happened, which anything may set.
unsigned control() { return _mm_getcsr() & ~0x3FU; }
void set_control(unsigned bits) { _mm_setcsr((_mm_getcsr() & 0x3FU) | bits); }
constexpr unsigned flushes = 0x8040;  // flush to zero, subnormals are zero
constexpr unsigned masks = 0x1F80;
#elif defined(__aarch64__)
unsigned control() {
  std::uint64_t bits = 0;
  __asm__ volatile("mrs %0, fpcr" : "=r"(bits));
  return static_cast<unsigned>(bits);
}
void set_control(unsigned bits) { __asm__ volatile("msr fpcr, %0" : : "r"(static_cast<std::uint64_t>(bits))); }
constexpr unsigned flushes = 0x1080000;
constexpr unsigned masks = 0x9F00;
#else
unsigned control() { return 0; }
void set_control(unsigned) {}
constexpr unsigned flushes = 0, masks = 0;
#endif

const char* name_of_rounding(int mode) {
  switch (mode) {
    case FE_TONEAREST:
      return "to nearest";
    case FE_DOWNWARD:
      return "downward";
    case FE_UPWARD:
      return "upward";
    case FE_TOWARDZERO:
      return "toward zero";
    default:
      return "unknown";
  }
}

}  // namespace

FloatingPointEnvironment::FloatingPointEnvironment() : rounding_(std::fegetround()), control_(control()) {}

std::optional<std::string> FloatingPointEnvironment::difference() const {
  const int rounding = std::fegetround();
  if (rounding != rounding_) return std::string("rounding ") + name_of_rounding(rounding);
  const unsigned changed = control() ^ control_;
  if ((changed & flushes) != 0) return "another flushing of subnormal numbers to zero";
  if ((changed & masks) != 0) return "other floating-point exceptions trapping";
  return changed != 0 ? std::optional<std::string>("another floating-point control word") : std::nullopt;
}

FloatingPointEnvironment::~FloatingPointEnvironment() {
  std::fesetround(rounding_);
  set_control(control_);
}

}  // namespace attnref
