// An infinity is arithmetic: in q, k or a projection it makes scores of +inf, -inf or NaN (0 inf, or inf - inf), which
// are what the oracle's scores are, since no order of a sum changes which. A score of +inf makes its row NaN (inf -
// inf), as a NaN does; -inf is a weight of 0, as if the key were not there, unless the whole row is. In V a weight
// above 0 hands an infinity on, and 0 inf is NaN. No weight is so small that it would make a finite number of one.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/place.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnref::law {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// An infinity in one place, and where that is a key sometimes in its value too: a weight of 0 must not hide it.
Problem draw(const Spec& spec) {
  Problem problem = draw_problem(spec);
  const Place place = place_in(spec, problem);
  Random random = stream(spec, "infinity");
  const auto either = [&] { return random.chance(0.5) ? infinity : -infinity; };
  problem.at(place.tensor)(place.row, place.column) = either();
  if (place.tensor == "k" && random.chance(0.5)) problem.at("v")(place.row, random.below(problem.sizes.d_v)) = either();
  return problem;
}

/// What a row's scores make of it.
struct Row {
  bool is_nan = false;
  std::vector<bool> deleted;  ///< keys whose score is -inf
  Measured kept;              ///< the weight of the others before the infinity came
};

Row row_of(const Enclosed& scores, std::size_t i, const Observation& before) {
  Row row;
  bool all_deleted = true;
  for (std::size_t j = 0; j < scores.columns; ++j) {
    const long double s = scores.mid[scores.at(i, j)];
    const bool deleted = s == -infinity;
    row.is_nan = row.is_nan || std::isnan(s) || s == infinity;
    row.deleted.push_back(deleted);
    all_deleted = all_deleted && deleted;
  }
  row.is_nan = row.is_nan || all_deleted;
  if (row.is_nan) return row;
  if (std::find(row.deleted.begin(), row.deleted.end(), true) == row.deleted.end()) {
    row.kept = {1, 0};
  } else {
    for (std::size_t j = 0; j < scores.columns; ++j) {
      if (!row.deleted[j]) row.kept = row.kept + before.weight(i, j);
    }
  }
  return row;
}

void judge_weights(std::size_t i, const Row& row, const Observation& before, const Observation& after,
                   Comparison& comparison) {
  for (std::size_t j = 0; j < row.deleted.size(); ++j) {
    if (row.is_nan) {
      comparison.equal("weights", i, j, after.weights()(i, j), nan);
    } else if (row.deleted[j]) {
      comparison.equal("weight of a score of -inf", i, j, after.weights()(i, j), 0);
    } else {
      comparison.agree("weights", i, j, after.weight(i, j) * row.kept, before.weight(i, j),
                       before.trivial_weight(i, j));
    }
  }
}

/// True where no rounding makes the weight 0.
bool surely_positive(const Observation& after, std::size_t i, std::size_t j) {
  const Enclosed& truth = after.truth().weights;
  const Bound& bound = after.bounds().weights;
  return truth.mid[truth.at(i, j)] - truth.rad[truth.at(i, j)] > bound.limit[bound.at(i, j)];
}

/// What a sum that meets no finite answer is.
struct NotFinite {
  bool occurs = false;
  std::optional<double> surely;  ///< NaN or an infinity; none where it depends on whether a tiny weight is 0
};

NotFinite not_finite(std::size_t i, std::size_t c, const Row& row, const Observation& after) {
  const Enclosed& values = after.truth().values;
  bool up = false, down = false, is_nan = false, doubtful = false;
  for (std::size_t j = 0; j < values.rows; ++j) {
    const long double v = values.mid[values.at(j, c)];
    if (std::isfinite(v)) continue;
    if (std::isnan(v) || row.deleted[j]) {
      is_nan = true;
    } else if (surely_positive(after, i, j)) {
      (v > 0 ? up : down) = true;
    } else {
      doubtful = true;
    }
  }
  if (is_nan || (up && down)) return {true, nan};
  if (doubtful) return {true, std::nullopt};
  if (up || down) return {true, up ? infinity : -infinity};
  return {};
}

/// A' r = A, and so Y' r = Y - sum of A_ij v_j over the deleted keys.
Measured output_without_deleted(std::size_t i, std::size_t c, const Row& row, const Observation& before) {
  Measured sum = before.output(i, c);
  const Enclosed& values = before.truth().values;
  for (std::size_t j = 0; j < row.deleted.size(); ++j) {
    if (!row.deleted[j]) continue;
    sum = sum - before.weight(i, j) * Measured{values.mid[values.at(j, c)], values.rad[values.at(j, c)]};
  }
  return sum;
}

void judge_output(std::size_t i, const Row& row, const Observation& before, const Observation& after,
                  Comparison& comparison) {
  for (std::size_t c = 0; c < after.problem().sizes.d_v; ++c) {
    const double found = after["output"](i, c);
    if (row.is_nan) {
      comparison.equal("output", i, c, found, nan);
      continue;
    }
    const NotFinite expected = not_finite(i, c, row, after);
    if (expected.surely) {
      comparison.equal("output", i, c, found, *expected.surely);
    } else if (expected.occurs) {
      comparison.require(!std::isfinite(found), "output: a finite number where an infinite value has a weight");
    } else {
      comparison.agree("output", i, c, after.output(i, c) * row.kept, output_without_deleted(i, c, row, before),
                       before.trivial_output(i, c));
    }
  }
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation before = subject.attend(draw_problem(spec));
  const Observation after = subject.attend(problem);
  // An infinity in X makes NaN of every value, also of those that weights are read through.
  const bool readable = subject.can("weights") || place_in(spec, problem).tensor != "x";
  for (std::size_t i = 0; i < problem.sizes.t_q; ++i) {
    const Row row = row_of(after.truth().scores, i, before);
    if (readable) judge_weights(i, row, before, after, comparison);
    judge_output(i, row, before, after, comparison);
  }
}

}  // namespace

Law infinity_reaches_exactly_its_rows() {
  return {
      .id = "infinity_reaches_exactly_its_rows",
      .title = "an infinity reaches exactly what depends on it",
      .statement =
          "A score of +inf or NaN, or a row of nothing but -inf, makes row i of A and Y NaN. A score of -inf beside "
          "finite ones has weight exactly 0 and the other weights are those without its key. An infinite v_jc "
          "makes Y_ic that infinity where A_ij does not round to 0, NaN where s_ij = -inf or where "
          "infinities of both signs meet, and never a finite number. Every other number is what it would be with a "
          "finite number instead.",
      .equation = "infinity_reach",
      .needs = {},
      .exactness = Exactness::bounded,
      .fit = any_spec,
      .draw = draw,
      .judge = judge};
}

}  // namespace attnref::law
