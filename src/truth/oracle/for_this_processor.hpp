// Runs a loop in the instructions that this processor has: the same operations, and so the same bits, but faster.
//
// Only x86 needs the choice at run time, as its baseline has no fused multiply-add; elsewhere the baseline is compiled.
#pragma once

#include "truth/oracle/double_double.hpp"

#include <utility>

namespace attnref::oracle {

#if defined(FP_FAST_FMA)
using Baseline = Fused;
#else
using Baseline = Split;
#endif

#if defined(__x86_64__) && defined(__GNUC__) && !defined(FP_FAST_FMA)

#if defined(__clang__)
#define ATTNREF_AVX512 "avx512f,avx512dq,avx512vl,avx2,fma"
#else
#define ATTNREF_AVX512 "avx512f,avx512dq,avx512vl,avx2,fma,prefer-vector-width=512"
#endif

template <class Loop, class... Arguments>
[[gnu::target(ATTNREF_AVX512)]] void in_avx512(Arguments... arguments) {
  Loop::template run<Fused>(arguments...);
}
template <class Loop, class... Arguments>
[[gnu::target("avx2,fma")]] void in_avx2(Arguments... arguments) {
  Loop::template run<Fused>(arguments...);
}
#undef ATTNREF_AVX512

/// Loop::run<Exact>(arguments), which is to be inlined.
template <class Loop, class... Arguments>
void for_this_processor(Arguments... arguments) {
  static const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  static const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                                 __builtin_cpu_supports("avx512vl");
  if (has_avx512) return in_avx512<Loop>(arguments...);
  if (has_avx2) return in_avx2<Loop>(arguments...);
  Loop::template run<Baseline>(arguments...);
}

#else

template <class Loop, class... Arguments>
void for_this_processor(Arguments... arguments) {
  Loop::template run<Baseline>(arguments...);
}

#endif

}  // namespace attnref::oracle
