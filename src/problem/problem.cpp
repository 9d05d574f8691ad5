// Putting problems together, and changing their form.
#include "attnref/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace attnref {

namespace {

void expect_matrix(std::string_view name, const Tensor& tensor) {
  if (tensor.rank() != 2) throw problem_error(fmt::format("{}: expected rank 2, found rank {}", name, tensor.rank()));
}

void expect_inner(std::string_view left, const Tensor& a, std::string_view right, const Tensor& b) {
  if (a.columns() != b.rows()) {
    throw problem_error(
        fmt::format("{} {}: {} has {} columns but {} has {} rows", left, right, left, a.columns(), right, b.rows()));
  }
}

Problem problem_of(std::initializer_list<std::pair<Part, Tensor*>> tensors) {
  Problem problem;
  const Dtype dtype = tensors.begin()->second->dtype;
  for (const auto& [part, tensor] : tensors) {
    if (tensor->dtype != dtype) {
      throw problem_error(
          fmt::format("{}: expected dtype {}, found {}", name_of(part), name_of(dtype), name_of(tensor->dtype)));
    }
    problem.tensors.add(part, std::move(*tensor));
  }
  if (problem.sizes().d_k == 0) throw problem_error("d_k: expected at least 1, found 0");
  require_consistent(problem);
  return problem;
}

}  // namespace

Dtype Problem::dtype() const {
  const Tensor* first = tensors.find(projected() ? Part::x : Part::q);
  return first ? first->dtype : Dtype::f64;
}

Dtype Problem::dtype_of(Part output) const {
  const Dtype* own = dtypes.find(output);
  return own ? *own : dtype();
}

Problem attention_problem(Tensor q, Tensor k, Tensor v) {
  expect_matrix("q", q);
  expect_matrix("k", k);
  expect_matrix("v", v);
  if (q.columns() != k.columns()) {
    throw problem_error(fmt::format("q k^T: q has {} columns but k has {}", q.columns(), k.columns()));
  }
  if (k.rows() != v.rows()) {
    throw problem_error(fmt::format("weights v: k has {} rows but v has {}", k.rows(), v.rows()));
  }
  return problem_of({{Part::q, &q}, {Part::k, &k}, {Part::v, &v}});
}

Problem self_attention_problem(Tensor x, Tensor wq, Tensor wk, Tensor wv) {
  expect_matrix("x", x);
  expect_matrix("wq", wq);
  expect_matrix("wk", wk);
  expect_matrix("wv", wv);
  expect_inner("x", x, "wq", wq);
  expect_inner("x", x, "wk", wk);
  expect_inner("x", x, "wv", wv);
  if (wq.columns() != wk.columns()) {
    throw problem_error(fmt::format("q k^T: wq has {} columns but wk has {}", wq.columns(), wk.columns()));
  }
  return problem_of({{Part::x, &x}, {Part::wq, &wq}, {Part::wk, &wk}, {Part::wv, &wv}});
}

Problem as_projected(const Problem& problem, std::size_t d_model) {
  if (problem.projected()) return problem;
  const Sizes& s = problem.sizes();
  if (s.t_q != s.t_k) {
    throw problem_error(
        fmt::format("X and projections: expected as many queries as keys, found {} and {}", s.t_q, s.t_k));
  }
  const std::size_t width = std::max(2 * s.d_k + s.d_v, d_model);
  Tensor x(problem.dtype(), s.t_q, width), wq(problem.dtype(), width, s.d_k), wk = wq,
                                                                              wv(problem.dtype(), width, s.d_v);
  // X = [Q | K | V]; each projection selects its own columns, and a product with 1 and sums with 0 are exact.
  std::size_t offset = 0;
  for (const auto& [part, selector] : {std::pair{Part::q, &wq}, std::pair{Part::k, &wk}, std::pair{Part::v, &wv}}) {
    const Tensor& selected = problem.at(part);
    for (std::size_t j = 0; j < selected.columns(); ++j) {
      for (std::size_t i = 0; i < selected.rows(); ++i) x(i, offset + j) = selected(i, j);
      (*selector)(offset + j, j) = 1;
    }
    offset += selected.columns();
  }
  Problem projected = problem;
  projected.tensors.clear();
  projected.tensors.add(Part::x, std::move(x));
  projected.tensors.add(Part::wq, std::move(wq));
  projected.tensors.add(Part::wk, std::move(wk));
  projected.tensors.add(Part::wv, std::move(wv));
  return projected;
}

}  // namespace attnref
