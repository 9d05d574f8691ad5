// The floating-point environment of this thread: what a function may change and must put back.
#pragma once

#include <optional>
#include <string>

namespace attnref {

/// Rounding mode, trapping exceptions, flushing of subnormals as they are at its beginning, and again at its end.
class FloatingPointEnvironment {
 public:
  FloatingPointEnvironment();
  FloatingPointEnvironment(const FloatingPointEnvironment&) = delete;
  FloatingPointEnvironment& operator=(const FloatingPointEnvironment&) = delete;
  ~FloatingPointEnvironment();
  /// What differs now, in words; none where nothing does.
  std::optional<std::string> difference() const;

 private:
  int rounding_;
  unsigned control_ = 0;  ///< of the vector unit: MXCSR or FPCR
};

}  // namespace attnref
