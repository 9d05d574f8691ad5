// What problem.hpp and backend.hpp declare: looking up tensors, reading sizes off them, changing form.
#include "attnref/problem.hpp"

#include "attnref/backend.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace attnref {

double round_to(Dtype dtype, double x) {
  if (dtype == Dtype::f64 || !std::isfinite(x) || x == 0) return x;
  if (dtype == Dtype::f32) return static_cast<double>(static_cast<float>(x));
  const Format& format = format_of(dtype);
  const int exponent = std::max(std::ilogb(x), format.emin);
  const int unit = exponent - format.precision + 1;
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(x, -unit)), unit);
  if (std::fabs(rounded) > static_cast<double>(largest_finite(dtype))) return std::copysign(HUGE_VAL, x);
  return rounded;
}

bool same_bits(const Tensor& a, const Tensor& b) {
  return a.dtype == b.dtype && a.shape == b.shape &&
         std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(), [](double x, double y) {
           return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
         });
}

namespace {

template <class Map>
auto& found_in(Map& tensors, std::string_view name, std::string_view where) {
  const auto place = tensors.find(name);
  if (place == tensors.end()) throw std::out_of_range(fmt::format("the {} holds no tensor '{}'", where, name));
  return place->second;
}

void expect_shape(std::string_view name, const Tensor& tensor, const std::vector<std::size_t>& expected) {
  if (tensor.shape != expected) {
    throw problem_error(fmt::format("{}: expected shape ({}), found ({})", name, fmt::join(expected, " x "),
                                    fmt::join(tensor.shape, " x ")));
  }
}

void expect_matrix(std::string_view name, const Tensor& tensor) {
  if (tensor.rank() != 2) throw problem_error(fmt::format("{}: expected rank 2, found rank {}", name, tensor.rank()));
}

void expect_inner(std::string_view left, const Tensor& a, std::string_view right, const Tensor& b) {
  if (a.columns() != b.rows()) {
    throw problem_error(
        fmt::format("{} {}: {} has {} columns but {} has {} rows", left, right, left, a.columns(), right, b.rows()));
  }
}

Problem problem_of(Sizes sizes, std::initializer_list<std::pair<std::string_view, Tensor*>> tensors) {
  Problem problem;
  problem.dtype = tensors.begin()->second->dtype;
  problem.sizes = sizes;
  if (sizes.d_k == 0) throw problem_error("d_k: expected at least 1, found 0");
  for (const auto& [name, tensor] : tensors) {
    if (tensor->dtype != problem.dtype) {
      throw problem_error(
          fmt::format("{}: expected dtype {}, found {}", name, name_of(problem.dtype), name_of(tensor->dtype)));
    }
    expect_shape(name, *tensor, shape_of(name, sizes));
    problem.tensors.emplace(name, std::move(*tensor));
  }
  require_consistent(problem);
  return problem;
}

}  // namespace

const Tensor& Problem::at(std::string_view name) const { return found_in(tensors, name, "problem"); }
Tensor& Problem::at(std::string_view name) { return found_in(tensors, name, "problem"); }
const Tensor& Answer::at(std::string_view name) const { return found_in(tensors, name, "answer"); }

std::vector<std::size_t> shape_of(std::string_view name, const Sizes& s) {
  if (name == "x") return {s.t_q, s.d_model};
  if (name == "wq" || name == "wk") return {s.d_model, s.d_k};
  if (name == "wv") return {s.d_model, s.d_v};
  if (name == "q" || name == "queries") return {s.t_q, s.d_k};
  if (name == "k" || name == "keys") return {s.t_k, s.d_k};
  if (name == "v" || name == "values") return {s.t_k, s.d_v};
  if (name == "output") return {s.t_q, s.d_v};
  if (name == "weights" || name == "scores") return {s.t_q, s.t_k};
  if (name == "lse") return {s.t_q};
  throw std::out_of_range(fmt::format("a problem has no tensor or output named '{}'", name));
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
  const Sizes sizes{.t_q = q.rows(), .t_k = k.rows(), .d_k = q.columns(), .d_v = v.columns()};
  return problem_of(sizes, {{"q", &q}, {"k", &k}, {"v", &v}});
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
  const Sizes sizes{.t_q = x.rows(), .t_k = x.rows(), .d_model = x.columns(), .d_k = wq.columns(), .d_v = wv.columns()};
  return problem_of(sizes, {{"x", &x}, {"wq", &wq}, {"wk", &wk}, {"wv", &wv}});
}

Problem as_projected(const Problem& problem, std::size_t d_model) {
  if (problem.projected()) return problem;
  const Sizes& s = problem.sizes;
  if (s.t_q != s.t_k) {
    throw problem_error(
        fmt::format("X and projections: expected as many queries as keys, found {} and {}", s.t_q, s.t_k));
  }
  const std::size_t width = std::max(2 * s.d_k + s.d_v, d_model);
  Tensor x(problem.dtype, s.t_q, width), wq(problem.dtype, width, s.d_k), wk = wq, wv(problem.dtype, width, s.d_v);
  // X = [Q | K | V]; each projection selects its own columns, and a product with 1 and sums with 0 are exact.
  std::size_t offset = 0;
  for (const auto& [name, selector] : {std::pair{"q", &wq}, std::pair{"k", &wk}, std::pair{"v", &wv}}) {
    const Tensor& part = problem.at(name);
    for (std::size_t j = 0; j < part.columns(); ++j) {
      for (std::size_t i = 0; i < part.rows(); ++i) x(i, offset + j) = part(i, j);
      (*selector)(offset + j, j) = 1;
    }
    offset += part.columns();
  }
  Problem projected = problem;
  projected.tensors.clear();
  projected.sizes.d_model = width;
  projected.tensors.emplace("x", std::move(x));
  projected.tensors.emplace("wq", std::move(wq));
  projected.tensors.emplace("wk", std::move(wk));
  projected.tensors.emplace("wv", std::move(wv));
  return projected;
}

bool AxisConstraint::allows(std::size_t size) const {
  if (!among.empty() && std::find(among.begin(), among.end(), size) == among.end()) return false;
  return size >= least && (!most || size <= *most) && multiple_of > 0 && size % multiple_of == 0;
}

std::size_t AxisConstraint::nearest(std::size_t size) const {
  if (allows(size)) return size;
  // What is allowed lies within a multiple of the largest bound; a bound of no practical size is not walked to.
  const std::size_t reach = std::min<std::size_t>(
      std::max({size, least, multiple_of, among.empty() ? 0 : *std::max_element(among.begin(), among.end())}),
      1u << 20);
  for (std::size_t step = 1; step <= 2 * reach + 1; ++step) {
    // Nothing is far from something: a length of 1 rounds up to a tile, not down to no positions at all.
    if (step < size && allows(size - step)) return size - step;
    if (allows(size + step)) return size + step;
  }
  return allows(0) ? 0 : size;
}

std::optional<std::size_t> AxisConstraint::at_least(std::size_t size) const {
  if (!among.empty()) {
    std::optional<std::size_t> smallest;
    for (const std::size_t candidate : among) {
      if (candidate >= size && allows(candidate) && (!smallest || candidate < *smallest)) smallest = candidate;
    }
    return smallest;
  }
  size = std::max(size, least);
  const std::size_t over = size % multiple_of;
  if (over > 0) size += multiple_of - over;
  return allows(size) ? std::optional(size) : std::nullopt;
}

bool Capabilities::takes(Dtype dtype) const { return std::find(dtypes.begin(), dtypes.end(), dtype) != dtypes.end(); }

Profile Capabilities::profile_of(Dtype dtype) const {
  for (const Profile& own : own_profiles) {
    if (own.output == dtype) return own;
  }
  // A profile of another format says nothing of this one.
  if (auto named = profile_named(profile); named && named->output == dtype) return *std::move(named);
  return plain_profile(dtype);
}

}  // namespace attnref
