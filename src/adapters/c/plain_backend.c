/* Attention in plain C, as an example of the C door:
 *
 *     cc -O2 -shared -fPIC -I "$(attnref example folder)/c" plain_backend.c -o libplain.so -lm
 *     attnref check --library ./libplain.so */
#include "attnref_backend.h"

#include <stdlib.h>

int32_t attnref_abi_version(void) { return ATTNREF_ABI_VERSION; }

int32_t attnref_describe(attnref_description* says) {
  says->name = "plain C";
  says->dtypes = "f64,f32,f16,bf16";
  says->features = "weights,scale";
  says->deterministic = 1;
  return ATTNREF_DONE;
}

int32_t attnref_attend(const attnref_problem* p, char* reason, size_t reason_size) {
  const attnref_array *q = attnref_input(p, "q"), *k = attnref_input(p, "k"), *v = attnref_input(p, "v");
  const attnref_array *output = attnref_output(p, "output"), *weights = attnref_output(p, "weights");
  double *row = malloc(sizeof(double) * (size_t)(p->t_k + p->d_k + 1)), *query = row + p->t_k;
  if (!row) return strncpy(reason, "out of memory", reason_size), ATTNREF_UNSUPPORTED;
  for (int64_t i = 0; i < p->t_q; ++i) {
    double largest = -INFINITY, total = 0;
    for (int64_t c = 0; c < p->d_k; ++c) query[c] = attnref_get(q, i, c);
    for (int64_t j = 0; j < p->t_k; ++j) {
      row[j] = 0;
      for (int64_t c = 0; c < p->d_k; ++c) row[j] += query[c] * attnref_get(k, j, c);
      row[j] *= p->scale;
      if (row[j] > largest || isnan(row[j])) largest = row[j]; /* a NaN must not be lost */
    }
    for (int64_t j = 0; j < p->t_k; ++j) total += row[j] = exp(row[j] - largest);
    for (int64_t j = 0; j < p->t_k; ++j) row[j] /= total;
    for (int64_t c = 0; c < p->d_v; ++c) {
      double y = 0;
      for (int64_t j = 0; j < p->t_k; ++j) y += row[j] * attnref_get(v, j, c);
      attnref_set(output, i, c, y);
    }
    for (int64_t j = 0; weights && j < p->t_k; ++j) attnref_set(weights, i, j, row[j]); /* NULL: not asked for */
  }
  free(row);
  return ATTNREF_DONE;
}
