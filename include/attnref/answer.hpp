// What a backend answers.
#pragma once

#include "attnref/problem.hpp"

#include <string>
#include <variant>

namespace attnref {

/// A backend's results: output (t_q x d_v), weights (t_q x t_k), lse (t_q), scores (t_q x t_k, after scale), queries,
/// keys, values, as far as they were wanted.
struct Answer {
  Tensors tensors;
  /// The tensor of that part. Throws std::out_of_range, naming it, where there is none.
  const Tensor& at(Part part) const { return tensors.at(part); }
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
