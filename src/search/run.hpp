// One run of a check: what all its units of work share, and when it is over.
#pragma once

#include "attnref/check.hpp"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>

namespace attnref {

/// Seconds since some moment, by the options' clock if they have one.
double seconds_now(const CheckOptions& options);

struct Run {
  const AnyBackend& backend;
  const CheckOptions& options;
  const std::optional<Profile> profile;  ///< the user's
  double start, end;                     ///< of the whole run
  std::mutex telling;                    ///< options.progress and options.found are called by one thread at a time
  std::atomic<std::size_t> units_done{0};
  std::atomic<double> shrinking{0};  ///< seconds spent on it
  std::string over;                  ///< why the run ended before all cases were judged; guarded by `telling`

  double now() const { return seconds_now(options); }
};

/// Thrown where no further case may begin.
struct RunOver {
  std::string why;
};

/// Throw RunOver.
void require_not_stopped(const Run& run);
void require_time_left(const Run& run);

}  // namespace attnref
