// Attention in intervals, row by row: the differences of scores, their exponentials, weights, output and log-sum-exp.
#include "golden_agrees/mpfi_oracle.hpp"

#include "golden_agrees/exact_inputs.hpp"
#include "golden_agrees/interval.hpp"
#include "golden_agrees/nearest.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace attnref::test {
namespace {

/// One row of the map at one precision.
class Row {
 public:
  Row(const ExactInputs& exact, std::size_t i, long bits)
      : exact_(exact),
        i_(i),
        bits_(bits),
        top_(top_key(exact, i)),
        root_(sqrt(Interval(bits, {exact.root, 0}))),
        others_(bits) {
    for (std::size_t j = 0; j < exact.d.columns; ++j) {
      // Differences are exact, so that equal scores have the weight [1, 1] and large scores lose nothing.
      exponentials_.push_back(exp(over_root(exact.d(i, j) - exact.d(i, top_))));
      if (j != top_) others_ = others_ + exponentials_[j];
    }
  }

  Interval score(std::size_t j) const { return over_root(exact_.d(i_, j)); }
  Interval weight(std::size_t j) const { return exponentials_[j] / total(); }
  /// s_top + log1p(what the others add to 1): a small sum is not lost beside the 1.
  Interval lse(std::size_t) const { return score(top_) + log1p(others_); }
  Interval output(std::size_t c) const {
    Interval sum(bits_);
    for (std::size_t j = 0; j < exponentials_.size(); ++j) {
      sum = sum + exponentials_[j] * Interval::exactly(exact_.v.at(j, c));
    }
    return sum / total();
  }

 private:
  Interval over_root(const mpz_class& d) const { return Interval(bits_, {d, exact_.d.exponent}) / root_; }
  Interval total() const { return others_ + Interval(bits_, {1, 0}); }

  const ExactInputs& exact_;
  std::size_t i_;
  long bits_;
  std::size_t top_;
  Interval root_;
  std::vector<Interval> exponentials_;  ///< exp(s_j - s_top)
  Interval others_;                     ///< their sum without that of the top key
};

/// Where the decisions on one number go, a format each.
class Places {
 public:
  Places(MpfiAnswers& answers, Part part, std::size_t index) {
    for (auto& [dtype, outputs] : answers) places_.push_back({dtype, &outputs.at(part)[index]});
  }
  bool open() const {
    return std::any_of(places_.begin(), places_.end(), [](const Place& place) { return !place.decision->has_value(); });
  }
  void decide(const Interval& interval) {
    for (const Place& place : places_) {
      if (!place.decision->has_value()) *place.decision = decided(place.dtype, interval);
    }
  }

 private:
  struct Place {
    Dtype dtype;
    std::optional<double>* decision;
  };
  std::vector<Place> places_;
};

void decide_exact(MpfiAnswers& answers, Part part, const Lattice& numbers) {
  for (std::size_t i = 0; i < numbers.rows; ++i) {
    for (std::size_t j = 0; j < numbers.columns; ++j) {
      Places(answers, part, i * numbers.columns + j).decide(Interval::exactly(numbers.at(i, j)));
    }
  }
}

struct RowOutput {
  Part part;
  std::size_t columns;
  Interval (Row::*enclose)(std::size_t column) const;
};

bool decide_row(MpfiAnswers& answers, const std::vector<RowOutput>& outputs, std::size_t i, const Row& row) {
  bool all = true;
  for (const RowOutput& output : outputs) {
    for (std::size_t j = 0; j < output.columns; ++j) {
      Places places(answers, output.part, i * output.columns + j);
      if (places.open()) places.decide((row.*output.enclose)(j));
      all = all && !places.open();
    }
  }
  return all;
}

}  // namespace

MpfiAnswers mpfi_attention(const Problem& problem, const MpfiOptions& options) {
  const Sizes sizes = problem.sizes();
  if (sizes.t_k == 0) throw std::invalid_argument("the MPFI oracle needs a key");
  const ExactInputs exact = exact_inputs(problem);
  MpfiAnswers answers;
  for (const Dtype dtype : options.formats) {
    for (const Part part : problem.wanted) {
      std::size_t numbers = 1;
      for (const std::size_t size : shape_of(part, sizes)) numbers *= size;
      answers[dtype][part].resize(numbers);
    }
  }
  if (problem.wanted.contains(Part::queries)) decide_exact(answers, Part::queries, exact.q);
  if (problem.wanted.contains(Part::keys)) decide_exact(answers, Part::keys, exact.k);
  if (problem.wanted.contains(Part::values)) decide_exact(answers, Part::values, exact.v);

  std::vector<RowOutput> outputs;
  if (problem.wanted.contains(Part::scores)) outputs.push_back({Part::scores, sizes.t_k, &Row::score});
  if (problem.wanted.contains(Part::weights)) outputs.push_back({Part::weights, sizes.t_k, &Row::weight});
  if (problem.wanted.contains(Part::output)) outputs.push_back({Part::output, sizes.d_v, &Row::output});
  if (problem.wanted.contains(Part::lse)) outputs.push_back({Part::lse, 1, &Row::lse});
  for (std::size_t i = 0; i < sizes.t_q; ++i) {
    for (long bits = options.first_bits; bits <= options.most_bits; bits *= 2) {
      if (decide_row(answers, outputs, i, Row(exact, i, bits))) break;
    }
  }
  return answers;
}

}  // namespace attnref::test
