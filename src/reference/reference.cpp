// The one product file that instantiates the typed layer: sizes that are numbers become named axes here.
#include "attnref/reference.hpp"

#include "attnref/attention.hpp"
#include "problem/cost.hpp"

#include <algorithm>
#include <cstring>

namespace attnref {
namespace {

struct Queries {};
struct Keys {};
struct DModel : axis<DModel> {};
struct Dk : axis<Dk> {};
struct Dv : axis<Dv> {};

/// A tensor as a matrix of named axes, its numbers in the scalar type, which holds them exactly.
template <class S, class Rows, class Columns>
Matrix<S, Rows, Columns> matrix(const Tensor& tensor) {
  Matrix<S, Rows, Columns> m(tensor.rows(), tensor.columns());
  std::transform(tensor.values.begin(), tensor.values.end(), m.data(), [](double value) { return static_cast<S>(value); });
  return m;
}

template <class S, class Rows, class Columns>
Tensor tensor(const Matrix<S, Rows, Columns>& m, Dtype dtype, std::vector<std::size_t> shape) {
  Tensor t;
  t.dtype = dtype;
  t.shape = std::move(shape);
  t.values.assign(m.data(), m.data() + m.rows() * m.cols());
  return t;
}

template <class S>
auto trace(const Problem& problem, std::optional<S> scale) {
  return attention_trace(matrix<S, T<Queries>, Dk>(problem.at("q")), matrix<S, T<Keys>, Dk>(problem.at("k")),
                         matrix<S, T<Keys>, Dv>(problem.at("v")), scale);
}

template <class S>
auto projected_trace(const Problem& problem, std::optional<S> scale) {
  return self_attention_trace(matrix<S, T<Queries>, DModel>(problem.at("x")),
                              projections(matrix<S, DModel, Dk>(problem.at("wq")), matrix<S, DModel, Dk>(problem.at("wk")),
                                          matrix<S, DModel, Dv>(problem.at("wv"))),
                              scale);
}

Answer answer_from(const auto& trace, const Problem& problem) {
  Answer answer;
  const auto add = [&](std::string_view name, const auto& matrix) {
    if (problem.outputs.contains(name)) {
      answer.tensors.emplace(name, tensor(matrix, problem.dtype, shape_of(name, problem.sizes)));
    }
  };
  add("queries", trace.queries);
  add("keys", trace.keys);
  add("values", trace.values);
  add("scores", trace.scores);
  add("weights", trace.weights);
  add("output", trace.output);
  add("lse", trace.log_sum_exp);
  return answer;
}

/// Bytes of the arrays that a trace holds, whatever is asked for.
template <class S>
double bytes_of_trace(const Sizes& s) {
  const double t_q = static_cast<double>(s.t_q), t_k = static_cast<double>(s.t_k);
  const double d_k = static_cast<double>(s.d_k), d_v = static_cast<double>(s.d_v);
  return sizeof(S) * ((t_q + t_k) * d_k + t_k * d_v + 2 * t_q * t_k + t_q * d_v);
}

template <class S>
Answer attend_in(const Problem& problem) {
  require_memory(problem, bytes_of_trace<S>(problem.sizes));
  const std::optional<S> scale = problem.scale ? std::optional<S>(static_cast<S>(*problem.scale)) : std::nullopt;
  return problem.projected() ? answer_from(projected_trace<S>(problem, scale), problem)
                             : answer_from(trace<S>(problem, scale), problem);
}

struct Reference {
  Capabilities describe() const {
    return {.name = "attnref reference",
            .version = ATTNREF_VERSION,
            .dtypes = {Dtype::f64, Dtype::f32},
            .features = {"projections", "weights", "lse", "scores", "queries_keys_values", "scale"},
            .deterministic = true};
  }

  Reply attend(const Problem& problem) const {
    if (problem.beyond_the_core()) return Unsupported{"masks, biases, heads and batches are not built yet"};
    switch (problem.dtype) {
      case Dtype::f64: return attend_in<double>(problem);
      case Dtype::f32: return attend_in<float>(problem);
      default: return Unsupported{"f16 and bf16 are not built yet"};
    }
  }
};

}  // namespace

AnyBackend reference() { return AnyBackend(Reference{}); }

}  // namespace attnref
