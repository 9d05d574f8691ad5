/* attnref's C interface, version 2: a shared library that exports these three functions is tested by
 *
 *     attnref check --library ./libmine.so
 *
 * in a process of its own. Arrays have names, and you find them by name:
 *
 *     const attnref_array* q = attnref_input(problem, "q");
 *     const attnref_array* weights = attnref_output(problem, "weights");        NULL: not asked for
 *
 * The caller owns all memory. attend reads the inputs, writes every output that is asked for, and writes nothing else.
 */
#ifndef ATTNREF_ABI_H
#define ATTNREF_ABI_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(_WIN32)
#define ATTNREF_EXPORT __declspec(dllexport)
#else
#define ATTNREF_EXPORT __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Goes up when something changes other than by fields at the end of a struct, which the struct's `size` tells, or by
 * new names and numbers. */
#define ATTNREF_ABI_VERSION 2
#define ATTNREF_MOST_AXES 6

/* Types of elements. BOOL is one byte, 0 or 1. The last four are reserved. */
enum {
  ATTNREF_F64 = 0,
  ATTNREF_F32 = 1,
  ATTNREF_F16 = 2,
  ATTNREF_BF16 = 3,
  ATTNREF_BOOL = 4,
  ATTNREF_I32 = 5,
  ATTNREF_I64 = 6,
  ATTNREF_E4M3 = 7,
  ATTNREF_E5M2 = 8,
  ATTNREF_E8M0 = 9,
  ATTNREF_E2M1 = 10
};
/* Where an array lies, by the numbers that DLPack gives to devices. Today every array is on the CPU. */
enum { ATTNREF_CPU = 1, ATTNREF_CUDA = 2, ATTNREF_METAL = 8, ATTNREF_ROCM = 10 };
enum { ATTNREF_DONE = 0, ATTNREF_UNSUPPORTED = 1, ATTNREF_FAILED = 2 };

/* An array: element (i, j, ...) begins strides[0] * i + strides[1] * j + ... bytes behind `data`. Strides are multiples
 * of an element's size.
 *
 * Unless the constraints say otherwise, elements of the last axis follow each other, and rows may be further apart than
 * they are long. "contiguous": true asks for arrays without gaps. "any_strides": true takes axes in any order, with
 * gaps, with negative strides, and, where an input repeats along an axis, with a stride of 0. */
typedef struct attnref_array {
  size_t size;      /* sizeof(attnref_array) as the caller knows it: the next array lies so many bytes further */
  const char* name; /* as documents name it */
  void* data;       /* element (0, 0, ...) */
  int32_t dtype;    /* ATTNREF_F64 ... */
  int32_t rank;
  int64_t shape[ATTNREF_MOST_AXES];
  int64_t strides[ATTNREF_MOST_AXES]; /* in bytes */
  int32_t device_type;                /* ATTNREF_CPU ... */
  int32_t device_id;
} attnref_array;

/* A choice that is not at its default, as documents have it: "scale" is "0.25", "causal" is "top_left". */
typedef struct attnref_choice {
  size_t size; /* sizeof(attnref_choice) as the caller knows it: the next choice lies so many bytes further */
  const char* key;
  const char* text;
  double number; /* what the text says, if it is a number, otherwise NaN */
} attnref_choice;

/* One attention to compute: A = softmax by rows of scale Q K^T, Y = A V; with x given, Q = X W^Q and so on.
 *
 * Inputs are x (T x d_model), wq and wk (d_model x d_k) and wv (d_model x d_v), or q (t_q x d_k), k (t_k x d_k) and
 * v (t_k x d_v).
 *
 * Outputs are output (t_q x d_v), weights and, after the scale, scores (t_q x t_k), lse (t_q), and queries, keys and
 * values (as q, k and v).
 *
 * Inputs, outputs and choices that need a feature come only to a library that declares it, so later versions of attnref
 * may have more of them without harm to yours. Their order means nothing. */
typedef struct attnref_problem {
  size_t size; /* sizeof(attnref_problem) as the caller knows it */
  const attnref_array* inputs;
  const attnref_array* outputs; /* only what their `data` points to is yours to write */
  const attnref_choice* choices;
  int32_t input_count, output_count, choice_count;
  int32_t dtype;                       /* of the problem: ATTNREF_F64 ... Each array has its own besides. */
  int64_t batch, heads, kv_heads;      /* 1, 1, 1 for arrays of rank 2 */
  int64_t t_q, t_k, d_model, d_k, d_v; /* d_model is 0 where q, k, v are given */
  double scale;                        /* the choice "scale", or 1/sqrt(d_k) rounded to double */
} attnref_problem;

/* The array after this one. */
static inline const attnref_array* attnref_next(const attnref_array* array) {
  return (const attnref_array*)(const void*)((const char*)array + array->size);
}

/* The array of that name among `count`; NULL if none has it. */
static inline const attnref_array* attnref_find(const attnref_array* arrays, int32_t count, const char* name) {
  for (int32_t n = 0; n < count; ++n, arrays = attnref_next(arrays)) {
    if (strcmp(arrays->name, name) == 0) return arrays;
  }
  return NULL;
}

/* The input of that name; NULL where the problem has none. */
static inline const attnref_array* attnref_input(const attnref_problem* problem, const char* name) {
  return attnref_find(problem->inputs, problem->input_count, name);
}

/* The output of that name; NULL where it is not asked for. */
static inline const attnref_array* attnref_output(const attnref_problem* problem, const char* name) {
  return attnref_find(problem->outputs, problem->output_count, name);
}

/* The choice of that key; NULL where it is at its default. */
static inline const attnref_choice* attnref_chosen(const attnref_problem* problem, const char* key) {
  const attnref_choice* choice = problem->choices;
  for (int32_t n = 0; n < problem->choice_count; ++n) {
    if (strcmp(choice->key, key) == 0) return choice;
    choice = (const attnref_choice*)(const void*)((const char*)choice + choice->size);
  }
  return NULL;
}

/* Where the element with these `rank` indices begins. */
static inline void* attnref_element(const attnref_array* array, const int64_t* indices) {
  char* at = (char*)array->data;
  for (int32_t axis = 0; axis < array->rank; ++axis) at += indices[axis] * array->strides[axis];
  return at;
}

/* Where element (i, j) of an array of rank 2 begins; of rank 1, element j. */
static inline void* attnref_at(const attnref_array* array, int64_t i, int64_t j) {
  char* const row = (char*)array->data + (array->rank == 2 ? i * array->strides[0] : 0);
  return row + j * array->strides[array->rank - 1];
}

/* What a library says of itself: the words of a "hello" document, each NULL where it is absent. */
typedef struct attnref_description {
  size_t size;      /* sizeof(attnref_description) as the caller knows it */
  const char* name; /* needed */
  const char* version;
  const char* dtypes;   /* needed; of: f64,f32,f16,bf16 */
  const char* features; /* of: projections,weights,lse,scores,queries_keys_values,scale,... */
  const char*
      constraints;       /* JSON: {"d_k": {"among": [64, 128]}, "d_v": "= d_k", "t": {"multiple_of": 8, "least": 1}} */
  const char* profile;   /* how it rounds: a name such as f32 or flash_bf16, or JSON */
  int32_t deterministic; /* 1: the same call gives the same bits */
} attnref_description;

/* Returns ATTNREF_ABI_VERSION. */
ATTNREF_EXPORT int32_t attnref_abi_version(void);
/* Fills the description, whose strings outlive the call; returns ATTNREF_DONE. */
ATTNREF_EXPORT int32_t attnref_describe(attnref_description* description);
/* Computes; returns ATTNREF_DONE, ATTNREF_UNSUPPORTED (also where memory ran out), or another number for failed, after
 * which the next call is made in a new process. A reason for people may be written to `reason`, at most `reason_size`
 * bytes with the 0 at its end. Memory that attend must not read, before, behind and between the elements of arrays,
 * holds NaNs; so do outputs before they are written. Where an answer has NaNs that the inputs do not explain, attend is
 * called again with other numbers there. */
ATTNREF_EXPORT int32_t attnref_attend(const attnref_problem* problem, char* reason, size_t reason_size);

#ifdef __cplusplus
}
#endif

#endif
