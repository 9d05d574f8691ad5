// Work that several threads share.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace attnref {

/// Calls `work(i)` once for each i below `count`, in so many threads at once, this one among them; each takes the next
/// i as soon as it is free. The first exception ends the work, and is thrown again when all threads have returned.
/// Where the system has no further thread to give, as under ulimit -u, fewer do the work.
template <class Work>
void run_on_threads(std::size_t threads, std::size_t count, const Work& work) {
  std::atomic<std::size_t> next{0};
  std::mutex failing;
  std::exception_ptr failure;
  const auto take_turns = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      next = count;
      const std::lock_guard lock(failing);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    const std::size_t useful = std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(count, 1));
    std::vector<std::jthread> others;
    others.reserve(useful);
    try {
      while (others.size() + 1 < useful) others.emplace_back(take_turns);
    } catch (const std::system_error&) {
    }
    take_turns();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace attnref
