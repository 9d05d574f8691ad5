// The lesson's two programs as NumPy ran them: what it printed is another implementation's answer, with a bound of its
// own. NumPy stands before the laws as a backend that knows these problems alone. In another format than f64 the
// inputs are rounded first, and by how much that moves the true answers is known from both enclosures.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"
#include "lesson/arrays.hpp"

#include <cmath>

namespace attnref::law {
namespace {

/// A problem of the lesson and what NumPy answered.
struct Printed {
  Problem problem;
  Answer answer;

  Capabilities describe() const {
    Capabilities numpy{
        .name = "NumPy", .dtypes = {Dtype::f64}, .features = {Feature::projections, Feature::scale, Feature::weights}};
    if (answer.tensors.contains(Part::scores)) numpy.features.insert(Feature::scores);
    if (answer.tensors.contains(Part::queries)) numpy.features.insert(Feature::queries_keys_values);
    return numpy;
  }
  Reply attend(const Problem&) const { return answer; }
};

Tensor array(const std::string& name) {
  lesson::PlainMatrix matrix = lesson::array(name);
  Tensor tensor(Dtype::f64, matrix.rows, matrix.columns);
  tensor.values = std::move(matrix.values);
  return tensor;
}

/// Program 1: the layer; its operation alone, on NumPy's Q, K and V.
void add_program_1(std::vector<Printed>& all, const std::string& cell) {
  const Tensor q = array(cell + "Q"), k = array(cell + "K"), v = array(cell + "V");
  Tensors answer{
      {Part::scores, array(cell + "E")}, {Part::weights, array(cell + "A")}, {Part::output, array(cell + "Y")}};
  all.push_back({attention_problem(q, k, v), {answer}});
  for (const auto& [part, printed] :
       {std::pair{Part::queries, q}, std::pair{Part::keys, k}, std::pair{Part::values, v}}) {
    answer.add(part, printed);
  }
  all.push_back({self_attention_problem(array(cell + "X"), array(cell + "Wq"), array(cell + "Wk"), array(cell + "Wv")),
                 {answer}});
}

/// Program 2: Q = K = V = X at lengths 1 and 3 (the products rounded as NumPy's were); then with projections for the
/// map alone.
void add_program_2(std::vector<Printed>& all) {
  const Tensor x = array("cell2_X"), long_x = times(3, x);
  const Tensor identity = identity_columns(x.dtype, x.columns(), in_order(x.columns()));
  all.push_back(
      {attention_problem(x, x, x), {{{Part::weights, array("cell2_A0")}, {Part::output, array("cell2_Y0")}}}});
  all.push_back({attention_problem(long_x, long_x, long_x),
                 {{{Part::weights, array("cell2_A0_long")}, {Part::output, array("cell2_Y0_long")}}}});
  all.push_back({self_attention_problem(x, array("cell2_Wq"), array("cell2_Wk"), identity),
                 {{{Part::weights, array("cell2_A1")}, {Part::output, array("cell2_Y1")}}}});
}

/// Program 2's maps with and without the divisor. Values of the identity make Y the map.
void add_saturation(std::vector<Printed>& all, const std::string& cell) {
  const Tensor q = array(cell + "Q"), k = array(cell + "K");
  Problem problem = attention_problem(q, k, identity_columns(k.dtype, k.rows(), in_order(k.rows())));
  const Tensor divided = array(cell + "A_divided"), undivided = array(cell + "A_undivided");
  all.push_back({problem, {{{Part::weights, divided}, {Part::output, divided}}}});
  problem.how.scale = 1;
  all.push_back({problem, {{{Part::weights, undivided}, {Part::output, undivided}}}});
}

const std::vector<Printed>& programs() {
  static const std::vector<Printed> all = [] {
    std::vector<Printed> made;
    for (const char* cell : {"cell1_T6_", "cell1_T9_"}) add_program_1(made, cell);
    add_program_2(made);
    for (const char* cell : {"cell2_sat_d8_", "cell2_sat_d64_", "cell2_sat_d512_"}) add_saturation(made, cell);
    return made;
  }();
  return all;
}

const Printed& printed_of(const Spec& spec) { return programs()[stream(spec, "program").below(programs().size())]; }

/// The sizes and the form of the problem that the seed picks. Nothing else of the Spec has a say.
Spec fit(Spec spec) {
  const Problem& problem = printed_of(spec).problem;
  return {.law = spec.law,
          .dtype = spec.dtype,
          .sizes = problem.sizes(),
          .projected = problem.projected(),
          .seed = spec.seed};
}

Problem draw(const Spec& spec) {
  Problem problem = printed_of(spec).problem;
  for (auto& [part, tensor] : problem.tensors) {
    tensor.dtype = spec.dtype;
    for (double& value : tensor.values) value = round_to(spec.dtype, value);
  }
  return problem;
}

/// Numbers seen against numbers printed; in between the true value moved as the inputs were rounded.
void match(Part part, const Tensor& seen, const Bound& bound, const Enclosed& truth, const Observation& printed,
           Comparison& comparison) {
  const Bound& numpy = printed.bound(part);
  const Enclosed& unrounded = printed.truth(part);
  for (std::size_t n = 0; n < bound.limit.size(); ++n) {
    const long double moved = std::fabs(truth.mid[n] - unrounded.mid[n]) + truth.rad[n] + unrounded.rad[n];
    comparison.within(name_of(part), n / bound.columns, n % bound.columns, seen.values[n], printed[part].values[n],
                      bound.limit[n] + numpy.limit[n] + moved, bound.trivial[n]);
  }
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Printed& program = printed_of(spec);
  const AnyBackend backend(program);
  Subject numpy(backend, Dtype::f64);
  const Observation printed = numpy.attend(program.problem, numpy.offered());
  const Observation seen = subject.attend(problem, subject.weights_and(computed_outputs));
  match(Part::weights, seen.weights(), seen.weight_bound(), seen.truth(Part::weights), printed, comparison);
  for (const Part part : printed.outputs()) {
    if (part == Part::weights || !seen.outputs().contains(part)) continue;
    match(part, seen[part], seen.bound(part), seen.truth(part), printed, comparison);
  }
}

}  // namespace

Law lesson_arrays_are_matched() {
  return {.id = "lesson_arrays_are_matched",
          .title = "the lesson's arrays are matched",
          .statement =
              "On the arrays of the lesson's two programs (T = 6 and 9 with projections; X alone at lengths 1 and 3; "
              "d_k = 8, 64 and 512 divided and undivided) scores, weights, output, queries, keys and values are "
              "those that NumPy printed, within the sum of both bounds.",
          .equation = "lesson_arrays",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw,
          .judge = judge};
}

}  // namespace attnref::law
