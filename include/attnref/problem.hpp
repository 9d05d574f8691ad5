// A question put to a backend, and what comes back: the seam between shapes that are types and sizes that are numbers.
// Nothing here computes attention.
#pragma once

#include "attnref/rounding.hpp"

#include <cstddef>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
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

/// Numbers with a shape and a format, row-major. Each number is held as a double and is exactly a number of `dtype`,
/// so that no step between a law and a backend can round.
struct Tensor {
  Dtype dtype = Dtype::f64;
  std::vector<std::size_t> shape;
  std::vector<double> values;

  Tensor() = default;
  /// A rank-2 tensor of zeros.
  Tensor(Dtype type, std::size_t rows, std::size_t columns)
      : dtype(type), shape{rows, columns}, values(rows * columns, 0.0) {}

  std::size_t rank() const { return shape.size(); }
  /// Rows and columns of a rank-2 tensor.
  std::size_t rows() const { return shape[0]; }
  std::size_t columns() const { return shape[1]; }
  double& operator()(std::size_t i, std::size_t j) { return values[i * shape[1] + j]; }
  double operator()(std::size_t i, std::size_t j) const { return values[i * shape[1] + j]; }
};

/// True when shapes and every bit of every number agree: NaN equals the same NaN, and 0 differs from -0.
bool same_bits(const Tensor& a, const Tensor& b);

/// Named tensors: the .safetensors document in memory.
using Tensors = std::map<std::string, Tensor, std::less<>>;

/// Which keys a query may look at by position; the two alignments differ where the lengths do.
enum class Causal { none, top_left, bottom_right };

/// Keys within `left` before and `right` after the aligned diagonal.
struct Window {
  std::size_t left = 0;
  std::size_t right = 0;
  friend bool operator==(const Window&, const Window&) = default;
};

/// What a row with nothing to attend to holds.
enum class EmptyRow { zeros, nans };

/// One attention to compute. The core is the lesson's layer: Q = X W^Q, K = X W^K, V = X W^V,
/// A = softmax by rows of scale Q K^T, Y = A V. Every further choice the field disagrees on is a field with a default.
///
/// Tensors: either `x` (T x d_model), `wq`, `wk` (d_model x d_k) and `wv` (d_model x d_v), or `q` (t_q x d_k),
/// `k` (t_k x d_k) and `v` (t_k x d_v). With x it is self-attention.
struct Problem {
  Dtype dtype = Dtype::f64;
  Sizes sizes;
  Tensors tensors;
  std::optional<double> scale;  ///< absent: exactly 1/sqrt(d_k), which differs from any given number
  Causal causal = Causal::none;
  std::optional<Window> window;
  std::optional<double> softcap;
  EmptyRow empty_row = EmptyRow::zeros;
  /// Asked of the backend; any of output, weights, lse, scores, queries, keys, values.
  std::set<std::string, std::less<>> outputs{"output", "weights"};

  /// True for X and projections, false for queries, keys and values.
  bool projected() const { return tensors.contains("x"); }
  /// The tensor of that name. Throws std::out_of_range, naming it, where there is none.
  const Tensor& at(std::string_view name) const;
  Tensor& at(std::string_view name);
  /// True when any choice beyond the core is made: a mask, a bias, causal, a window, a softcap, lengths, heads, batch.
  bool beyond_the_core() const;
};

/// The shape that the tensor or output called `name` has in a problem of these sizes (rank 2; lse is rank 1).
/// Throws std::out_of_range for a name that problems do not have.
std::vector<std::size_t> shape_of(std::string_view name, const Sizes& sizes);

/// A problem whose tensors contradict each other or its sizes. what() is one line: tensor, expected, found.
struct problem_error : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// Throws problem_error unless the tensors of one form are there, in the shapes that the sizes give them, each number
/// one of the dtype, outputs have names that outputs have, and no size above 1024 is larger than the count of all
/// numbers. What the functions below build is consistent; what is put together or changed by hand need not be.
void require_consistent(const Problem& problem);

/// Builds a problem of queries, keys and values (rank 2, one dtype); the sizes are read off them.
/// Throws problem_error where they do not fit together.
Problem attention_problem(Tensor q, Tensor k, Tensor v);

/// Builds a problem of X and projections (rank 2, one dtype); the sizes are read off them.
/// Throws problem_error where they do not fit together.
Problem self_attention_problem(Tensor x, Tensor wq, Tensor wk, Tensor wv);

/// The same problem in the projected form: X' = [Q | K | V] with selector matrices for projections, which copy exactly
/// (law projecting_first_changes_nothing). X' is 2 d_k + d_v wide, or with zeros behind as wide as `d_model`. Needs
/// t_q = t_k and finite inputs, since 0 times infinity is NaN.
Problem as_projected(const Problem& problem, std::size_t d_model = 0);

/// A backend's results, by name: output (t_q x d_v), weights (t_q x t_k), lse (t_q), scores (t_q x t_k, after scale),
/// queries, keys, values.
struct Answer {
  Tensors tensors;
  const Tensor& at(std::string_view name) const;
};

/// The backend says that it cannot do what is asked. `reason` is for people.
struct Unsupported {
  std::string reason;
};

/// The backend tried and failed: a crash, a time-out, an exception, an answer that is none.
struct Failed {
  std::string reason;
};

using Reply = std::variant<Answer, Unsupported, Failed>;

}  // namespace attnref
