// An infinity is arithmetic: in q, k or a projection it makes scores of +inf, -inf or NaN (0 inf, or inf - inf), which
// are what the oracle's scores are, since no order of a sum changes which. A score of +inf makes its row NaN (inf -
// inf), as a NaN does; -inf is a weight of 0, as if the key were not there, unless the whole row is. In V a weight
// above 0 hands an infinity on, and 0 inf is NaN. No weight is so small that it would make a finite number of one.
//
// A finite score that overflows on its way (raw products in f16) is an infinity too, and NaN where it meets another. It
// can take a weight of 0 from a key whose score is -inf, and -inf from the score itself; it can't make NaN finite. So
// where overflow can't be excluded, hypothesis H4, those two say nothing and what is to be NaN still is.
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

/// Infinities in some places, and where one is in a key sometimes in its value too: a weight of 0 must not hide it.
Problem draw(const Spec& spec) {
  Problem problem = draw_problem(spec);
  Random random = stream(spec, "infinity");
  const auto either = [&] { return random.chance(0.5) ? infinity : -infinity; };
  for (const Place& place : places_in(spec, problem)) {
    problem.at(place.part)(place.row, place.column) = either();
    if (place.part == Part::k && random.chance(0.5)) {
      problem.at(Part::v)(place.row, random.below(problem.sizes().d_v)) = either();
    }
  }
  return problem;
}

/// Numbers that may be computed on the other side of 0, of which an infinity makes another one, or as 0, of which it
/// makes NaN. What is given is what it is.
std::vector<bool> signs_in_doubt(const Enclosed& truth, const Bound& bound) {
  std::vector<bool> doubt(truth.mid.size());
  for (std::size_t n = 0; n < doubt.size(); ++n) {
    const long double error = truth.rad[n] + bound.limit[n];
    doubt[n] = error > 0 && std::isfinite(truth.mid[n]) && std::fabs(truth.mid[n]) <= error;
  }
  return doubt;
}

/// Rows with a score that is an infinity times a number whose sign is in doubt.
std::vector<bool> rows_in_doubt(const Spec& spec, const Observation& after) {
  const Enclosed& q = after.truth(Part::queries);
  const Enclosed& k = after.truth(Part::keys);
  std::vector<bool> rows(q.rows, false);
  // On a lattice every sum is exact, and so are signs and zeros.
  if (!after.problem().projected() || (spec.bits > 0 && sums_are_exact(draw_problem(spec)))) return rows;
  const std::vector<bool> q_in_doubt = signs_in_doubt(q, after.bound(Part::queries));
  const std::vector<bool> k_in_doubt = signs_in_doubt(k, after.bound(Part::keys));
  for (std::size_t c = 0; c < q.columns; ++c) {
    bool key_in_doubt = false, key_infinite = false;
    for (std::size_t j = 0; j < k.rows; ++j) {
      key_in_doubt = key_in_doubt || k_in_doubt[k.at(j, c)];
      key_infinite = key_infinite || std::isinf(k.mid[k.at(j, c)]);
    }
    for (std::size_t i = 0; i < q.rows; ++i) {
      if (std::isinf(q.mid[q.at(i, c)]) && key_in_doubt) rows[i] = true;
      if (q_in_doubt[q.at(i, c)] && key_infinite) rows[i] = true;
    }
  }
  return rows;
}

/// What a row's scores make of it.
struct Row {
  bool is_nan = false;
  bool has_nan = false;       ///< a score is NaN: not even its log-sum-exp is an infinity
  std::vector<bool> deleted;  ///< keys whose score is -inf
  Measured kept;              ///< the weight of the others before the infinity came
};

Row row_of(const Enclosed& scores, std::size_t i, const Observation& before) {
  Row row;
  bool all_deleted = true;
  for (std::size_t j = 0; j < scores.columns; ++j) {
    const long double s = scores.mid[scores.at(i, j)];
    const bool deleted = s == -infinity;
    row.has_nan = row.has_nan || std::isnan(s);
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

/// True where the derivation excludes that a score of the row overflows. Seen before the infinities came, which took
/// the place of finite terms: the sums of what is left are no larger.
bool no_score_overflows(std::size_t i, const Observation& before) {
  const Bound& bound = before.bounds()[Part::scores];
  for (std::size_t j = 0; j < bound.columns; ++j) {
    if (!std::isfinite(bound.limit[bound.at(i, j)])) return false;
  }
  return true;
}

void judge_weights(std::size_t i, const Row& row, const Observation& before, const Observation& after,
                   Comparison& comparison) {
  const bool zeros_are_sure = no_score_overflows(i, before);
  for (std::size_t j = 0; j < row.deleted.size(); ++j) {
    if (row.is_nan) {
      comparison.equal("weights", i, j, after.weight(i, j), {nan, 0});
    } else if (row.deleted[j]) {
      if (zeros_are_sure) comparison.equal("weight of a score of -inf", i, j, after.weight(i, j), {0, 0});
    } else {
      comparison.agree("weights", i, j, after.weight(i, j) * row.kept, before.weight(i, j),
                       before.trivial_weight(i, j));
    }
  }
}

/// True where no rounding makes the weight 0.
bool surely_positive(const Observation& after, std::size_t i, std::size_t j) {
  const Enclosed& truth = after.truth()[Part::weights];
  const Bound& bound = after.bounds()[Part::weights];
  return truth.mid[truth.at(i, j)] - truth.rad[truth.at(i, j)] > bound.limit[bound.at(i, j)];
}

/// What a sum that meets no finite answer is.
struct NotFinite {
  bool occurs = false;
  std::optional<double> surely;  ///< NaN or an infinity; none where it depends on whether a tiny weight is 0
};

NotFinite not_finite(std::size_t i, std::size_t c, const Row& row, const Observation& after) {
  const Enclosed& values = after.truth()[Part::values];
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
  const Enclosed& values = before.truth()[Part::values];
  for (std::size_t j = 0; j < row.deleted.size(); ++j) {
    if (!row.deleted[j]) continue;
    sum = sum - before.weight(i, j) * Measured{values.mid[values.at(j, c)], values.rad[values.at(j, c)]};
  }
  return sum;
}

void judge_output(std::size_t i, const Row& row, const Observation& before, const Observation& after,
                  Comparison& comparison) {
  for (std::size_t c = 0; c < after.problem().sizes().d_v; ++c) {
    const double found = after[Part::output](i, c);
    if (row.is_nan) {
      comparison.equal("output", i, c, after.output(i, c), {nan, 0});
      continue;
    }
    const NotFinite expected = not_finite(i, c, row, after);
    if (expected.surely) {
      comparison.equal("output", i, c, after.output(i, c), {*expected.surely, 0});
    } else if (expected.occurs) {
      comparison.require(!std::isfinite(found), "output: a finite number where an infinite value has a weight");
    } else {
      comparison.agree("output", i, c, after.output(i, c) * row.kept, output_without_deleted(i, c, row, before),
                       before.trivial_output(i, c));
    }
  }
}

void judge_log_sum_exp(std::size_t i, const Row& row, const Observation& before, const Observation& after,
                       Comparison& comparison) {
  const double found = after[Part::lse].values[i];
  if (row.has_nan) {
    comparison.equal("lse", i, 0, after.lse(i), {nan, 0});
  } else if (row.is_nan) {
    comparison.require(!std::isfinite(found), "lse: a finite number where a score is +inf, or all are -inf");
  } else {
    comparison.agree("lse", i, 0, after.lse(i), before.lse(i) + log(row.kept), before.bound(Part::lse).trivial[i]);
  }
}

/// The numbers of row i that no softmax has mixed: not finite just where the true ones are, otherwise as before. Where
/// a number may have overflowed before already, no infinity is sure.
void judge_unmixed(Part part, std::size_t i, const Observation& before, const Observation& after,
                   Comparison& comparison) {
  const Enclosed& truth = after.truth(part);
  const Bound& bound = before.bound(part);
  for (std::size_t c = 0; c < truth.columns; ++c) {
    const std::size_t n = truth.at(i, c);
    const double found = after[part].values[n];
    if (std::isinf(truth.mid[n]) && !std::isfinite(bound.limit[n])) continue;
    if (!std::isfinite(truth.mid[n])) {
      comparison.equal(name_of(part), i, c, after.numbers(part)(i, c), {truth.mid[n], 0});
    } else {
      const Measured clean = before.numbers(part)(i, c);
      comparison.agree(name_of(part), i, c, {found, clean.bound, clean.truth, after.source(part, i, c)}, clean,
                       bound.trivial[n]);
    }
  }
}

/// A unit that flushes reads a subnormal number as 0, and with an infinity makes NaN of it.
bool reads_other_numbers(const Problem& problem, const Profile& profile) {
  if (!profile.flush) return false;
  const long double least = smallest_normal(problem.dtype());
  return std::any_of(problem.tensors.begin(), problem.tensors.end(), [&](const auto& tensor) {
    return std::any_of(tensor.second.values.begin(), tensor.second.values.end(),
                       [&](double x) { return x != 0 && std::fabs(x) < least; });
  });
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  if (reads_other_numbers(problem, subject.profile())) return;
  // Queries, keys and values that were given are the backend's to return or not.
  const auto also = spec.projected ? subject.offered() : subject.offered({Part::lse, Part::scores});
  // An infinity in X makes NaN of every value, also of those that weights are read through.
  const auto places = places_in(spec, problem);
  const bool readable =
      subject.can(Feature::weights) ||
      std::none_of(places.begin(), places.end(), [](const Place& place) { return place.part == Part::x; });
  const Observation before = subject.attend(draw_problem(spec), subject.weights_and(also));
  const Observation after = subject.attend(problem, readable ? subject.weights_and(also) : also);
  for (const Part part : {Part::queries, Part::keys, Part::values}) {
    if (!after.outputs().contains(part)) continue;
    for (std::size_t i = 0; i < after.truth(part).rows; ++i) judge_unmixed(part, i, before, after, comparison);
  }
  const std::vector<bool> in_doubt = rows_in_doubt(spec, after);
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    if (in_doubt[i]) continue;
    const Row row = row_of(after.truth()[Part::scores], i, before);
    if (after.outputs().contains(Part::scores)) judge_unmixed(Part::scores, i, before, after, comparison);
    if (after.outputs().contains(Part::lse)) judge_log_sum_exp(i, row, before, after, comparison);
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
          "infinities of both signs meet, and never a finite number. Scores, queries, keys and values are infinite or "
          "NaN where the definition's are, the log-sum-exp is NaN where a score is and not finite in a row that is "
          "NaN. Every other number is what it would be with finite numbers instead; rows are left out where "
          "rounding decides the sign of what meets an infinity, and so are weights of 0 and infinite scores "
          "beside a finite score that may overflow.",
      .equation = "infinity_reach",
      .needs = {},
      .exactness = Exactness::bounded,
      .fit = any_spec,
      .draw = draw,
      .judge = judge};
}

}  // namespace attnref::law
