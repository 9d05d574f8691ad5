// Whether a process takes more and more memory, call after call. A note, and no verdict: caches grow too.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <sys/types.h>

namespace attnref {

/// Bytes of memory that a process has resident; nothing where the system doesn't say.
std::optional<std::size_t> resident_bytes(pid_t process);

/// The resident memory of one process, sampled now and then over its calls.
class MemoryGrowth {
 public:
  /// Of `calls` calls.
  struct Rate {
    double bytes_a_call = 0;
    std::size_t calls = 0;
  };

  /// True where the call just made should be followed by a sample.
  bool is_due();
  void add(std::size_t bytes) { samples_.push_back(bytes); }
  /// What the process grew by all the time; nothing where it ever stopped, or grew by little, or there were too few
  /// calls.
  std::optional<Rate> rate() const;

 private:
  std::size_t calls_ = 0;
  std::vector<std::size_t> samples_;
};

}  // namespace attnref
