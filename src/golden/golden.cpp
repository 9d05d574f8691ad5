// Golden answers: the exact layer, its rows shared among threads.
#include "attnref/golden.hpp"

#include "golden/first_pass.hpp"
#include "golden/integer_product.hpp"
#include "golden/publish.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace attnref {
namespace {

/// Calls `work(begin, end)` for blocks of rows, on as many threads as asked for; reports rows done as blocks end.
/// The first exception ends the work and is thrown again.
class SharedRows {
 public:
  SharedRows(std::size_t rows, std::size_t at_once, const GoldenOptions& options)
      : rows_(rows), at_once_(at_once), options_(&options) {}

  template <class Work>
  void run(const Work& work) {
    const std::size_t blocks = (rows_ + at_once_ - 1) / at_once_;
    const std::size_t threads = std::clamp<std::size_t>(options_->threads, 1, std::max<std::size_t>(blocks, 1));
    if (threads == 1) {
      share(work);
    } else {
      std::vector<std::thread> others;
      for (std::size_t n = 0; n < threads; ++n) {
        others.emplace_back([&] {
          share(work);
          flint_cleanup();  // FLINT keeps caches for each thread
        });
      }
      for (std::thread& other : others) other.join();
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  template <class Work>
  void share(const Work& work) {
    try {
      for (std::size_t begin = next_.fetch_add(at_once_); begin < rows_; begin = next_.fetch_add(at_once_)) {
        const std::size_t end = std::min(begin + at_once_, rows_);
        work(begin, end);
        const std::lock_guard lock(mutex_);
        done_ += end - begin;
        if (options_->progress) options_->progress(done_, rows_);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      next_ = rows_;
    }
  }

  std::size_t rows_, at_once_;
  const GoldenOptions* options_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::size_t done_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

bool golden_is_built() { return true; }

std::map<Dtype, GoldenAnswer> golden(const Problem& problem, const GoldenOptions& options) {
  const gold::BlasOnOneThread one_thread;
  const gold::Layer layer = gold::layer_of(problem, options.most_bytes);
  const std::vector<Dtype> wanted = options.formats.empty() ? std::vector{problem.dtype} : options.formats;
  std::map<Dtype, GoldenAnswer> answers;
  gold::Publisher publisher(problem, layer, wanted, options.most_bits, answers);
  publisher.publish_projections();
  if (layer.t_k() == 0) {
    for (std::size_t i = 0; i < layer.t_q(); ++i) publisher.publish_empty(i);
    return answers;
  }
  const gold::CutValues values = gold::cut_values(layer.values.finite);
  // Few rows at once where several threads are to have work.
  const std::size_t fair = std::max<std::size_t>(layer.t_q() / (4 * std::max(1u, options.threads)), 1);
  SharedRows rows(layer.t_q(), std::min(gold::rows_at_once(layer), fair), options);
  rows.run([&](std::size_t begin, std::size_t end) {
    gold::first_pass(layer, values, begin, end, [&](const gold::FirstRow& row) { publisher.publish(row); });
  });
  return answers;
}

}  // namespace attnref
