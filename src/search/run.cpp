#include "search/run.hpp"

#include <fmt/format.h>

#include <chrono>

namespace attnref {

double seconds_now(const CheckOptions& options) {
  if (options.clock) return options.clock();
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void require_not_stopped(const Run& run) {
  if (run.options.stop && *run.options.stop) throw RunOver{"interrupted"};
}

void require_time_left(const Run& run) {
  if (run.now() < run.end) return;
  throw RunOver{fmt::format("the time for the whole run was over, after {:g} s", run.end - run.start)};
}

}  // namespace attnref
