// The plain oracle and its faults. Simpler than the MPFI oracle, and written apart from it but for intervals and exact
// inputs.
#include "golden_agrees/wrong_oracles.hpp"

#include "golden_agrees/exact_inputs.hpp"
#include "golden_agrees/nearest.hpp"

#include <cmath>

namespace attnref::test {
namespace {

/// Row i of one problem: weights, output, lse.
struct PlainRow {
  std::vector<Interval> weights, output;
  Interval lse;
};

PlainRow plain_row(const ExactInputs& exact, std::size_t i, long bits, const Fault& fault) {
  const std::size_t top = top_key(exact, i);
  const Interval root = sqrt(Interval(bits, {exact.root, 0}));
  PlainRow row{{}, {}, Interval(bits)};
  Interval others(bits);
  for (std::size_t j = 0; j < exact.d.columns; ++j) {
    Interval t = Interval(bits, {exact.d(i, j) - exact.d(i, top), exact.d.exponent}) / root;
    if (fault.argument_error_forgotten) t = t.middle();
    row.weights.push_back(exp(t));
    if (j != top) others = others + row.weights[j];
  }
  const Interval total = others + Interval(bits, {1, 0});
  for (std::size_t c = 0; c < exact.v.columns; ++c) {
    Interval sum(bits);
    for (std::size_t j = 0; j < exact.v.rows; ++j) sum = sum + row.weights[j] * Interval::exactly(exact.v.at(j, c));
    row.output.push_back(sum / total);
  }
  for (Interval& weight : row.weights) weight = weight / total;
  row.lse = Interval(bits, {exact.d(i, top), exact.d.exponent}) / root + log1p(others);
  return row;
}

/// The number published for a real that is enclosed at rising precisions.
template <class Enclose>
double published(Dtype format, const Fault& fault, const Enclose& enclose) {
  for (long bits = fault.first_bits;; bits *= 2) {
    const Interval& interval = enclose(bits);
    const std::optional<double> number = fault.one_precision ? std::nullopt : decided(format, interval);
    if (number) return *number;
    if (fault.one_precision || 2 * bits > fault.most_bits) return nearest(format, interval.middle().left());
  }
}

}  // namespace

Answers faulty_golden(const Problem& problem, const Fault& fault) {
  Problem given = problem;
  if (fault.scale_rounded && !problem.how.scale)
    given.how.scale = 1 / std::sqrt(static_cast<double>(problem.sizes().d_k));
  const ExactInputs exact = exact_inputs(given);
  const Sizes sizes = problem.sizes();
  Answers answers;
  for (const Dtype format : all_formats) {
    for (const Part part : {Part::weights, Part::output, Part::lse}) answers[format][part].tensor.dtype = format;
  }
  for (std::size_t i = 0; i < sizes.t_q; ++i) {
    std::map<long, PlainRow> rows;
    const auto row = [&](long bits) -> const PlainRow& {
      const auto found = rows.find(bits);
      return (found != rows.end() ? found : rows.emplace(bits, plain_row(exact, i, bits, fault)).first)->second;
    };
    const auto publish = [&](Part part, const auto& enclose) {
      double f64 = 0;
      for (const Dtype format : all_formats) {  // f64 comes first
        const bool derived = fault.narrow_from_f64 && format != Dtype::f64;
        const double number = derived ? round_to(format, f64) : published(format, fault, enclose);
        if (format == Dtype::f64) f64 = number;
        GoldenOutput& output = answers[format][part];
        output.tensor.values.push_back(number);
        output.settled.emplace_back(Settled::interval, 0);
      }
    };
    for (std::size_t j = 0; j < sizes.t_k; ++j) {
      publish(Part::weights, [&](long bits) -> const Interval& { return row(bits).weights[j]; });
    }
    for (std::size_t c = 0; c < sizes.d_v; ++c) {
      publish(Part::output, [&](long bits) -> const Interval& { return row(bits).output[c]; });
    }
    publish(Part::lse, [&](long bits) -> const Interval& { return row(bits).lse; });
  }
  return answers;
}

}  // namespace attnref::test
