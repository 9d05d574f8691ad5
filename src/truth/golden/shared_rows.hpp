// The rows of a layer, shared among threads block by block.
#pragma once

#include "problem/run_on_threads.hpp"
#include "truth/golden/flint.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <mutex>
#include <utility>

namespace attnref::gold {

/// Calls `work(begin, end)` for blocks of rows, on as many threads as asked for; reports rows done as blocks end.
/// The first exception ends the work and is thrown again.
class SharedRows {
 public:
  using Progress = std::function<void(std::size_t done, std::size_t rows)>;

  /// Blocks have `most_at_once` rows or fewer: few where several threads are to have work.
  SharedRows(std::size_t rows, std::size_t most_at_once, unsigned threads, Progress progress)
      : rows_(rows),
        at_once_(std::clamp<std::size_t>(rows / (std::size_t{4} * std::max(1U, threads)), 1,
                                         std::max<std::size_t>(most_at_once, 1))),
        threads_(threads),
        progress_(std::move(progress)) {}

  template <class Work>
  void run(const Work& work) {
    run_on_threads(threads_, (rows_ + at_once_ - 1) / at_once_, [&](std::size_t block) {
      free_caches_with_this_thread();
      const std::size_t begin = block * at_once_, end = std::min(begin + at_once_, rows_);
      work(begin, end);
      const std::lock_guard lock(mutex_);
      done_ += end - begin;
      if (progress_) progress_(done_, rows_);
    });
  }

 private:
  std::size_t rows_, at_once_;
  unsigned threads_;
  Progress progress_;
  std::mutex mutex_;
  std::size_t done_ = 0;
};

}  // namespace attnref::gold
