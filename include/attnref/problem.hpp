// What a backend is asked: named arrays, how they are meant, and which outputs are wanted. Nothing here computes
// attention.
#pragma once

#include "attnref/parts.hpp"
#include "attnref/semantics.hpp"
#include "attnref/tensor.hpp"

#include <cstddef>
#include <stdexcept>
#include <vector>

namespace attnref {

/// The sizes of a problem. In self-attention t_q = t_k = T; with one head and no batch both counts are 1.
struct Sizes {
  std::size_t batch = 1;
  std::size_t heads = 1;
  std::size_t kv_heads = 1;
  std::size_t t_q = 0;      ///< queries: rows of the map
  std::size_t t_k = 0;      ///< keys and values: columns of the map
  std::size_t d_model = 0;  ///< width of X; 0 where queries, keys and values are given
  std::size_t d_k = 0;      ///< width of queries and keys
  std::size_t d_v = 0;      ///< width of values and output

  friend bool operator==(const Sizes&, const Sizes&) = default;
};

/// Named tensors.
using Tensors = PerPart<Tensor>;

/// One attention to compute: Q = X W^Q, K = X W^K, V = X W^V, A = softmax by rows of scale Q K^T, Y = A V.
///
/// Tensors: either `x` (T x d_model), `wq`, `wk` (d_model x d_k) and `wv` (d_model x d_v), or `q` (t_q x d_k),
/// `k` (t_k x d_k) and `v` (t_k x d_v). With x it is self-attention. Two problems are equal when all of them agrees,
/// tensors bit by bit.
struct Problem {
  Tensors tensors;
  How how;
  /// Asked of the backend: outputs (parts.hpp).
  PartSet wanted{Part::output, Part::weights};
  /// The formats of outputs that are not of the problem's own.
  PerPart<Dtype> dtypes;

  /// True for X and projections, false for queries, keys and values.
  bool projected() const { return tensors.contains(Part::x); }
  /// The format of X or the queries, which the outputs have too unless `dtypes` says otherwise.
  Dtype dtype() const;
  /// The format that an output is asked for in.
  Dtype dtype_of(Part output) const;
  /// The sizes, as the tensors have them.
  Sizes sizes() const;
  /// The tensor of that part. Throws std::out_of_range, naming it, where there is none.
  const Tensor& at(Part part) const { return tensors.at(part); }
  Tensor& at(Part part) { return tensors.at(part); }

  friend bool operator==(const Problem&, const Problem&) = default;
};

/// The features that a backend needs to be asked this.
FeatureSet needed_by(const Problem& problem);

/// True where attnref computes all that the problem needs: one head without a mask (computed_features), at rank 2, in
/// one dtype.
bool is_computed(const Problem& problem);

/// The shape that a part has in a problem of these sizes, at rank 2: without axes of batch and heads (lse is rank 1).
std::vector<std::size_t> shape_of(Part part, const Sizes& sizes);

/// A problem whose tensors contradict each other. what() is one line: tensor, expected, found.
struct problem_error : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// Throws problem_error unless the tensors of one form are there, in shapes that fit together, each number one of its
/// dtype, outputs alone are wanted, and no size above 1024 is larger than the count of all numbers. What the functions
/// below build is consistent; what is put together or changed by hand need not be.
void require_consistent(const Problem& problem);

/// Builds a problem of queries, keys and values (rank 2, one dtype).
/// Throws problem_error where they do not fit together.
Problem attention_problem(Tensor q, Tensor k, Tensor v);

/// Builds a problem of X and projections (rank 2, one dtype).
/// Throws problem_error where they do not fit together.
Problem self_attention_problem(Tensor x, Tensor wq, Tensor wk, Tensor wv);

/// The same problem in the projected form: X' = [Q | K | V] with selector matrices for projections, which copy exactly
/// (law projecting_first_changes_nothing). X' is 2 d_k + d_v wide, or with zeros behind as wide as `d_model`. Needs
/// t_q = t_k and finite inputs, since 0 times infinity is NaN.
Problem as_projected(const Problem& problem, std::size_t d_model = 0);

}  // namespace attnref
