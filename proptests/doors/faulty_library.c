/* The textbook behind the C door with one mistake, which FAULT chooses: what libraries do that are not only wrong.
 * ignores_strides takes rows for contiguous, and so does dense, which says that it must have them so. stale keeps the
 * keys of the first call of each size; drops_ninth attends to eight keys and no more. */
#include "attnref_backend.h"

#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>

enum { none, crashes, hangs, exits, one_too_far, one_before, between_rows, returns_nan, every_third_fails, writes_input,
       changes_rounding, leaves_tail, aborts, prints, always_hangs, other_version, no_name, ignores_strides, dense,
       writes_problem, stale, drops_ninth };

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

static void attend_row(const attnref_problem* p, int64_t i, double* row) {
  double largest = -INFINITY, total = 0;
  for (int64_t j = 0; j < p->t_k; ++j) {
    row[j] = 0;
    for (int64_t c = 0; c < p->d_k; ++c) row[j] += at(&p->q, i, c) * key(p, j, c);
    row[j] *= p->scale;
    if (FAULT == drops_ninth && j >= 8) row[j] = -INFINITY;
    if (row[j] > largest || isnan(row[j])) largest = row[j];
  }
  for (int64_t j = 0; j < p->t_k; ++j) total += row[j] = exp(row[j] - largest);
  for (int64_t j = 0; j < p->t_k; ++j) row[j] /= total;
}

int32_t attnref_attend(const attnref_problem* p, char* reason, size_t reason_size) {
  static int calls;
  double* row = malloc(sizeof(double) * (size_t)(p->t_k + 1));
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
