// One loop, compiled for several vector units and run on the widest that the processor has. The operations and their
// order are those of the text, so the bits are the same everywhere (under -ffp-contract=off).
//
// A Loop is a struct with a static, always_inline function `run`; what it calls must be always_inline as well, since a
// function that stands on its own is compiled for the baseline.
#pragma once

namespace attnref::detail {

#if defined(__GNUC__) && defined(__x86_64__)

template <class Loop, class... Args>
[[gnu::target("avx512f")]] auto run_with_avx512(Args... args) {
  return Loop::run(args...);
}

template <class Loop, class... Args>
[[gnu::target("avx2")]] auto run_with_avx2(Args... args) {
  return Loop::run(args...);
}

template <class Loop, class... Args>
auto run_on_widest(Args... args) {
  if (__builtin_cpu_supports("avx512f")) return run_with_avx512<Loop>(args...);
  if (__builtin_cpu_supports("avx2")) return run_with_avx2<Loop>(args...);
  return Loop::run(args...);
}

#else

template <class Loop, class... Args>
auto run_on_widest(Args... args) {
  return Loop::run(args...);
}

#endif

}  // namespace attnref::detail
