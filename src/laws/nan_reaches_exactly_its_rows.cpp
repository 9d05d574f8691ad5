// A NaN is neither lost nor spread: it reaches what depends on it and nothing else. A score is a sum over coordinates,
// so that a NaN in q_i or k_j reaches s_ij whatever it is multiplied by; a row of softmax is one quotient, so that one
// score reaches its row. Shortcuts that skip zeros, and maxima that drop NaN, lose it; shared buffers spread it.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/place.hpp"

#include <algorithm>
#include <limits>

namespace attnref::law {
namespace {

Problem draw(const Spec& spec) {
  Problem problem = draw_problem(spec);
  for (const Place& place : places_in(spec, problem)) {
    problem.at(place.part)(place.row, place.column) = std::numeric_limits<double>::quiet_NaN();
  }
  return problem;
}

/// True where the number (i, c) of the output depends on the place. Row i of Q, K, V depends on row i of X, column c of
/// Q on column c of W^Q; every row of the weights depends on every key; column c of Y on column c of V.
bool reaches(const Place& from, Part output, std::size_t i, std::size_t c) {
  const bool row = i == from.row, column = c == from.column;
  if (from.part == Part::v || from.part == Part::wv)
    return column && (output == Part::output || output == Part::values);
  if (output == Part::queries) return (from.part == Part::x && row) || (from.part == Part::wq && column);
  if (output == Part::keys) return (from.part == Part::x && row) || (from.part == Part::wk && column);
  if (output == Part::values) return from.part == Part::x && row;
  if (output == Part::scores && from.part == Part::k) return c == from.row;
  if (output == Part::scores && from.part == Part::x) return row || c == from.row;
  return from.part != Part::q || row;
}

void judge_number(Part output, std::size_t i, std::size_t c, const std::vector<Place>& places, Measured found,
                  Measured clean, long double trivial, Comparison& comparison) {
  if (std::any_of(places.begin(), places.end(), [&](const Place& from) { return reaches(from, output, i, c); })) {
    comparison.equal(name_of(output), i, c, found, {std::numeric_limits<double>::quiet_NaN(), 0});
  } else {
    comparison.agree(name_of(output), i, c, {found.value, clean.bound, clean.truth, found.source}, clean, trivial);
  }
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const std::vector<Place> places = places_in(spec, problem);
  // Queries, keys and values that were given are the backend's to return or not.
  const auto also = subject.weights_and(spec.projected ? computed_outputs : PartSet{Part::lse, Part::scores});
  const Observation clean = subject.attend(draw_problem(spec), also);
  const Observation seen = subject.attend(problem, also);
  for (const Part part : seen.outputs()) {
    if (part == Part::weights) continue;
    const Observation::Numbers found = seen.numbers(part), expected = clean.numbers(part);
    for (std::size_t i = 0; i < found.rows(); ++i) {
      for (std::size_t c = 0; c < found.columns(); ++c) {
        judge_number(part, i, c, places, found(i, c), expected(i, c), expected.trivial(i, c), comparison);
      }
    }
  }
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    for (std::size_t j = 0; j < problem.sizes().t_k; ++j) {
      judge_number(Part::weights, i, j, places, seen.weight(i, j), clean.weight(i, j), clean.trivial_weight(i, j),
                   comparison);
    }
  }
}

}  // namespace

Law nan_reaches_exactly_its_rows() {
  return {
      .id = "nan_reaches_exactly_its_rows",
      .title = "a NaN reaches exactly what depends on it",
      .statement =
          "A NaN in q_i makes row i of A and Y NaN throughout; in k_j, every row; in column c of V, column c of Y; "
          "in X, W^Q or W^K, everything; in column c of W^V, column c of Y. So it is with several of them. Every other "
          "number is what it would be without any.",
      .equation = "nan_reach",
      .needs = {},
      .exactness = Exactness::bounded,
      .fit = any_spec,
      .draw = draw,
      .judge = judge};
}

}  // namespace attnref::law
