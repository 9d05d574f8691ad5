// The textbook as a backend.
#include "textbook/textbook.hpp"

#include "problem/computed.hpp"

namespace attnref {
namespace {

constexpr FeatureSet features{Feature::projections,         Feature::weights, Feature::lse, Feature::scores,
                              Feature::queries_keys_values, Feature::scale};

template <class S>
struct UnchangedSteps : HonestSteps<S, UnchangedSteps<S>> {};

template <class S>
Table<S> table(const Tensor& tensor) {
  Table<S> t(tensor.rows(), tensor.columns());
  for (std::size_t n = 0; n < t.values.size(); ++n) t.values[n] = static_cast<S>(tensor.values[n]);
  return t;
}

template <class S>
Inputs<S> inputs(const Problem& problem) {
  const auto in = [&](Part part) { return table<S>(problem.at(part)); };
  Inputs<S> inputs;
  inputs.sizes = problem.sizes();
  if (problem.how.scale) inputs.scale = static_cast<S>(*problem.how.scale);
  inputs.is_projected = problem.projected();
  if (inputs.is_projected) {
    inputs.projected = {in(Part::x), in(Part::wq), in(Part::wk), in(Part::wv)};
  } else {
    inputs.q = in(Part::q);
    inputs.k = in(Part::k);
    inputs.v = in(Part::v);
  }
  return inputs;
}

template <class S>
Answer answer(const Results<S>& results, const Problem& problem) {
  Answer answer;
  const auto add = [&](Part part, std::vector<std::size_t> shape, const std::vector<S>& values) {
    if (!problem.wanted.contains(part)) return;
    Tensor tensor;
    tensor.dtype = problem.dtype();
    tensor.shape = std::move(shape);
    tensor.values.assign(values.begin(), values.end());
    answer.tensors.add(part, std::move(tensor));
  };
  const auto add_table = [&](Part part, const Table<S>& t) { add(part, {t.rows, t.columns}, t.values); };
  add_table(Part::queries, results.queries);
  add_table(Part::keys, results.keys);
  add_table(Part::values, results.values);
  add_table(Part::scores, results.scores);
  add_table(Part::weights, results.weights);
  add_table(Part::output, results.output);
  add(Part::lse, {results.lse.size()}, results.lse);
  return answer;
}

}  // namespace

Capabilities Textbook::describe() const {
  Capabilities capabilities;
  capabilities.name = name;
  capabilities.features = features;
  capabilities.deterministic = true;
  return capabilities;
}

Reply Textbook::attend(const Problem& problem) const {
  if (const auto choice = first_not_computed(problem, features)) return Unsupported{choice->why()};
  switch (problem.dtype()) {
    case Dtype::f64:
      return answer(in_f64(inputs<double>(problem)), problem);
    case Dtype::f32:
      return answer(in_f32(inputs<float>(problem)), problem);
    default:
      return Unsupported{"the textbook computes in f64 and f32"};
  }
}

AnyBackend as_backend(Textbook textbook) { return AnyBackend(std::move(textbook)); }

Textbook honest_textbook(std::string name) {
  return {std::move(name), &attend_by<double, UnchangedSteps<double>>, &attend_by<float, UnchangedSteps<float>>};
}

AnyBackend textbook() { return as_backend(honest_textbook()); }

}  // namespace attnref
