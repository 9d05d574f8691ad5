/* What a backend in C may want beside attnref/abi.h: its numbers, read and written one by one, in any of the formats.
 *
 *     const attnref_array *q = attnref_input(problem, "q"), *output = attnref_output(problem, "output");
 *     double x = attnref_get(q, i, j);               element (i, j); of an array of rank 1, element j
 *     attnref_set(output, i, j, x);                  rounded to the array's format: to nearest, ties to even
 *
 * For a first version, or for a kernel that has its own arrays and copies. C99, header only. */
#ifndef ATTNREF_BACKEND_H
#define ATTNREF_BACKEND_H

#include "attnref/abi.h"

#include <math.h>
#include <string.h>

/* 2^e, of a normal double. Unlike ldexp it costs next to nothing, which counts in an innermost loop. */
static inline double attnref_power_of_two(int e) {
  const uint64_t bits = (uint64_t)(1023 + e) << 52;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* The bits of a narrow format: 1 sign, `exponent` and `fraction` bits. */
static inline double attnref_widened(uint16_t bits, int exponent, int fraction) {
  const int bias = (1 << (exponent - 1)) - 1, e = (bits >> fraction) & ((1 << exponent) - 1);
  const int m = bits & ((1 << fraction) - 1), units = e == 0 ? m : (1 << fraction) + m;
  double x;
  if (e == (1 << exponent) - 1)
    x = m > 0 ? (double)NAN : (double)INFINITY;
  else
    x = units * attnref_power_of_two((e == 0 ? 1 : e) - bias - fraction);
  return (bits & 0x8000) != 0 ? -x : x;
}

static inline uint16_t attnref_narrowed(double x, int exponent, int fraction) {
  const int bias = (1 << (exponent - 1)) - 1, most = (1 << exponent) - 1;
  const uint16_t sign = signbit(x) ? 0x8000 : 0;
  int e;
  double units;
  if (isnan(x)) return (uint16_t)(sign | (most << fraction) | (1 << (fraction - 1)));
  x = fabs(x);
  if (isinf(x)) return (uint16_t)(sign | (most << fraction));
  frexp(x, &e);
  if (e < 2 - bias) e = 2 - bias; /* subnormal: their spacing is that of the smallest normal numbers */
  units = rint(ldexp(x, fraction + 1 - e));
  if (units >= 2.0 * (1 << fraction)) units /= 2, ++e;
  if (e - 1 > bias) return (uint16_t)(sign | (most << fraction));
  if (units < (1 << fraction)) return (uint16_t)(sign | (uint16_t)units);
  return (uint16_t)(sign | ((e - 1 + bias) << fraction) | ((int)units - (1 << fraction)));
}

static inline double attnref_get(const attnref_array* a, int64_t i, int64_t j) {
  const void* at = attnref_at(a, i, j);
  switch (a->dtype) {
    case ATTNREF_F64:
      return *(const double*)at;
    case ATTNREF_F32:
      return *(const float*)at;
    case ATTNREF_F16:
      return attnref_widened(*(const uint16_t*)at, 5, 10);
    case ATTNREF_BF16:
      return attnref_widened(*(const uint16_t*)at, 8, 7);
    case ATTNREF_BOOL:
      return *(const uint8_t*)at;
    case ATTNREF_I32:
      return *(const int32_t*)at;
    case ATTNREF_I64:
      return (double)*(const int64_t*)at;
    default:
      return (double)NAN;
  }
}

/* Of the four floating-point formats. */
static inline void attnref_set(const attnref_array* a, int64_t i, int64_t j, double x) {
  void* at = attnref_at(a, i, j);
  switch (a->dtype) {
    case ATTNREF_F64:
      *(double*)at = x;
      break;
    case ATTNREF_F32:
      *(float*)at = (float)x;
      break;
    case ATTNREF_F16:
      *(uint16_t*)at = attnref_narrowed(x, 5, 10);
      break;
    default:
      *(uint16_t*)at = attnref_narrowed(x, 8, 7);
      break;
  }
}

#endif
