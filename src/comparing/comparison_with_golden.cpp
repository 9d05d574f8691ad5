// Ulps, kappa and error / bound of every number of an answer.
#include "comparing/comparison_with_golden.hpp"

#include "attnref/golden.hpp"
#include "documents/profile.hpp"
#include "comparing/ulp.hpp"
#include "problem/names.hpp"
#include "problem/rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <map>
#include <utility>

namespace attnref {
namespace {

constexpr long double infinity = std::numeric_limits<long double>::infinity();

/// sum_j A_ij |v_jc| of each number of the output, to which its error is in proportion whatever cancels.
std::vector<long double> magnitudes(const Enclosure& exact) {
  const std::size_t columns = exact[Part::values].columns;
  std::vector<long double> sums(exact[Part::output].mid.size(), 0);
  for (std::size_t i = 0; i < exact[Part::output].rows; ++i) {
    for (std::size_t j = 0; j < exact[Part::values].rows; ++j) {
      const long double weight = exact[Part::weights].mid[exact[Part::weights].at(i, j)];
      for (std::size_t c = 0; c < columns; ++c) {
        const long double v = std::fabs(exact[Part::values].mid[exact[Part::values].at(j, c)]);
        if (v > 0) sums[i * columns + c] += weight * v;
      }
    }
  }
  return sums;
}

bool same_number(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// |observed - exact| beyond the oracle's radius; 0 for the right NaN or infinity, infinite for a wrong one.
long double error_of(double observed, long double exact, long double radius, double golden) {
  if (same_number(observed, golden) && !std::isfinite(golden)) return 0;
  const long double error = std::fabs(observed - exact) - radius;
  return error > 0 ? error : error <= 0 ? 0 : infinity;
}

/// An output of an answer beside all that is known of it.
struct Beside {
  Part part;
  const Tensor* seen;
  const GoldenOutput* golden;  ///< in the answer's dtype
  const GoldenOutput* in_f64;
  const Enclosure* all_exact;
  const Bounds* all_bounds;

  const Enclosed& exact() const { return all_exact->at(part); }
  const Bound& bound() const { return all_bounds->at(part); }
  std::size_t size() const { return exact().mid.size(); }
  bool is_output() const { return part == Part::output; }

  long double error(std::size_t n) const {
    return error_of(seen->values[n], exact().mid[n], exact().rad[n], golden->tensor.values[n]);
  }

  /// The error in ulps. Where the enclosure holds the f64 number nearest to the exact value, the two are not told
  /// apart, and it is measured from there: so a value that is an f64 number gives the same ulps however it was
  /// enclosed.
  long double ulps(std::size_t n) const {
    const long double mid = exact().mid[n], radius = exact().rad[n];
    const double nearest = in_f64->tensor.values[n];
    const bool is_nearest = std::fabs(nearest - mid) <= radius;
    const long double off = error_of(seen->values[n], is_nearest ? static_cast<long double>(nearest) : mid,
                                     is_nearest ? 0 : radius, golden->tensor.values[n]);
    return off / ulp_at(format_of(seen->dtype), nearest);
  }

  /// error / bound, where no error needs no bound.
  long double ratio(std::size_t n) const {
    const long double off = error(n), limit = bound().limit[n];
    if (off == 0) return 0;
    if (!std::isfinite(exact().mid[n])) return may_be_nan(n) ? 0 : infinity;
    return std::isinf(limit) ? 0 : off / limit;
  }

  bool says_something(std::size_t n) const {
    return bound().limit[n] < bound().trivial[n] / 2 || bound().limit[n] == 0;
  }

 private:
  /// A NaN where the output is infinite: a weight that may be computed as 0 meets an infinite value.
  bool may_be_nan(std::size_t n) const {
    if (!is_output() || !std::isnan(seen->values[n]) || std::isnan(exact().mid[n])) return false;
    const std::size_t i = n / exact().columns, c = n % exact().columns;
    const Enclosed& values = all_exact->at(Part::values);
    const Enclosed& weights = all_exact->at(Part::weights);
    for (std::size_t j = 0; j < values.rows; ++j) {
      const std::size_t place = weights.at(i, j);
      const bool may_vanish = !(all_bounds->at(Part::weights).limit[place] < weights.mid[place]);
      if (may_vanish && std::isinf(values.mid[values.at(j, c)])) return true;
    }
    return false;
  }
};

/// The outputs that the answer has, in the order of reports.
std::vector<Beside> beside_golden(const Answer& answer, const GoldenAnswer& golden, const GoldenAnswer& in_f64,
                                  const Enclosure& exact, const Bounds& bounds) {
  std::vector<Beside> outputs;
  for (const auto& [part, seen] : answer.tensors) {
    outputs.push_back({part, &seen, &golden.at(part), &in_f64.at(part), &exact, &bounds});
  }
  return outputs;
}

void require_outputs(const Problem& problem, const Answer& answer) {
  const Tensor* first = nullptr;
  for (const auto& [part, tensor] : answer.tensors) {
    const std::string_view name = name_of(part);
    if (!computed_outputs.contains(part)) {
      throw answer_error(
          fmt::format("answer: expected outputs among {}, found '{}'", joined_names(computed_outputs), name));
    }
    const std::vector<std::size_t> shape = shape_of(part, problem.sizes());
    if (tensor.shape != shape) {
      throw answer_error(fmt::format("answer: {}: expected shape ({}), found ({})", name, fmt::join(shape, " x "),
                                     fmt::join(tensor.shape, " x ")));
    }
    if (first == nullptr) first = &tensor;
    if (tensor.dtype != first->dtype) {
      throw answer_error(fmt::format("answer: {}: expected dtype {} as the other outputs have, found {}", name,
                                     name_of(first->dtype), name_of(tensor.dtype)));
    }
  }
  if (first == nullptr) throw answer_error("answer: expected an output, found none");
}

/// The answer's rows of these queries; keys and values are whole.
Answer cut_to(const Answer& answer, Rows rows) {
  Answer cut = answer;
  for (auto& [part, tensor] : cut.tensors) {
    if (has_row_for_each_query(part)) tensor = rows_of(tensor, rows);
  }
  return cut;
}

/// |error| / (u sum_j A_ij |v_jc| + half the smallest subnormal); nothing where that sum is 0, or not a number.
std::optional<double> kappa(long double error, long double magnitude, Dtype dtype) {
  if (!(magnitude > 0) || std::isinf(magnitude)) return std::nullopt;
  // Half the smallest subnormal is what rounding alone costs a result that underflows.
  return static_cast<double>(error / (unit_roundoff(dtype) * magnitude + smallest_subnormal(dtype) / 2));
}

/// What is counted of numbers, one after the other.
class Tally {
 public:
  Tally(const Beside& output, OutputComparison& result) : output_(&output), result_(&result) {
    if (output.is_output()) magnitudes_ = magnitudes(*output.all_exact);
  }

  void add(std::size_t n) {
    const Dtype dtype = output_->seen->dtype;
    const double observed = output_->seen->values[n], golden = output_->golden->tensor.values[n];
    const long double error = output_->error(n), ratio = output_->ratio(n), ulps = output_->ulps(n);
    right_ += same_number(observed, golden) ? 1 : 0;
    result_->judged += output_->says_something(n) ? 1 : 0;
    result_->beyond += ratio <= 1 ? 0 : 1;
    result_->ratios[n] = static_cast<float>(ratio);
    if (!std::isfinite(observed) && std::isfinite(golden)) {
      ++result_->not_finite;
      result_->unjudged_not_finite += ratio <= 1 ? 1 : 0;
    }
    if (ratio > worst_ratio_ || (ratio == worst_ratio_ && ulps > worst_ulps_)) place_worst(n, ratio, ulps);
    if (std::isinf(error)) return;
    ++finite_;
    sum_of_ulps_ += ulps;
    result_->max_ulp = std::max(result_->max_ulp, static_cast<double>(ulps));
    if (magnitudes_.empty()) return;
    if (const auto k = kappa(error, magnitudes_[n], dtype))
      result_->max_kappa = std::max(result_->max_kappa.value_or(0), *k);
  }

  void finish() const {
    OutputComparison& r = *result_;
    if (finite_ > 0) r.mean_ulp = static_cast<double>(sum_of_ulps_ / static_cast<long double>(finite_));
    r.correctly_rounded = static_cast<double>(right_) / static_cast<double>(output_->size());
    if (r.judged > 0 || r.beyond > 0) r.max_ratio = static_cast<double>(worst_ratio_);
    r.row = worst_ / r.columns;
    r.column = worst_ % r.columns;
    r.observed = output_->seen->values[worst_];
    r.expected = output_->golden->tensor.values[worst_];
    r.error = static_cast<double>(output_->error(worst_));
    r.bound = static_cast<double>(output_->bound().limit[worst_]);
  }

 private:
  void place_worst(std::size_t n, long double ratio, long double ulps) {
    worst_ = n;
    worst_ratio_ = ratio;
    worst_ulps_ = ulps;
  }

  const Beside* output_;
  OutputComparison* result_;
  std::vector<long double> magnitudes_;  ///< of the output only
  std::size_t right_ = 0, finite_ = 0, worst_ = 0;
  long double sum_of_ulps_ = 0, worst_ratio_ = -1, worst_ulps_ = -1;
};

OutputComparison compare_output(const Beside& output) {
  const Enclosed& exact = output.exact();
  OutputComparison result;
  result.part = output.part;
  result.rows = exact.rows;
  result.columns = exact.columns;
  if (output.size() == 0) return result;
  result.undecided = output.golden->counts().undecided;
  result.ratios.resize(output.size());
  Tally tally(output, result);
  for (std::size_t n = 0; n < output.size(); ++n) tally.add(n);
  tally.finish();
  return result;
}

std::vector<OutputComparison> compare_outputs(const std::vector<Beside>& outputs) {
  std::vector<OutputComparison> comparisons;
  for (const Beside& output : outputs) comparisons.push_back(compare_output(output));
  return comparisons;
}

/// The profiles that implementations answering in the dtype have, the plain one first, those that round less before
/// others. None that is wide enough for an answer of another dtype: what computes in f32 and errs as bf16 does has a
/// mistake.
std::vector<Profile> profiles_of(Dtype dtype) {
  std::vector<Profile> profiles{plain_profile(dtype)};
  const auto named = [&](std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) profiles.push_back(*profile_named(name));
  };
  switch (dtype) {
    case Dtype::f64:
      break;
    case Dtype::f32:
      named({"fp32_online", "tf32"});
      profiles.push_back(profile_of_json(R"({"profile": "f32", "stored_weights": "f16"})"));
      profiles.push_back(profile_of_json(R"({"profile": "f32", "stored_weights": "bf16"})"));
      break;
    case Dtype::f16:
      named({"flash_f16", "f16_all"});
      break;
    case Dtype::bf16:
      named({"flash_bf16", "bf16_all"});
      break;
  }
  return profiles;
}

bool all_within(const Beside& output) {
  for (std::size_t n = 0; n < output.size(); ++n) {
    if (!(output.ratio(n) <= 1)) return false;
  }
  return true;
}

bool judges_nine_tenths(const Beside& output) {
  std::size_t judged = 0;
  for (std::size_t n = 0; n < output.size(); ++n) judged += output.says_something(n) ? 1 : 0;
  return 10 * judged >= 9 * output.size();
}

/// A weight is known where its bound is less than half of it. Of many keys each has so little weight that a bound may
/// say something, and still allow for attention that is uniform, or misses a key: nine tenths of the weight have to be
/// known.
bool knows_the_attention(const Enclosure& exact, const Bounds& bounds) {
  long double known = 0, all = 0;
  for (std::size_t n = 0; n < exact[Part::weights].mid.size(); ++n) {
    const long double weight = exact[Part::weights].mid[n];
    if (!(weight > 0)) continue;
    all += weight;
    if (bounds[Part::weights].limit[n] < weight / 2) known += weight;
  }
  return 10 * known >= 9 * all;
}

/// The median of the bounds over the plain ones.
std::optional<double> times_wider(const std::vector<Beside>& outputs, const std::vector<Beside>& plain) {
  std::vector<long double> times;
  for (std::size_t part = 0; part < outputs.size(); ++part) {
    for (std::size_t n = 0; n < outputs[part].size(); ++n) {
      const long double wide = outputs[part].bound().limit[n], narrow = plain[part].bound().limit[n];
      if (narrow > 0 && std::isfinite(wide)) times.push_back(wide / narrow);
    }
  }
  if (times.empty()) return std::nullopt;
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return static_cast<double>(*middle);
}

/// A problem with its exact result and an answer to it.
struct Compared {
  const Problem* problem;
  Rows rows;
  const Answer* answer;  ///< of those rows
  const GoldenAnswer* golden;
  const GoldenAnswer* in_f64;
  const Enclosure* exact;
  Dtype dtype;

  Bounds bounds(Profile profile) const {
    profile.output = dtype;
    return error_bound(*problem, rows, *exact, profile);
  }
  std::vector<Beside> beside(const Bounds& bounds) const {
    return beside_golden(*answer, *golden, *in_f64, *exact, bounds);
  }
};

/// `plain` are the bounds of the dtype's plain profile, `results` what the answer comes to beside them.
std::optional<Explanation> explanation(const Compared& compared, const Bounds& plain,
                                       const std::vector<OutputComparison>& results) {
  const std::vector<Beside> plainly = compared.beside(plain);
  const auto within = [](const OutputComparison& output) { return output.beyond == 0; };
  // What the plain bounds say nothing of, no wider ones do.
  if (std::any_of(results.begin(), results.end(), [](const OutputComparison& output) { return output.open(); }))
    return {};
  std::vector<Profile> profiles = profiles_of(compared.dtype);
  if (std::all_of(results.begin(), results.end(), within)) return Explanation{profiles.front().name, {}};
  profiles.erase(profiles.begin());
  for (const Profile& profile : profiles) {
    const Bounds bounds = compared.bounds(profile);
    const std::vector<Beside> outputs = compared.beside(bounds);
    if (!std::all_of(outputs.begin(), outputs.end(), all_within)) continue;
    if (!std::all_of(outputs.begin(), outputs.end(), judges_nine_tenths)) continue;
    if (knows_the_attention(*compared.exact, bounds)) return Explanation{profile.name, times_wider(outputs, plainly)};
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(ComparisonVerdict verdict) {
  switch (verdict) {
    case ComparisonVerdict::holds:
      return "holds";
    case ComparisonVerdict::violated:
      return "violated";
    case ComparisonVerdict::not_run:
      return "not_run";
  }
  return "not_run";
}

ComparisonVerdict AnswerComparison::verdict() const {
  const auto any = [this](auto&& is) { return std::any_of(outputs.begin(), outputs.end(), is); };
  if (any([](const OutputComparison& output) { return output.beyond > 0; })) return ComparisonVerdict::violated;
  return any([](const OutputComparison& output) { return output.open(); }) ? ComparisonVerdict::not_run
                                                                           : ComparisonVerdict::holds;
}

AnswerComparison compare_with_golden(const Problem& problem, const Answer& answer, const CompareOptions& options) {
  require_outputs(problem, answer);
  const Dtype dtype = answer.tensors.begin()->second.dtype;
  const std::vector<std::size_t> rows = options.rows.value_or(every_row(problem.sizes().t_q));
  require_rows("comparison", problem, rows);
  const Answer seen = options.rows ? cut_to(answer, rows) : answer;
  Problem asked = problem;
  asked.wanted = answer.tensors.parts();
  GoldenOptions how{.formats = {dtype, Dtype::f64}, .threads = options.threads, .rows = options.rows, .progress = {}};
  const auto tell = [&](std::string_view what, std::size_t done, std::size_t total) {
    if (options.progress) options.progress(what, done, total);
  };
  how.progress = [&](std::size_t done, std::size_t all) { tell("rows of golden values", done, all); };
  const std::map<Dtype, GoldenAnswer> right = golden(asked, how);
  tell("steps: exact values, bounds, profiles", 0, 3);
  const Enclosure exact =
      options.rows ? golden_enclosure(asked, rows, options.threads) : golden_enclosure(asked, options.threads);
  tell("steps: exact values, bounds, profiles", 1, 3);
  const Compared compared{.problem = &asked,
                          .rows = rows,
                          .answer = &seen,
                          .golden = &right.at(dtype),
                          .in_f64 = &right.at(Dtype::f64),
                          .exact = &exact,
                          .dtype = dtype};
  const Profile plain = plain_profile(dtype), profile = options.profile.value_or(plain);
  AnswerComparison comparison{.dtype = dtype, .profile = profile.name, .outputs = {}, .explained_by = {}};
  Bounds bounds = compared.bounds(profile);
  comparison.outputs = compare_outputs(compared.beside(bounds));
  for (OutputComparison& output : comparison.outputs) {
    if (output.size() > 0 && has_row_for_each_query(output.part)) output.row = rows[output.row];
  }
  tell("steps: exact values, bounds, profiles", 2, 3);
  if (profile == plain) {
    comparison.explained_by = explanation(compared, bounds, comparison.outputs);
  } else {
    bounds = compared.bounds(plain);
    comparison.explained_by = explanation(compared, bounds, compare_outputs(compared.beside(bounds)));
  }
  tell("steps: exact values, bounds, profiles", 3, 3);
  return comparison;
}

}  // namespace attnref
