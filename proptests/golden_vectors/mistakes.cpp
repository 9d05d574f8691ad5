#include "golden_vectors/mistakes.hpp"

#include "textbook/textbook.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace attnref::test {
namespace {

const std::vector<Dtype> all_formats{Dtype::f64, Dtype::f32, Dtype::f16, Dtype::bf16};

std::map<Dtype, GoldenAnswer> golden_in(std::vector<Dtype> formats, const Problem& problem) {
  GoldenOptions options;
  options.formats = std::move(formats);
  return golden(problem, options);
}

std::map<Dtype, GoldenAnswer> golden_in_all(const Problem& problem) { return golden_in(all_formats, problem); }

GoldenAnswer golden_in(Dtype format, const Problem& problem) {
  return std::move(golden_in(std::vector{format}, problem).at(format));
}

bool same_bits_or_both_nan(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

bool differ(const std::vector<double>& a, const std::vector<double>& b) {
  return !std::equal(a.begin(), a.end(), b.begin(), b.end(), same_bits_or_both_nan);
}

/// Any golden value of which `is` holds, called with format, settlement and number.
template <class Is>
bool any_value(const Problem& problem, Is is) {
  for (const auto& [format, answer] : golden_in_all(problem)) {
    for (const auto& [part, output] : answer) {
      for (std::size_t n = 0; n < output.settled.size(); ++n) {
        if (is(format, output.settled[n], output.tensor.values[n])) return true;
      }
    }
  }
  return false;
}

// ---- another problem solved in this one's place

/// Whether the right answer of `mistaken` has other bits: in f64, in an output that both have.
bool differs_from(const Problem& problem, Problem mistaken) {
  const GoldenAnswer right = golden_in(Dtype::f64, problem);
  mistaken.wanted = problem.wanted;
  const GoldenAnswer wrong = golden_in(Dtype::f64, mistaken);
  return std::any_of(right.begin(), right.end(), [&](const auto& entry) {
    const Tensor& seen = wrong.at(entry.first).tensor;
    return seen.shape == entry.second.tensor.shape && differ(seen.values, entry.second.tensor.values);
  });
}

template <class Change>
Problem with_inputs(Problem problem, Change change) {
  for (auto& [part, tensor] : problem.tensors) {
    for (double& x : tensor.values) x = change(x);
  }
  return problem;
}

bool inputs_flushed(const Problem& problem) {
  const long double least = smallest_normal(problem.dtype());
  return differs_from(problem, with_inputs(problem, [&](double x) { return std::fabs(x) < least ? 0 : x; }));
}

bool infinities_clamped(const Problem& problem) {
  const double largest = static_cast<double>(largest_finite(problem.dtype()));
  return differs_from(problem, with_inputs(problem, [&](double x) { return std::clamp(x, -largest, largest); }));
}

bool nans_read_as_zero(const Problem& problem) {
  return differs_from(problem, with_inputs(problem, [](double x) { return std::isnan(x) ? 0 : x; }));
}

/// 1/sqrt(d_k) as the nearest double.
bool scale_rounded(const Problem& problem) {
  Problem mistaken = problem;
  if (!mistaken.how.scale) mistaken.how.scale = 1 / std::sqrt(static_cast<double>(problem.sizes().d_k));
  return differs_from(problem, mistaken);
}

bool scale_made_positive(const Problem& problem) {
  Problem mistaken = problem;
  if (mistaken.how.scale) mistaken.how.scale = std::fabs(*mistaken.how.scale);
  return differs_from(problem, mistaken);
}

/// Q, K and V are rounded to the inputs' format, to infinity too, and then used.
bool projections_rounded(const Problem& problem) {
  if (!problem.projected()) return false;
  Problem steps = problem;
  steps.wanted = {Part::queries, Part::keys, Part::values};
  GoldenAnswer rounded = golden_in(problem.dtype(), steps);
  Problem mistaken = attention_problem(rounded.at(Part::queries).tensor, rounded.at(Part::keys).tensor,
                                       rounded.at(Part::values).tensor);
  mistaken.how.scale = problem.how.scale;
  return differs_from(problem, mistaken);
}

/// The rows of a tensor for which `keep` holds.
template <class Keep>
Tensor rows_of(const Tensor& tensor, Keep keep) {
  Tensor kept(tensor.dtype, 0, tensor.columns());
  for (std::size_t i = 0; i < tensor.rows(); ++i) {
    if (!keep(i)) continue;
    const auto row = tensor.values.begin() + static_cast<std::ptrdiff_t>(i * tensor.columns());
    kept.values.insert(kept.values.end(), row, row + static_cast<std::ptrdiff_t>(tensor.columns()));
    ++kept.shape[0];
  }
  return kept;
}

Problem with_keys(const Problem& problem, Tensor k, Tensor v) {
  Problem changed = attention_problem(problem.at(Part::q), std::move(k), std::move(v));
  changed.how.scale = problem.how.scale;
  return changed;
}

/// Of equal keys only the first counts.
bool equal_keys_merged(const Problem& problem) {
  const Tensor& k = problem.at(Part::k);
  const auto is_first = [&](std::size_t j) {
    for (std::size_t i = 0; i < j; ++i) {
      std::size_t c = 0;
      while (c < k.columns() && k(i, c) == k(j, c)) ++c;
      if (c == k.columns()) return false;
    }
    return true;
  };
  return differs_from(problem, with_keys(problem, rows_of(k, is_first), rows_of(problem.at(Part::v), is_first)));
}

/// As many keys as there are queries: the rest is cut off, or made of zeros.
bool keys_counted_by_queries(const Problem& problem) {
  const std::size_t t_q = problem.sizes().t_q;
  const auto resized = [&](Part part) {
    Tensor tensor = rows_of(problem.at(part), [&](std::size_t j) { return j < t_q; });
    tensor.shape[0] = t_q;
    tensor.values.resize(t_q * tensor.columns(), 0);
    return tensor;
  };
  return differs_from(problem, with_keys(problem, resized(Part::k), resized(Part::v)));
}

// ---- the right value published wrongly

/// A narrow format rounded from f64.
bool rounded_twice(const Problem& problem) {
  const std::map<Dtype, GoldenAnswer> right = golden_in_all(problem);
  for (const auto& [format, answer] : right) {
    for (const auto& [part, output] : answer) {
      std::vector<double> twice = right.at(Dtype::f64).at(part).tensor.values;
      for (double& x : twice) x = round_to(format, x);
      if (differ(twice, output.tensor.values)) return true;
    }
  }
  return false;
}

/// A value that no precision settles, or none up to 2048 bits.
bool precision_loop_gives_up(const Problem& problem) {
  return any_value(problem,
                   [](Dtype, Settlement how, double) { return how.how() == Settled::dominance || how.bits() > 2048; });
}

/// The other number of a tie: as far from the exact value as the published one, and of the format too. What is settled
/// exactly is a dyadic number or a mean, which is no nearer to a midpoint than an enclosure tells unless it is one.
bool ties_to_odd(const Problem& problem) {
  const Enclosure exact = golden_enclosure(problem);
  for (const Part part : {Part::output, Part::lse, Part::scores}) {
    if (!problem.wanted.contains(part)) continue;
    const Enclosed& enclosed = exact[part];
    for (const auto& [format, answer] : golden_in_all(problem)) {
      const auto& [tensor, settled] = answer.at(part);
      const std::vector<double>& published = tensor.values;
      for (std::size_t n = 0; n < published.size(); ++n) {
        if (settled[n].how() != Settled::exact || !std::isfinite(published[n])) continue;
        const long double reflected = 2 * enclosed.mid[n] - published[n];
        const double other = round_to(format, static_cast<double>(reflected));
        if (other != published[n] && std::fabs(reflected - other) <= 2 * enclosed.rad[n]) return true;
      }
    }
  }
  return false;
}

/// An infinite result of finite inputs.
bool results_clamped(const Problem& problem) {
  return any_value(problem, [](Dtype, Settlement, double x) { return std::isinf(x); });
}

// ---- the usual arithmetic where it is not enough

/// An exact score whose exponential is 0 or infinite in every format.
bool no_maximum_subtracted(const Problem& problem) {
  const Enclosure exact = golden_enclosure(problem);
  const std::vector<long double>& scores = exact[Part::scores].mid;
  return std::any_of(scores.begin(), scores.end(), [](long double score) { return std::fabs(score) > 746; });
}

/// A textbook's answer in the inputs' format that has not one right bit: off by more than half of what is due.
bool textbook_in_format(const Problem& problem) {
  const Dtype dtype = problem.dtype() == Dtype::f64 ? Dtype::f64 : Dtype::f32;
  const Reply reply = textbook().attend(in_format(problem, dtype));
  const GoldenAnswer right = golden_in(Dtype::f64, problem);
  for (const auto& [part, tensor] : std::get<Answer>(reply).tensors) {
    const std::vector<double>& due = right.at(part).tensor.values;
    for (std::size_t n = 0; n < due.size(); ++n) {
      if (std::fabs(due[n]) < smallest_normal(dtype)) continue;
      if (!(std::fabs(tensor.values[n] - due[n]) <= std::fabs(due[n]) / 2)) return true;
    }
  }
  return false;
}

}  // namespace

std::span<const MistakesOfFlag> mistakes() {
  static const std::vector<MistakesOfFlag> all{
      {"cancellation", {}, {textbook_in_format}},
      {"constant_values", {"softmax_off_by_one", "padded_tail_counted"}, {}},
      {"dominance", {}, {precision_loop_gives_up}},
      {"double_rounding", {}, {rounded_twice}},
      {"duplicated_keys", {}, {equal_keys_merged}},
      {"dyadic_mean", {"softmax_off_by_one"}, {}},
      {"empty", {"no_positions_fail", "empty_row_divides_by_zero"}, {}},
      {"equal_scores", {"largest_score_takes_all"}, {}},
      {"explicit_scale", {"scale_ignored_when_given", "scale_given_and_default", "scale_given_in_bfloat16"}, {}},
      {"far_key", {"scores_clamped", "exponent_clamped"}, {}},
      {"infinity", {}, {infinities_clamped}},
      {"large_scores", {"no_maximum"}, {no_maximum_subtracted}},
      // Any mistake makes the layer another one.
      {"lesson", {"scale_missing", "scale_given_and_default"}, {}},
      {"log_sum_exp", {"lse_in_base_2", "lse_without_maximum"}, {}},
      {"log_sum_exp_near_zero", {}, {textbook_in_format}},
      {"nan", {}, {nans_read_as_zero}},
      {"negative_scale", {}, {scale_made_positive}},
      {"product_overflow", {"scores_overflow_as_halves"}, {}},
      {"projections", {"wq_read_by_columns", "keys_from_wq"}, {}},
      {"result_overflow", {}, {results_clamped}},
      {"rounded_projections", {}, {projections_rounded}},
      {"rounded_scale", {}, {scale_rounded}},
      {"scale", {"scale_missing", "scale_root_d_v"}, {}},
      {"shifted_scores", {"maximum_from_zero"}, {}},
      {"single_key", {"softmax_off_by_one"}, {}},
      {"spread", {}, {textbook_in_format}},
      {"subnormals", {"subnormals_flushed"}, {inputs_flushed}},
      {"tail", {"last_key_dropped", "padded_tail_counted", "dk_tail_forgotten"}, {}},
      {"tie_to_even", {}, {ties_to_odd}},
      {"underflow", {"small_weights_dropped", "exponent_clamped"}, {}},
      {"unlike_lengths", {}, {keys_counted_by_queries}},
      {"unlike_widths", {"values_read_with_width_of_keys"}, {}},
      {"wrong_axis", {"softmax_over_columns"}, {}},
      {"zero_scale", {"scale_zero_taken_for_absent"}, {}},
  };
  return all;
}

}  // namespace attnref::test
