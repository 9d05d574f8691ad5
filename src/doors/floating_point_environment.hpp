// The floating-point environment of this thread: what a function may change and must put back.
#pragma once

#include <optional>
#include <string>

namespace attnref {

/// Rounding mode, trapping exceptions, flushing of subnormals.
class FloatingPointEnvironment {
 public:
  /// As it is now.
  FloatingPointEnvironment();
  /// What differs now, in words; none where nothing does.
  std::optional<std::string> difference() const;
  /// Puts it back.
  void restore() const;

 private:
  int rounding_;
  unsigned control_ = 0;  ///< of the vector unit: MXCSR or FPCR
};

}  // namespace attnref
