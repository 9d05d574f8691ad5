// Work that several threads share.
#pragma once

#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace attnref {

/// Calls `work` in so many threads at once, this one among them, and returns when all have returned. Where the system
/// has no further thread to give, as under ulimit -u, fewer do the work.
template <class Work>
void run_on_threads(std::size_t threads, const Work& work) {
  std::vector<std::jthread> others;
  others.reserve(threads);
  try {
    while (others.size() + 1 < threads) others.emplace_back(work);
  } catch (const std::system_error&) {
  }
  work();
}

}  // namespace attnref
