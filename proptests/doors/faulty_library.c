/* The textbook behind the C interface with one mistake, which FAULT chooses: what libraries do that are not only wrong.
 * ignores_strides takes rows for contiguous, and so does dense, which says that it must have them so. Of those that say
 * that they take any strides, any_strides does; ignores_signs, ignores_columns and repeats_nothing don't take those
 * below 0, of the last axis, and of 0. declares_nothing fails where it is asked for more than an output. stale keeps
 * the keys of the first call of each size; drops_ninth attends to eight keys and no more. reads_past_rows goes over
 * keys in lanes of 8, with a query of 0 in those beyond a row; adds_to_output and scales_output don't clear it;
 * poisoned fails at long problems, and at all that come after one in the same process; grows keeps what it computed. */
#include "attnref_backend.h"

#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
  none,
  crashes,
  hangs,
  exits,
  one_too_far,
  one_before,
  between_rows,
  returns_nan,
  every_third_fails,
  writes_input,
  changes_rounding,
  leaves_tail,
  aborts,
  prints,
  always_hangs,
  other_version,
  no_name,
  ignores_strides,
  dense,
  writes_problem,
  stale,
  drops_ninth,
  reads_past_rows,
  adds_to_output,
  scales_output,
  poisoned,
  no_memory,
  crashes_at_end,
  exits_badly,
  grows,
  version_1,
  writes_array,
  any_strides,
  ignores_signs,
  ignores_columns,
  repeats_nothing,
  declares_nothing
};

#ifndef FAULT
#define FAULT none
#endif

/* Smaller problems are answered well, so that the finding must be the smallest that isn't. */
static int is_met(const attnref_problem* p) { return p->t_q >= 3; }

int32_t attnref_abi_version(void) { return FAULT == other_version ? 99 : FAULT == version_1 ? 1 : ATTNREF_ABI_VERSION; }

int32_t attnref_describe(attnref_description* says) {
  says->name = FAULT == no_name ? NULL : "faulty";
  says->dtypes = "f64";
  says->features = FAULT == declares_nothing ? NULL : "weights,scale";
  if (FAULT == dense) says->constraints = "{\"contiguous\": true}";
  if (FAULT == any_strides || FAULT == ignores_signs || FAULT == ignores_columns || FAULT == repeats_nothing)
    says->constraints = "{\"any_strides\": true}";
  return ATTNREF_DONE;
}

static double at(const attnref_problem* p, const char* name, int64_t i, int64_t j) {
  attnref_array a = *attnref_input(p, name);
  if (FAULT == ignores_strides || FAULT == dense) a.strides[0] = a.shape[1] * a.strides[1];
  if (FAULT == ignores_signs && a.strides[0] < 0) a.strides[0] = -a.strides[0];
  if (FAULT == ignores_columns) a.strides[1] = sizeof(double);
  if (FAULT == repeats_nothing && a.strides[0] == 0) a.strides[0] = a.shape[1] * (int64_t)sizeof(double);
  return attnref_get(&a, i, j);
}

/* Keys as they were at the first call with as many. */
static double key(const attnref_problem* p, int64_t j, int64_t c) {
  enum { most = 16 };
  static double kept[most][most][most][most];
  static int is_kept[most][most];
  if (FAULT != stale || p->t_k >= most || p->d_k >= most) return at(p, "k", j, c);
  if (!is_kept[p->t_k][p->d_k]) {
    for (int64_t row = 0; row < p->t_k; ++row) {
      for (int64_t column = 0; column < p->d_k; ++column) kept[p->t_k][p->d_k][row][column] = at(p, "k", row, column);
    }
    is_kept[p->t_k][p->d_k] = 1;
  }
  return kept[p->t_k][p->d_k][j][c];
}

/* Query i times key j. */
static double dot(const attnref_problem* p, int64_t i, int64_t j) {
  const int64_t lanes = FAULT == reads_past_rows ? (p->d_k + 7) / 8 * 8 : p->d_k;
  double sum = 0;
  for (int64_t c = 0; c < lanes; ++c) sum += (c < p->d_k ? at(p, "q", i, c) : 0) * key(p, j, c);
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
  const attnref_array *output = attnref_output(p, "output"), *weights = attnref_output(p, "weights");
  double* row;
  if (FAULT == poisoned && (is_poisoned || p->t_q > 8)) {
    is_poisoned = 1;
    strncpy(reason, "an illegal memory access was encountered", reason_size - 1);
    return ATTNREF_FAILED;
  }
  if (FAULT == declares_nothing && (p->dtype != ATTNREF_F64 || !attnref_input(p, "q") || p->input_count != 3 ||
                                    !output || p->output_count != 1 || p->choice_count != 0)) {
    strncpy(reason, "asked for what it does not declare", reason_size - 1);
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
  if (FAULT == always_hangs || (FAULT == hangs && is_met(p)))
    for (volatile int forever = 1; forever;) {
    }
  if (FAULT == crashes && is_met(p)) *(volatile int*)8 = 1;
  if (FAULT == exits && is_met(p)) {
    free(row); /* a sanitizer that looks for leaks at the end would change the exit code */
    exit(0);
  }
  if (FAULT == aborts && is_met(p)) abort();
  for (int64_t i = 0; i < p->t_q; ++i) {
    if (FAULT == leaves_tail && is_met(p) && i == p->t_q - 1) break;
    attend_row(p, i, row);
    for (int64_t c = 0; c < p->d_v; ++c) {
      double y = 0;
      for (int64_t j = 0; j < p->t_k; ++j) y += row[j] * at(p, "v", j, c);
      if (FAULT == adds_to_output) y += attnref_get(output, i, c);
      if (FAULT == scales_output) y += 0 * attnref_get(output, i, c);
      attnref_set(output, i, c, FAULT == returns_nan ? NAN : y);
    }
    for (int64_t j = 0; j < p->t_k && weights; ++j) attnref_set(weights, i, j, row[j]);
  }
  if (FAULT == one_too_far && is_met(p)) attnref_set(output, p->t_q, 0, 1);
  if (FAULT == one_before && is_met(p)) attnref_set(output, 0, -1, 1);
  if (FAULT == between_rows && is_met(p)) attnref_set(output, 0, p->d_v, 1);
  if (FAULT == writes_input && is_met(p)) attnref_set(attnref_input(p, "k"), 0, 0, 5);
  if (FAULT == changes_rounding && is_met(p)) fesetround(FE_UPWARD);
  if (FAULT == writes_problem && is_met(p)) memset((void*)p, 0, sizeof *p);
  if (FAULT == writes_array && is_met(p)) ((attnref_array*)output)->strides[0] = 0;
  free(row);
  return ATTNREF_DONE;
}
