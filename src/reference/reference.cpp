// The one product file that instantiates the typed layer: sizes that are numbers become named axes here.
#include "attnref/reference.hpp"

#include "attnref/attention.hpp"
#include "problem/computed.hpp"
#include "problem/cost.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

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
  std::transform(tensor.values.begin(), tensor.values.end(), m.data(),
                 [](double value) { return static_cast<S>(value); });
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

/// True where no more is asked for than attention() returns: then attention() answers, and otherwise its trace.
bool asks_for_output_and_weights(const Problem& problem) {
  return problem.wanted.without({Part::output, Part::weights}).empty();
}

/// What is asked for, out of a result or a trace.
Answer answer_from(const auto& found, const Problem& problem) {
  Answer answer;
  const auto add = [&](Part part, const auto& matrix) {
    if (problem.wanted.contains(part)) {
      answer.tensors.add(part, tensor(matrix, problem.dtype(), shape_of(part, problem.sizes())));
    }
  };
  add(Part::output, found.output);
  add(Part::weights, found.weights);
  if constexpr (requires { found.scores; }) {
    add(Part::queries, found.queries);
    add(Part::keys, found.keys);
    add(Part::values, found.values);
    add(Part::scores, found.scores);
    add(Part::lse, found.log_sum_exp);
  }
  return answer;
}

template <class S>
Answer attend_to_given(const Problem& problem, std::optional<S> scale) {
  const auto q = matrix<S, T<Queries>, Dk>(problem.at(Part::q));
  const auto k = matrix<S, T<Keys>, Dk>(problem.at(Part::k));
  const auto v = matrix<S, T<Keys>, Dv>(problem.at(Part::v));
  return asks_for_output_and_weights(problem) ? answer_from(attention(q, k, v, scale), problem)
                                              : answer_from(attention_trace(q, k, v, scale), problem);
}

template <class S>
Answer attend_to_x(const Problem& problem, std::optional<S> scale) {
  const auto x = matrix<S, T<Queries>, DModel>(problem.at(Part::x));
  const auto w = projections(matrix<S, DModel, Dk>(problem.at(Part::wq)), matrix<S, DModel, Dk>(problem.at(Part::wk)),
                             matrix<S, DModel, Dv>(problem.at(Part::wv)));
  return asks_for_output_and_weights(problem) ? answer_from(self_attention(x, w, scale), problem)
                                              : answer_from(self_attention_trace(x, w, scale), problem);
}

/// Bytes of the arrays that a result or a trace holds.
template <class S>
double bytes_held(const Problem& problem) {
  const Sizes& s = problem.sizes();
  const double t_q = static_cast<double>(s.t_q), t_k = static_cast<double>(s.t_k);
  const double d_k = static_cast<double>(s.d_k), d_v = static_cast<double>(s.d_v);
  const double maps = asks_for_output_and_weights(problem) ? 1 : 2;
  return sizeof(S) * ((t_q + t_k) * d_k + t_k * d_v + maps * t_q * t_k + t_q * d_v);
}

template <class S>
Answer attend_in(const Problem& problem) {
  require_memory(problem.wanted, problem.sizes(), bytes_held<S>(problem));
  const std::optional<S> scale =
      problem.how.scale ? std::optional<S>(static_cast<S>(*problem.how.scale)) : std::nullopt;
  return problem.projected() ? attend_to_x<S>(problem, scale) : attend_to_given<S>(problem, scale);
}

constexpr FeatureSet features{Feature::projections,         Feature::weights, Feature::lse, Feature::scores,
                              Feature::queries_keys_values, Feature::scale};

struct Reference {
  Capabilities describe() const {
    return {.name = "attnref reference",
            .version = ATTNREF_VERSION,
            .dtypes = {Dtype::f64, Dtype::f32},
            .features = features,
            .deterministic = true};
  }

  Reply attend(const Problem& problem) const {
    if (const auto choice = first_not_computed(problem, features)) return Unsupported{choice->why()};
    switch (problem.dtype()) {
      case Dtype::f64:
        return attend_in<double>(problem);
      case Dtype::f32:
        return attend_in<float>(problem);
      default:
        return Unsupported{"f16 and bf16 are not built yet"};
    }
  }
};

}  // namespace

AnyBackend reference() { return AnyBackend(Reference{}); }

}  // namespace attnref
