// How long self_attention takes, at the sizes that compare_with_numpy.py puts beside NumPy.
#include "attnref/attention.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace {

using namespace attnref;

struct Sentence {};
struct DModel : axis<DModel> {};
struct Dk : axis<Dk> {};
struct Dv : axis<Dv> {};

// Numbers of mean 0 and the given standard deviation, uniform.
template <class M>
M noise(std::size_t rows, std::size_t cols, std::uint64_t& state, double deviation) {
  M m(rows, cols);
  for (std::size_t i = 0; i < m.size(); ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const double uniform = static_cast<double>(state >> 11) * 0x1p-53 - 0.5;
    m.data()[i] = static_cast<typename M::scalar_type>(uniform * std::sqrt(12.0) * deviation);
  }
  return m;
}

// Arguments: T, d_model, d_k, d_v.
template <class S>
void self_attention_of(benchmark::State& state) {
  const auto size = [&](int i) { return static_cast<std::size_t>(state.range(static_cast<std::size_t>(i))); };
  const std::size_t t = size(0), d_model = size(1), d_k = size(2), d_v = size(3);
  std::uint64_t seed = 1;
  const double deviation = 1 / std::sqrt(static_cast<double>(d_model));
  const auto x = noise<Matrix<S, T<Sentence>, DModel>>(t, d_model, seed, 1);
  const auto wq = noise<Matrix<S, DModel, Dk>>(d_model, d_k, seed, deviation);
  const auto wk = noise<Matrix<S, DModel, Dk>>(d_model, d_k, seed, deviation);
  const auto wv = noise<Matrix<S, DModel, Dv>>(d_model, d_v, seed, deviation);
  const auto w = projections(wq, wk, wv);
  for (auto _ : state) benchmark::DoNotOptimize(self_attention(x, w));
}

// The largest first: malloc keeps freed memory for reuse only up to the size of what it has seen freed, and NumPy's
// process, which lives through all rounds, has seen the largest.
void sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->Args({2048, 512, 64, 64})->Args({512, 512, 64, 64})->Args({128, 64, 64, 64})->Args({6, 8, 4, 5});
  benchmark->Unit(benchmark::kMicrosecond);
}

BENCHMARK_TEMPLATE(self_attention_of, float)->Name("f32")->Apply(sizes);
BENCHMARK_TEMPLATE(self_attention_of, double)->Name("f64")->Apply(sizes);

}  // namespace

BENCHMARK_MAIN();
