// Publishing: interval by interval, then by the exact tests, format by format and never from another format.
#include "truth/golden/publish.hpp"

#include "truth/golden/log_sum_exp.hpp"
#include "truth/golden/mean.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace attnref::gold {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr slong first_bits = Settlement::first_bits;

void put(GoldenOutput& output, std::size_t n, const Outcome& outcome) {
  output.tensor.values[n] = outcome.number;
  output.settled[n] = outcome.settlement;
}

void put_known(GoldenOutput& output, std::size_t n, double number) { put(output, n, {number, {Settled::exact, 0}}); }

/// Whether a value is known to be positive, so that what lies below 0 of its ball is none of it.
enum class Sign { unknown, positive };

/// What the first ball settles.
std::optional<double> settled_by(const Ball& ball, Dtype format, Sign sign) {
  if (const std::optional<double> number = settled_at_sight(format, ball)) return number;
  Interval interval = Interval::around(ball, first_bits);
  if (sign == Sign::positive && interval.low.sign() < 0) interval.low = Dyadic();
  return settled(format, interval);
}

}  // namespace

/// Settles what the first pass leaves open in one row, sharing among its values what they have in common.
class RowSettler {
 public:
  RowSettler(const RowWeights& weights, long most_bits) : weights_(weights), most_bits_(most_bits) {}

  /// The mean of `value` over the row's keys, in a format.
  Outcome settle_mean(Dtype format, ValueOfKey value) {
    if (!groups_) groups_.emplace(weights_.row());
    WeightedMean mean(weights_, *groups_, std::move(value));
    if (const std::optional<Rational> exact = mean.exactly()) return settle_exactly(format, *exact);
    return settle(format, mean, most_bits_);
  }

  Outcome settle_log_sum_exp(Dtype format) {
    LogSumExp lse(weights_);
    return settle(format, lse, most_bits_);
  }

 private:
  RowWeights weights_;  // a copy: the first ones stay as they are
  long most_bits_;
  std::optional<ScoreGroups> groups_;
};

Publisher::Publisher(const Problem& problem, const Layer& layer, const std::vector<Dtype>& formats, long most_bits,
                     std::map<Dtype, GoldenAnswer>& answers)
    : layer_(&layer), most_bits_(most_bits), unusual_keys_(layer.d_v()) {
  Sizes sizes = problem.sizes();
  sizes.t_q = layer.t_q();
  for (const Dtype format : formats) {
    answers[format];  // also where nothing is asked for
    for (const Part part : problem.wanted) {
      GoldenOutput& output = answers[format][part];
      output.tensor.dtype = format;
      output.tensor.shape = shape_of(part, sizes);
      std::size_t count = 1;
      for (const std::size_t size : output.tensor.shape) count *= size;
      output.tensor.values.assign(count, 0.0);
      output.settled.assign(count, {Settled::exact, 0});
      places_[part].push_back({format, &output});
    }
  }
  for (std::size_t c = 0; c < layer.d_v() && !layer.values.all_finite(); ++c) {
    for (std::size_t j = 0; j < layer.t_k(); ++j) {
      if (layer.values.kind(j, c) != Kind::finite) unusual_keys_[c].push_back(j);
    }
  }
}

const Publisher::Places& Publisher::places(Part part) const {
  const Places* found = places_.find(part);
  return found ? *found : none_;
}

void Publisher::publish_projections() {
  const auto all = [&](Part part, const Numbers& numbers) {
    for (const Place& place : places(part)) {
      for (std::size_t i = 0; i < numbers.finite.rows; ++i) {
        for (std::size_t c = 0; c < numbers.finite.columns; ++c) {
          const Kind kind = numbers.kind(i, c);
          put_known(*place.output, i * numbers.finite.columns + c,
                    kind == Kind::finite ? nearest(place.format, numbers.finite(i, c)) : number_of(kind));
        }
      }
    }
  };
  all(Part::queries, layer_->queries);
  all(Part::keys, layer_->keys);
  all(Part::values, layer_->values);
}

void Publisher::publish_scores(const FirstRow& first) const {
  const std::size_t row = first.row;
  const std::size_t t_k = layer_->t_k();
  for (const Place& place : places(Part::scores)) {
    for (std::size_t j = 0; j < t_k; ++j) {
      const Kind kind = layer_->scores_are_finite(row) ? Kind::finite : layer_->score_kind(row, j);
      if (kind != Kind::finite) {
        put_known(*place.output, row * t_k + j, number_of(kind));
      } else if (const Dyadic* scale = layer_->scale.dyadic()) {
        put_known(*place.output, row * t_k + j, nearest(place.format, *scale * first.product(j)));
      } else {
        Score score(layer_->scale, first.product(j));
        put(*place.output, row * t_k + j, settle(place.format, score, most_bits_));
      }
    }
  }
}

void Publisher::publish_undefined(std::size_t row) const {
  const std::size_t t_k = layer_->t_k(), d_v = layer_->d_v();
  for (const Place& place : places(Part::weights)) {
    for (std::size_t j = 0; j < t_k; ++j) put_known(*place.output, row * t_k + j, nan);
  }
  for (const Place& place : places(Part::output)) {
    for (std::size_t c = 0; c < d_v; ++c) put_known(*place.output, row * d_v + c, nan);
  }
  for (const Place& place : places(Part::lse)) put_known(*place.output, row, nan);
}

void Publisher::publish_weights(const FirstRow& row, RowSettler& settler) const {
  const Places& wanted = places(Part::weights);
  if (wanted.empty()) return;
  const std::size_t t_k = layer_->t_k();
  const std::vector<std::size_t>& keys = row.weights->row().keys();
  Ball weight;
  for (std::size_t place = 0; place < keys.size(); ++place) {
    const std::size_t key = keys[place], n = row.row * t_k + key;
    arb_mul(weight.get(), row.weights->exponential(place).get(), row.inverse_total.get(), first_bits);
    for (const Place& to : wanted) {
      if (const std::optional<double> number = settled_by(weight, to.format, Sign::positive)) {
        put(*to.output, n, {*number, {Settled::interval, 0}});
      } else {
        put(*to.output, n,
            settler.settle_mean(to.format, [key](std::size_t j) { return Dyadic(j == key ? 1.0 : 0.0); }));
      }
    }
  }
}

void Publisher::publish_output(const FirstRow& row, RowSettler& settler) const {
  const Places& wanted = places(Part::output);
  const std::size_t d_v = layer_->d_v();
  const std::vector<std::size_t>& keys = row.weights->row().keys();
  for (std::size_t c = 0; c < d_v && !wanted.empty(); ++c) {
    const std::size_t n = row.row * d_v + c;
    Kind sum = Kind::finite;
    for (const std::size_t j : unusual_keys_[c]) {
      // A weight is 0 where the score is -inf, and 0 inf is NaN; any other weight is positive.
      const bool weighed = std::binary_search(keys.begin(), keys.end(), j);
      sum = added(sum, weighed ? layer_->values.kind(j, c) : Kind::nan);
    }
    for (const Place& to : wanted) {
      if (sum != Kind::finite) {
        put_known(*to.output, n, number_of(sum));
      } else if (const std::optional<double> number = settled_by(row.output[c], to.format, Sign::unknown)) {
        put(*to.output, n, {*number, {Settled::interval, 0}});
      } else {
        put(*to.output, n,
            settler.settle_mean(to.format, [this, c](std::size_t j) { return layer_->values.finite(j, c); }));
      }
    }
  }
}

void Publisher::publish(const FirstRow& row) const {
  publish_scores(row);
  if (!row.weights) {
    publish_undefined(row.row);
    return;
  }
  RowSettler settler(*row.weights, most_bits_);
  publish_weights(row, settler);
  publish_output(row, settler);
  for (const Place& place : places(Part::lse)) {
    put(*place.output, row.row, settler.settle_log_sum_exp(place.format));
  }
}

void Publisher::publish_empty(std::size_t row) const {
  const double output = layer_->head.how.empty_row == EmptyRow::nans ? nan : 0.0;
  for (const Place& place : places(Part::output)) {
    for (std::size_t c = 0; c < layer_->d_v(); ++c) put_known(*place.output, row * layer_->d_v() + c, output);
  }
  for (const Place& place : places(Part::lse)) put_known(*place.output, row, -infinity);
}

}  // namespace attnref::gold
