// Ulps, kappa and error / bound of every number of an answer.
#include "comparing/comparison_with_golden.hpp"

#include "attnref/golden.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace attnref {
namespace {

constexpr long double infinity = std::numeric_limits<long double>::infinity();

/// Where an output is found among exact values and bounds.
struct Part {
  std::string_view name;
  Enclosed Enclosure::*exact;
  Bound Bounds::*bound;
};

constexpr std::array<Part, 7> parts{{
    {"output", &Enclosure::output, &Bounds::output},
    {"weights", &Enclosure::weights, &Bounds::weights},
    {"lse", &Enclosure::lse, &Bounds::lse},
    {"scores", &Enclosure::scores, &Bounds::scores},
    {"queries", &Enclosure::queries, &Bounds::queries},
    {"keys", &Enclosure::keys, &Bounds::keys},
    {"values", &Enclosure::values, &Bounds::values},
}};

/// The spacing of the format's numbers at x.
long double ulp_at(const Format& format, long double x) {
  const int exponent = x == 0 ? format.emin : std::max(std::ilogb(x), format.emin);
  return std::ldexp(1.0L, exponent - format.precision + 1);
}

/// sum_j A_ij |v_jc|, to which an error of the output is in proportion whatever cancels.
long double magnitude_at(const Enclosure& exact, std::size_t i, std::size_t c) {
  long double sum = 0;
  for (std::size_t j = 0; j < exact.values.rows; ++j) {
    const long double v = std::fabs(exact.values.mid[exact.values.at(j, c)]);
    if (v > 0) sum += exact.weights.mid[exact.weights.at(i, j)] * v;
  }
  return sum;
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
  const Part* part;
  const Tensor* seen;
  const GoldenOutput* golden;
  const Enclosure* all_exact;
  const Bounds* all_bounds;

  const Enclosed& exact() const { return all_exact->*part->exact; }
  const Bound& bound() const { return all_bounds->*part->bound; }
  std::size_t size() const { return exact().mid.size(); }
  bool is_output() const { return part->name == "output"; }

  long double error(std::size_t n) const {
    return error_of(seen->values[n], exact().mid[n], exact().rad[n], golden->tensor.values[n]);
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
    const Enclosed& values = all_exact->values;
    const Enclosed& weights = all_exact->weights;
    for (std::size_t j = 0; j < values.rows; ++j) {
      const std::size_t place = weights.at(i, j);
      const bool may_vanish = !(all_bounds->weights.limit[place] < weights.mid[place]);
      if (may_vanish && std::isinf(values.mid[values.at(j, c)])) return true;
    }
    return false;
  }
};

/// The outputs that the answer has, in the order of reports.
std::vector<Beside> beside_golden(const Answer& answer, const GoldenAnswer& golden, const Enclosure& exact,
                                  const Bounds& bounds) {
  std::vector<Beside> outputs;
  for (const Part& part : parts) {
    const auto seen = answer.tensors.find(part.name);
    if (seen == answer.tensors.end()) continue;
    outputs.push_back({&part, &seen->second, &golden.find(part.name)->second, &exact, &bounds});
  }
  return outputs;
}

void require_outputs(const Problem& problem, const Answer& answer) {
  const Tensor* first = nullptr;
  for (const auto& [name, tensor] : answer.tensors) {
    const auto known = [&name = name](const Part& part) { return part.name == name; };
    if (std::none_of(parts.begin(), parts.end(), known)) {
      throw problem_error(
          fmt::format("answer: expected outputs among {}, found '{}'", fmt::join(comparable_outputs(), ", "), name));
    }
    const std::vector<std::size_t> shape = shape_of(name, problem.sizes);
    if (tensor.shape != shape) {
      throw problem_error(fmt::format("answer: {}: expected shape ({}), found ({})", name, fmt::join(shape, " x "),
                                      fmt::join(tensor.shape, " x ")));
    }
    if (first == nullptr) first = &tensor;
    if (tensor.dtype != first->dtype) {
      throw problem_error(fmt::format("answer: {}: expected dtype {} as the other outputs have, found {}", name,
                                      name_of(first->dtype), name_of(tensor.dtype)));
    }
  }
  if (first == nullptr) throw problem_error("answer: expected an output, found none");
}

/// |error| / (u sum_j A_ij |v_jc|) of the output's number n; nothing where that sum is 0, or not a number.
std::optional<double> kappa_of(const Beside& output, std::size_t n) {
  const std::size_t columns = output.exact().columns;
  const long double magnitude = magnitude_at(*output.all_exact, n / columns, n % columns);
  if (!(magnitude > 0) || std::isinf(magnitude)) return std::nullopt;
  return static_cast<double>(output.error(n) / (unit_roundoff(output.seen->dtype) * magnitude));
}

OutputComparison compare_output(const Beside& output) {
  const Enclosed& exact = output.exact();
  const Format& format = format_of(output.seen->dtype);
  OutputComparison result{.name = std::string(output.part->name), .rows = exact.rows, .columns = exact.columns};
  if (output.size() == 0) return result;
  result.undecided = output.golden->counts().undecided;
  result.ratios.resize(output.size());
  const std::vector<double>& golden = output.golden->tensor.values;
  long double ulps = 0, worst = -1;
  std::size_t right = 0, worst_at = 0;
  for (std::size_t n = 0; n < output.size(); ++n) {
    const long double error = output.error(n);
    right += same_number(output.seen->values[n], golden[n]) ? 1 : 0;
    const long double in_ulps = error == 0 || std::isinf(error) ? error : error / ulp_at(format, exact.mid[n]);
    ulps += in_ulps;
    result.max_ulp = std::max(result.max_ulp, static_cast<double>(in_ulps));
    const long double ratio = output.ratio(n);
    result.ratios[n] = static_cast<float>(ratio);
    result.judged += output.says_something(n) ? 1 : 0;
    if (ratio > worst) worst = ratio, worst_at = n;
    if (!output.is_output()) continue;
    if (const auto kappa = kappa_of(output, n)) result.max_kappa = std::max(result.max_kappa.value_or(0), *kappa);
  }
  result.mean_ulp = static_cast<double>(ulps / static_cast<long double>(output.size()));
  result.correctly_rounded = static_cast<double>(right) / static_cast<double>(output.size());
  result.max_ratio = static_cast<double>(worst);
  result.row = worst_at / exact.columns;
  result.column = worst_at % exact.columns;
  result.observed = output.seen->values[worst_at];
  result.expected = golden[worst_at];
  result.bound = static_cast<double>(output.bound().limit[worst_at]);
  return result;
}

bool all_within(const Beside& output) {
  for (std::size_t n = 0; n < output.size(); ++n) {
    if (!(output.ratio(n) <= 1)) return false;
  }
  return true;
}

/// A bound so wide that it says nothing explains nothing either.
bool says_enough(const Beside& output) {
  std::size_t judged = 0;
  for (std::size_t n = 0; n < output.size(); ++n) judged += output.says_something(n) ? 1 : 0;
  return output.size() == 0 || (judged > 0 && judged >= output.size() / 10);
}

/// The named profiles, those that round less first.
constexpr std::array<std::string_view, 10> profiles{"f64", "f32",        "fp32_online", "tf32",    "flash_f16",
                                                    "f16", "flash_bf16", "bf16",        "f16_all", "bf16_all"};

/// The first of them within whose bounds all numbers lie, answering in the format.
std::optional<std::string> explanation(const Problem& problem, const Answer& answer, Dtype dtype,
                                       const GoldenAnswer& golden, const Enclosure& exact) {
  for (const std::string_view name : profiles) {
    Profile candidate = *profile_named(name);
    candidate.output = dtype;
    const Bounds bounds = error_bound(problem, exact, candidate);
    const std::vector<Beside> outputs = beside_golden(answer, golden, exact, bounds);
    const bool explains = std::all_of(outputs.begin(), outputs.end(), [&](const Beside& output) {
      return all_within(output) && (name == name_of(dtype) || says_enough(output));
    });
    if (explains) return std::string(name);
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
  bool judged = false, all_right = true;
  for (const OutputComparison& output : outputs) {
    if (!(output.max_ratio <= 1)) return ComparisonVerdict::violated;
    judged = judged || output.judged > 0;
    all_right = all_right && output.correctly_rounded == 1;
  }
  return judged || all_right ? ComparisonVerdict::holds : ComparisonVerdict::not_run;
}

std::vector<std::string_view> comparable_outputs() {
  std::vector<std::string_view> names;
  for (const Part& part : parts) names.push_back(part.name);
  return names;
}

AnswerComparison compare_with_golden(const Problem& problem, const Answer& answer, const CompareOptions& options) {
  require_outputs(problem, answer);
  const Dtype dtype = answer.tensors.begin()->second.dtype;
  Problem asked = problem;
  asked.outputs.clear();
  for (const auto& [name, tensor] : answer.tensors) asked.outputs.insert(name);
  GoldenOptions how{.formats = {dtype}, .threads = options.threads, .progress = {}};
  const auto tell = [&](std::string_view what, std::size_t done, std::size_t total) {
    if (options.progress) options.progress(what, done, total);
  };
  how.progress = [&](std::size_t done, std::size_t rows) { tell("rows of golden values", done, rows); };
  const GoldenAnswer right = std::move(golden(asked, how).at(dtype));
  tell("steps: exact values, bounds, profiles", 0, 3);
  const Enclosure exact = golden_enclosure(asked);
  tell("steps: exact values, bounds, profiles", 1, 3);
  Profile profile = options.profile.value_or(plain_profile(dtype));
  profile.output = dtype;
  AnswerComparison comparison{.dtype = dtype, .profile = profile.name, .outputs = {}, .explained_by = {}};
  {
    const Bounds bounds = error_bound(asked, exact, profile);
    for (const Beside& output : beside_golden(answer, right, exact, bounds)) {
      comparison.outputs.push_back(compare_output(output));
    }
  }
  tell("steps: exact values, bounds, profiles", 2, 3);
  comparison.explained_by = explanation(asked, answer, dtype, right, exact);
  tell("steps: exact values, bounds, profiles", 3, 3);
  return comparison;
}

}  // namespace attnref
