// Whether a problem that somebody put together by hand is one: shapes, numbers, names.
#include "attnref/problem.hpp"

#include "problem/cost.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace attnref {
namespace {

void require_tensor(const Problem& problem, std::string_view name) {
  const auto place = problem.tensors.find(name);
  if (place == problem.tensors.end()) throw problem_error(fmt::format("{}: expected a tensor, found none", name));
  const Tensor& tensor = place->second;
  if (tensor.dtype != problem.dtype) {
    throw problem_error(
        fmt::format("{}: expected dtype {}, found {}", name, name_of(problem.dtype), name_of(tensor.dtype)));
  }
  const std::vector<std::size_t> shape = shape_of(name, problem.sizes);
  if (tensor.shape != shape) {
    throw problem_error(fmt::format("{}: expected shape ({}), found ({})", name, fmt::join(shape, " x "),
                                    fmt::join(tensor.shape, " x ")));
  }
  if (tensor.values.size() != shape[0] * shape[1]) {
    throw problem_error(fmt::format("{}: expected {} numbers for its shape ({}), found {}", name, shape[0] * shape[1],
                                    fmt::join(shape, " x "), tensor.values.size()));
  }
  for (std::size_t n = 0; n < tensor.values.size(); ++n) {
    const double x = tensor.values[n];
    if (std::isnan(x) || round_to(problem.dtype, x) == x) continue;
    throw problem_error(fmt::format("{}[{}, {}]: expected a number of {}, found {}, which is between two of them", name,
                                    n / shape[1], n % shape[1], name_of(problem.dtype), x));
  }
}

}  // namespace

void require_consistent(const Problem& problem) {
  const bool projected = problem.projected();
  if (projected && problem.sizes.t_q != problem.sizes.t_k) {
    throw problem_error(
        fmt::format("x: expected as many queries as keys, found {} and {}", problem.sizes.t_q, problem.sizes.t_k));
  }
  for (const std::string_view name : projected ? std::vector<std::string_view>{"x", "wq", "wk", "wv"}
                                               : std::vector<std::string_view>{"q", "k", "v"}) {
    require_tensor(problem, name);
  }
  require_paid_sizes(problem);
  for (const std::string& name : problem.outputs) {
    static const std::set<std::string_view> known{"output", "weights", "lse", "scores", "queries", "keys", "values"};
    if (known.contains(name)) continue;
    throw problem_error(fmt::format("outputs: expected some of {}, found '{}'", fmt::join(known, ", "), name));
  }
}

}  // namespace attnref
