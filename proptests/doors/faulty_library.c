/* The textbook behind the C door with one mistake, which FAULT chooses: what libraries do that are not only wrong.
 * ignores_strides takes rows for contiguous, and so does dense, which says that it must have them so. stale keeps the
 * keys of the first call of each size; drops_ninth attends to eight keys and no more. reads_past_rows goes over keys in
 * lanes of 8, with a query of 0 in those beyond a row; adds_to_output and scales_output don't clear it; poisoned fails at
 * long problems, and at all that come after one in the same process; grows keeps what it computed. */
#include "attnref_backend.h"

#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { none, crashes, hangs, exits, one_too_far, one_before, between_rows, returns_nan, every_third_fails, writes_input,
       changes_rounding, leaves_tail, aborts, prints, always_hangs, other_version, no_name, ignores_strides, dense,
       writes_problem, stale, drops_ninth, reads_past_rows, adds_to_output, scales_output, poisoned, no_memory,
       crashes_at_end, exits_badly, grows };

#ifndef FAULT
#define FAULT none
#endif

/* Smaller problems are answered well, so that the finding must be the smallest that isn't. */
static int is_met(const attnref_problem* p) { return p->t_q >= 3; }

int32_t attnref_abi_version(void) { return FAULT == other_version ? 99 : ATTNREF_ABI_VERSION; }

int32_t attnref_describe(attnref_description* says) {
  says->name = FAULT == no_name ? NULL : "faulty";
  says->dtypes = "f64";
  says->features = "weights,scale";
  says->constraints = FAULT == dense ? "{\"contiguous\": true}" : NULL;
  return ATTNREF_DONE;
}

static double at(const attnref_tensor* t, int64_t i, int64_t j) {
  return FAULT == ignores_strides || FAULT == dense ? ((const double*)t->data)[i * t->shape[1] + j] : attnref_get(t, i, j);
}

/* Keys as they were at the first call with as many. */
static double key(const attnref_problem* p, int64_t j, int64_t c) {
  enum { most = 16 };
  static double kept[most][most][most][most];
  static int is_kept[most][most];
  if (FAULT != stale || p->t_k >= most || p->d_k >= most) return at(&p->k, j, c);
  if (!is_kept[p->t_k][p->d_k]) {
    for (int64_t row = 0; row < p->t_k; ++row) {
      for (int64_t column = 0; column < p->d_k; ++column) kept[p->t_k][p->d_k][row][column] = at(&p->k, row, column);
    }
    is_kept[p->t_k][p->d_k] = 1;
  }
  return kept[p->t_k][p->d_k][j][c];
}

/* Query i times key j. */
static double dot(const attnref_problem* p, int64_t i, int64_t j) {
  const int64_t lanes = FAULT == reads_past_rows ? (p->d_k + 7) / 8 * 8 : p->d_k;
  double sum = 0;
  for (int64_t c = 0; c < lanes; ++c) sum += (c < p->d_k ? at(&p->q, i, c) : 0) * key(p, j, c);
  return sum;
}

static void attend_row(const attnref_problem* p, int64_t i, double* row) {
  double largest = -INFINITY, total = 0;
  for (int64_t j = 0; j < p->t_k; ++j) {
    row[j] = dot(p, i, j) * p->scale;
    if (FAULT == drops_ninth && j >= 8) row[j] = -INFINITY;
    if (row[j] > largest || isnan(row[j])) largest = row[j];
  }
  for (int64_t j = 0; j < p->t_k; ++j) total += row[j] = exp(row[j] - largest);
  for (int64_t j = 0; j < p->t_k; ++j) row[j] /= total;
}

static void crash(void) { *(volatile int*)8 = 1; }
static void exit_badly(void) { _exit(3); }

/* 10 kB a call, which stay in reach. */
static void grow(void) {
  static char* kept;
  enum { bytes = 10000 };
  char* next = malloc(bytes);
  memset(next, 1, bytes);
  memcpy(next, &kept, sizeof kept);
  kept = next;
}

int32_t attnref_attend(const attnref_problem* p, char* reason, size_t reason_size) {
  static int calls;
  static int is_poisoned;
  double* row;
  if (FAULT == poisoned && (is_poisoned || p->t_q > 8)) {
    is_poisoned = 1;
    strncpy(reason, "an illegal memory access was encountered", reason_size - 1);
    return ATTNREF_FAILED;
  }
  if (FAULT == no_memory && is_met(p)) {
    strncpy(reason, "out of memory", reason_size - 1);
    return ATTNREF_UNSUPPORTED;
  }
  if (FAULT == crashes_at_end && calls == 0) atexit(crash);
  if (FAULT == exits_badly && calls == 0) atexit(exit_badly);
  if (FAULT == grows) grow();
  row = malloc(sizeof(double) * (size_t)(p->t_k + 1));
  ++calls;
  if (FAULT == every_third_fails && calls % 3 == 0) {
    free(row);
    strncpy(reason, "no luck this time", reason_size - 1);
    return ATTNREF_FAILED;
  }
  if (FAULT == prints) printf("a stray word on standard output\n"), fflush(stdout);
  if (FAULT == always_hangs || (FAULT == hangs && is_met(p))) for (volatile int forever = 1; forever;) {}
  if (FAULT == crashes && is_met(p)) *(volatile int*)8 = 1;
  if (FAULT == exits && is_met(p)) {
    free(row);  /* a sanitizer that looks for leaks at the end would change the exit code */
    exit(0);
  }
  if (FAULT == aborts && is_met(p)) abort();
  for (int64_t i = 0; i < p->t_q; ++i) {
    if (FAULT == leaves_tail && is_met(p) && i == p->t_q - 1) break;
    attend_row(p, i, row);
    for (int64_t c = 0; c < p->d_v; ++c) {
      double y = 0;
      for (int64_t j = 0; j < p->t_k; ++j) y += row[j] * at(&p->v, j, c);
      if (FAULT == adds_to_output) y += attnref_get(&p->output, i, c);
      if (FAULT == scales_output) y += 0 * attnref_get(&p->output, i, c);
      attnref_set(&p->output, i, c, FAULT == returns_nan ? NAN : y);
    }
    for (int64_t j = 0; j < p->t_k && p->weights.data; ++j) attnref_set(&p->weights, i, j, row[j]);
  }
  if (FAULT == one_too_far && is_met(p)) attnref_set(&p->output, p->t_q, 0, 1);
  if (FAULT == one_before && is_met(p)) attnref_set(&p->output, 0, -1, 1);
  if (FAULT == between_rows && is_met(p)) attnref_set(&p->output, 0, p->d_v, 1);
  if (FAULT == writes_input && is_met(p)) attnref_set(&p->k, 0, 0, 5);
  if (FAULT == changes_rounding && is_met(p)) fesetround(FE_UPWARD);
  if (FAULT == writes_problem && is_met(p)) memset((void*)p, 0, sizeof *p);
  free(row);
  return ATTNREF_DONE;
}
