// Whether a problem that somebody put together by hand is one: shapes, numbers, wanted outputs.
#include "attnref/problem.hpp"

#include "problem/cost.hpp"
#include "problem/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

namespace attnref {
namespace {

void require_numbers(std::string_view name, const Tensor& tensor) {
  const std::size_t columns = tensor.shape.empty() ? 1 : tensor.shape.back();
  for (std::size_t n = 0; n < tensor.values.size(); ++n) {
    const double x = tensor.values[n];
    if (std::isnan(x) || round_to(tensor.dtype, x) == x) continue;
    throw problem_error(fmt::format("{}[{}, {}]: expected a number of {}, found {}, which is between two of them", name,
                                    n / columns, n % columns, name_of(tensor.dtype), x));
  }
}

void require_tensor(const Problem& problem, Part part) {
  const std::string_view name = name_of(part);
  const Tensor* tensor = problem.tensors.find(part);
  if (!tensor) throw problem_error(fmt::format("{}: expected a tensor, found none", name));
  if (tensor->dtype != problem.dtype()) {
    throw problem_error(
        fmt::format("{}: expected dtype {}, found {}", name, name_of(problem.dtype()), name_of(tensor->dtype)));
  }
  const std::vector<std::size_t> shape = shape_of(part, problem.sizes());
  if (tensor->shape != shape) {
    throw problem_error(fmt::format("{}: expected shape ({}), found ({})", name, fmt::join(shape, " x "),
                                    fmt::join(tensor->shape, " x ")));
  }
  const std::size_t count = std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
  if (tensor->values.size() != count) {
    throw problem_error(fmt::format("{}: expected {} numbers for its shape ({}), found {}", name, count,
                                    fmt::join(shape, " x "), tensor->values.size()));
  }
  require_numbers(name, *tensor);
}

}  // namespace

void require_consistent(const Problem& problem) {
  const Tensor* x = problem.tensors.find(Part::x);
  const PartSet form = x ? PartSet{Part::x, Part::wq, Part::wk, Part::wv} : PartSet{Part::q, Part::k, Part::v};
  for (const Part part : form) require_tensor(problem, part);
  require_paid_sizes(problem);
  for (const Part part : problem.wanted.without(computed_outputs)) {
    throw problem_error(
        fmt::format("outputs: expected some of {}, found '{}'", joined_names(computed_outputs), name_of(part)));
  }
}

}  // namespace attnref
