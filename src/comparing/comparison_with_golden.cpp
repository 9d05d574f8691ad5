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

/// error / bound, where no error needs no bound.
long double ratio_of(long double error, long double bound) { return error == 0 ? 0 : error / bound; }

/// The largest error / bound of an output.
struct Worst {
  long double ratio = -1;
  std::size_t at = 0;
};

void require_outputs(const Problem& problem, const Answer& answer) {
  const Tensor* first = nullptr;
  for (const auto& [name, tensor] : answer.tensors) {
    const auto known = [&name = name](const Part& part) { return part.name == name; };
    if (std::none_of(parts.begin(), parts.end(), known)) {
      throw problem_error(fmt::format("answer: expected outputs among {}, found '{}'",
                                      fmt::join(comparable_outputs(), ", "), name));
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

OutputComparison compare_output(const Part& part, const Tensor& seen, const Tensor& golden, const Enclosure& exact,
                                const Bounds& bounds) {
  const Enclosed& truth = exact.*part.exact;
  const Bound& bound = bounds.*part.bound;
  const Format& format = format_of(seen.dtype);
  OutputComparison result{.name = std::string(part.name), .rows = truth.rows, .columns = truth.columns};
  result.ratios.resize(truth.mid.size());
  long double ulps = 0;
  std::size_t right = 0;
  Worst worst;
  for (std::size_t n = 0; n < truth.mid.size(); ++n) {
    const double observed = seen.values[n];
    const long double error = error_of(observed, truth.mid[n], truth.rad[n], golden.values[n]);
    right += same_number(observed, golden.values[n]) ? 1 : 0;
    const long double in_ulps = error == 0 ? 0 : error / ulp_at(format, truth.mid[n]);
    ulps += in_ulps;
    result.max_ulp = std::max(result.max_ulp, static_cast<double>(in_ulps));
    const long double ratio = ratio_of(error, bound.limit[n]);
    result.ratios[n] = static_cast<float>(ratio);
    result.judged += bound.limit[n] < bound.trivial[n] / 2 || bound.limit[n] == 0 ? 1 : 0;
    if (ratio > worst.ratio) worst = {ratio, n};
    if (part.name == "output" && error > 0) {
      const long double magnitude = magnitude_at(exact, n / truth.columns, n % truth.columns);
      const long double kappa = error / (unit_roundoff(seen.dtype) * magnitude);
      if (magnitude > 0) result.max_kappa = std::max(result.max_kappa.value_or(0), static_cast<double>(kappa));
    } else if (part.name == "output" && !result.max_kappa && truth.mid[n] != 0) {
      result.max_kappa = 0;
    }
  }
  if (truth.mid.empty()) {
    result.correctly_rounded = 1;
    return result;
  }
  result.mean_ulp = static_cast<double>(ulps / static_cast<long double>(truth.mid.size()));
  result.correctly_rounded = static_cast<double>(right) / static_cast<double>(truth.mid.size());
  result.max_ratio = static_cast<double>(worst.ratio);
  result.row = worst.at / truth.columns;
  result.column = worst.at % truth.columns;
  result.observed = seen.values[worst.at];
  result.expected = golden.values[worst.at];
  result.bound = static_cast<double>(bound.limit[worst.at]);
  return result;
}

bool all_within(const Answer& answer, const std::map<std::string, GoldenOutput, std::less<>>& golden,
                const Enclosure& exact, const Bounds& bounds) {
  for (const Part& part : parts) {
    const auto seen = answer.tensors.find(part.name);
    if (seen == answer.tensors.end()) continue;
    const Enclosed& truth = exact.*part.exact;
    const Bound& bound = bounds.*part.bound;
    const Tensor& right = golden.find(part.name)->second.tensor;
    for (std::size_t n = 0; n < truth.mid.size(); ++n) {
      const long double error = error_of(seen->second.values[n], truth.mid[n], truth.rad[n], right.values[n]);
      if (!(ratio_of(error, bound.limit[n]) <= 1)) return false;
    }
  }
  return true;
}

/// Named profiles of a format, the narrowest bounds first.
std::vector<std::string_view> profiles_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::f64: return {"f64", "f32", "tf32"};
    case Dtype::f32: return {"f32", "fp32_online", "tf32", "f16", "bf16"};
    case Dtype::f16: return {"flash_f16", "f16", "f16_all"};
    case Dtype::bf16: return {"flash_bf16", "bf16", "bf16_all"};
  }
  return {};
}

}  // namespace

bool AnswerComparison::within() const {
  return std::all_of(outputs.begin(), outputs.end(),
                     [](const OutputComparison& output) { return output.max_ratio <= 1; });
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
  const auto answers = golden(asked, {.formats = {dtype}, .threads = options.threads, .progress = options.progress});
  const GoldenAnswer& right = answers.at(dtype);
  const Enclosure exact = golden_enclosure(asked);
  const Profile profile = options.profile.value_or(plain_profile(dtype));
  const Bounds bounds = error_bound(asked, exact, profile);

  AnswerComparison comparison{.dtype = dtype, .profile = profile.name, .outputs = {}, .explained_by = {}};
  for (const Part& part : parts) {
    const auto seen = answer.tensors.find(part.name);
    if (seen == answer.tensors.end()) continue;
    const Tensor& golden_tensor = right.find(part.name)->second.tensor;
    comparison.outputs.push_back(compare_output(part, seen->second, golden_tensor, exact, bounds));
  }
  for (const std::string_view name : profiles_of(dtype)) {
    Profile candidate = *profile_named(name);
    candidate.output = dtype;
    if (!all_within(answer, right, exact, error_bound(asked, exact, candidate))) continue;
    comparison.explained_by = std::string(name);
    break;
  }
  return comparison;
}

}  // namespace attnref
