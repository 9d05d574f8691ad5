/* attnref's door in C: a shared library that exports these three functions is judged by
 *
 *     attnref check --library ./libmine.so
 *
 * in a process of its own. Every array is the caller's; attend writes the outputs that are asked for, and nothing else. */
#ifndef ATTNREF_ABI_H
#define ATTNREF_ABI_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define ATTNREF_EXPORT __declspec(dllexport)
#else
#define ATTNREF_EXPORT __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Goes up when a struct changes other than by fields at its end, which `size` tells. */
#define ATTNREF_ABI_VERSION 1

enum { ATTNREF_F64 = 0, ATTNREF_F32 = 1, ATTNREF_F16 = 2, ATTNREF_BF16 = 3, ATTNREF_BOOL = 4, ATTNREF_I64 = 5 };
enum { ATTNREF_DONE = 0, ATTNREF_UNSUPPORTED = 1, ATTNREF_FAILED = 2 };
enum { ATTNREF_CAUSAL_NONE = 0, ATTNREF_CAUSAL_TOP_LEFT = 1, ATTNREF_CAUSAL_BOTTOM_RIGHT = 2 };
enum { ATTNREF_EMPTY_ROW_ZERO = 0, ATTNREF_EMPTY_ROW_NAN = 1 };

/* Element (i, j) of a tensor of rank 2 is data[i * strides[0] + j * strides[1]], in elements of dtype. The last stride is
 * 1. Rows may be further apart than they are long, unless the constraints say "contiguous": true. */
typedef struct attnref_tensor {
  void* data;    /* NULL: an input that is not given, an output that is not asked for */
  int32_t dtype; /* ATTNREF_F64 ... */
  int32_t rank;
  int64_t shape[4];
  int64_t strides[4];
} attnref_tensor;

/* One attention to compute: A = softmax by rows of scale Q K^T, Y = A V; with x given, Q = X W^Q and so on. */
typedef struct attnref_problem {
  size_t size;   /* sizeof(attnref_problem) as the caller knows it */
  int32_t dtype; /* of every floating-point tensor */
  int32_t scale_is_given;
  double scale;                                      /* as given, or 1/sqrt(d_k) rounded to double */
  int64_t batch, heads, kv_heads;                    /* 1, 1, 1 for tensors of rank 2 */
  int64_t t_q, t_k, d_model, d_k, d_v;               /* d_model is 0 where q, k, v are given */
  int32_t causal, empty_row;                         /* choices beyond the core come only to who declares them */
  int64_t window_left, window_right;                 /* -1: none */
  double softcap;                                    /* 0: none */
  attnref_tensor x, wq, wk, wv;                      /* T x d_model, d_model x d_k twice, d_model x d_v; or */
  attnref_tensor q, k, v;                            /* t_q x d_k, t_k x d_k, t_k x d_v */
  attnref_tensor mask, bias, q_lengths, kv_lengths;
  attnref_tensor output, weights, lse, scores;       /* t_q x d_v, t_q x t_k, t_q (rank 1), t_q x t_k after scale */
  attnref_tensor queries, keys, values;              /* as q, k, v */
} attnref_problem;

/* What a library says of itself: the words of a "hello" document, each NULL where it is absent. */
typedef struct attnref_description {
  size_t size;             /* sizeof(attnref_description) as the caller knows it */
  const char* name;        /* needed */
  const char* version;
  const char* dtypes;      /* needed; of: f64,f32,f16,bf16 */
  const char* features;    /* of: projections,weights,lse,scores,queries_keys_values,scale,... */
  const char* constraints; /* JSON: {"d_k": {"among": [64, 128]}, "d_v": "= d_k", "t": {"multiple_of": 8, "least": 1}} */
  const char* profile;     /* how it rounds: a name such as f32 or flash_bf16, or JSON */
  int32_t deterministic;   /* 1: the same call gives the same bits */
} attnref_description;

/* Returns ATTNREF_ABI_VERSION. */
ATTNREF_EXPORT int32_t attnref_abi_version(void);
/* Fills the description, whose strings outlive the call; returns ATTNREF_DONE. */
ATTNREF_EXPORT int32_t attnref_describe(attnref_description* description);
/* Computes; returns ATTNREF_DONE, ATTNREF_UNSUPPORTED (also where memory ran out), or another number for failed, after
 * which the next call is made in a new process. A reason for people may be written to `reason`, at most `reason_size`
 * bytes with the 0 at its end. Memory that attend must not read, before, behind and between the rows of arrays, holds NaNs;
 * so do outputs before they are written. Where an answer has NaNs that the inputs do not explain, attend is called again
 * with other numbers there. */
ATTNREF_EXPORT int32_t attnref_attend(const attnref_problem* problem, char* reason, size_t reason_size);

#ifdef __cplusplus
}
#endif

#endif
