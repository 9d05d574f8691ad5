// What golden values cost: microseconds a value (one entry of A or Y, in f64 and in f32 together), how two threads
// compare with one, the memory at the largest size, and how the MPFI oracle of the tests compares at T = 512. Ratios
// are of one run.
//
//   attnref_golden_costs [LARGEST T [SMALLEST T]]      the peak is that of the largest size if it is the only one
#include "attnref/golden.hpp"
#include "generators/random.hpp"

#ifdef ATTNREF_HAS_MPFI
#include "golden_agrees/mpfi_oracle.hpp"
#endif

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace attnref;

struct Cost {
  double wall = 0;       ///< seconds
  double processor = 0;  ///< seconds
};

template <class Work>
Cost cost_of(const Work& work) {
  const auto wall = std::chrono::steady_clock::now();
  const std::clock_t processor = std::clock();
  work();
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count(),
          static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC};
}

Tensor noise(Random& random, std::size_t rows, std::size_t columns, double deviation) {
  Tensor tensor(Dtype::f64, rows, columns);
  for (double& x : tensor.values) x = random.normal() * deviation;
  return tensor;
}

/// X and projections whose scores have standard deviation 1.
Problem problem_of(std::size_t t, std::size_t d_model, std::size_t d_k) {
  Random random(1);
  const double deviation = 1 / std::sqrt(static_cast<double>(d_model));
  return self_attention_problem(noise(random, t, d_model, 1), noise(random, d_model, d_k, deviation),
                                noise(random, d_model, d_k, deviation), noise(random, d_model, d_k, deviation));
}

const std::vector<Dtype> both{Dtype::f64, Dtype::f32};

Cost golden_cost(const Problem& problem, unsigned threads, SettledCounts* counts = nullptr) {
  return cost_of([&] {
    const auto answers = golden(problem, {.formats = both, .threads = threads});
    if (counts == nullptr) return;
    for (const auto& [format, answer] : answers) {
      for (const auto& [name, output] : answer) *counts += output.counts();
    }
  });
}

std::string row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += " " + cell + " |";
  return line;
}

double megabytes_at_most() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
  const auto argument = [&](int n, std::size_t otherwise) {
    return argc > n ? static_cast<std::size_t>(std::stoul(argv[n])) : otherwise;
  };
  const std::size_t largest = argument(1, 4096), smallest = argument(2, 0);
  fmt::print(
      "{}\n{}\n",
      row({"T, d_model, d_k, d_v", "seconds", "us a value", "two threads", "settled by interval, else", "peak MB"}),
      "|---|---|---|---|---|---|");
  struct Size {
    std::size_t t, d_model, d_k;
  };
  for (const Size size : {Size{128, 64, 64}, Size{512, 512, 64}, Size{2048, 512, 64}, Size{4096, 512, 64}}) {
    if (size.t > largest || size.t < smallest) continue;
    const Problem problem = problem_of(size.t, size.d_model, size.d_k);
    SettledCounts counts;
    const Cost one = golden_cost(problem, 1, &counts);
    const double peak = megabytes_at_most();
    const Cost two = golden_cost(problem, 2);
    const double values = static_cast<double>(size.t * (size.t + size.d_k));
    fmt::print("{}\n", row({fmt::format("{}, {}, {}, {}", size.t, size.d_model, size.d_k, size.d_k),
                            fmt::format("{:.3f}", one.processor), fmt::format("{:.2f}", one.processor / values * 1e6),
                            fmt::format("{:.2f} times one", one.wall / two.wall),
                            fmt::format("{}, {}", counts.interval, counts.all() - counts.interval),
                            fmt::format("{:.0f}", peak)}));
    std::fflush(stdout);
  }
#ifdef ATTNREF_HAS_MPFI
  const Problem problem = problem_of(512, 512, 64);
  const Cost ours = golden_cost(problem, 1);
  const Cost mpfi = cost_of([&] { test::mpfi_attention(problem, {.formats = both}); });
  fmt::print("\nMPFI at T = 512: {:.2f} s, {:.1f} times golden's {:.3f} s\n", mpfi.processor,
             mpfi.processor / ours.processor, ours.processor);
#endif
}
