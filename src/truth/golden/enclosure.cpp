// The first intervals as an Enclosure, in long doubles, whose last bit is all the radius there is in most places.
#include "attnref/golden.hpp"
#include "truth/golden/first_pass.hpp"
#include "truth/golden/integer_product.hpp"
#include "truth/golden/log_sum_exp.hpp"
#include "truth/golden/mean.hpp"
#include "truth/golden/shared_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace attnref {
namespace {

using gold::Ball;
using gold::Dyadic;
using gold::Kind;

constexpr long double infinity = std::numeric_limits<long double>::infinity();
constexpr long double nan = std::numeric_limits<long double>::quiet_NaN();
/// Below every number that a bound is made of; what is smaller is within it of 0.
constexpr slong least_exponent = -16300;

/// x = m 2^e with |m| < 2^64, cut towards 0: at most one unit of the last of 64 bits is lost.
struct Cut {
  long double number = 0;
  long double lost = 0;
};

Cut cut(const Dyadic& x) {
  if (x.sign() == 0) return {};
  const fmpz* const exponent = ARF_EXPREF(x.get());
  if (fmpz_cmp_si(exponent, least_exponent) < 0) return {0, std::ldexp(1.0L, least_exponent)};
  if (fmpz_cmp_si(exponent, 16000) > 0) return {0, infinity};
  const int e = static_cast<int>(fmpz_get_si(exponent));
  Dyadic scaled = x;
  arf_mul_2exp_si(scaled.get(), scaled.get(), 64 - e);
  arf_abs(scaled.get(), scaled.get());
  gold::Integer mantissa;
  arf_get_fmpz(mantissa.get(), scaled.get(), ARF_RND_DOWN);
  const bool whole = arf_is_int(scaled.get()) != 0;
  const long double magnitude = std::ldexp(static_cast<long double>(fmpz_get_ui(mantissa.get())), e - 64);
  return {x.sign() < 0 ? -magnitude : magnitude, whole ? 0 : std::ldexp(1.0L, e - 64)};
}

/// A radius from above.
long double above(const mag_t radius) {
  if (mag_is_zero(radius)) return 0;
  if (mag_is_inf(radius) || mag_cmp_2exp_si(radius, 16000) >= 0) return infinity;
  if (mag_cmp_2exp_si(radius, least_exponent) < 0) return std::ldexp(1.0L, least_exponent);
  Dyadic as_number;
  arf_set_mag(as_number.get(), radius);  // 30 bits: exact in a long double
  return cut(as_number).number;
}

void put(Enclosed& to, std::size_t n, const Dyadic& mid, long double radius) {
  const Cut middle = cut(mid);
  to.mid[n] = middle.number;
  to.rad[n] = radius + middle.lost;
  if (to.rad[n] > 0) to.rad[n] *= 1 + 0x1p-60L;  // the sum above was rounded
}

void put(Enclosed& to, std::size_t n, const Ball& ball) {
  Dyadic mid;
  arf_set(mid.get(), arb_midref(ball.get()));
  put(to, n, mid, above(arb_radref(ball.get())));
}

void put_number(Enclosed& to, std::size_t n, long double number) {
  to.mid[n] = number;
  to.rad[n] = 0;
}

Enclosed enclosed(const gold::Numbers& numbers) {
  Enclosed result(numbers.finite.rows, numbers.finite.columns);
  for (std::size_t i = 0; i < result.rows; ++i) {
    for (std::size_t j = 0; j < result.columns; ++j) {
      const Kind kind = numbers.kind(i, j);
      if (kind == Kind::finite) {
        put(result, result.at(i, j), numbers.finite(i, j), 0);
      } else {
        put_number(result, result.at(i, j), gold::number_of(kind));
      }
    }
  }
  return result;
}

void put_scores(const gold::Layer& layer, const gold::FirstRow& row, Enclosed& scores) {
  for (std::size_t j = 0; j < layer.t_k(); ++j) {
    const Kind kind = layer.scores_are_finite(row.row) ? Kind::finite : layer.score_kind(row.row, j);
    if (kind != Kind::finite) {
      put_number(scores, scores.at(row.row, j), gold::number_of(kind));
    } else {
      put(scores, scores.at(row.row, j), layer.scale.enclose_score(row.product(j), Settlement::first_bits));
    }
  }
}

void put_weights(const gold::FirstRow& row, Enclosed& weights) {
  Ball weight;
  const std::vector<std::size_t>& keys = row.weights->row().keys();
  for (std::size_t place = 0; place < keys.size(); ++place) {
    arb_mul(weight.get(), row.weights->exponential(place).get(), row.inverse_total.get(), Settlement::first_bits);
    put(weights, weights.at(row.row, keys[place]), weight);
  }
}

/// The interval as midpoint and radius. Returns whether the radius is no more than the last bits of the midpoint.
bool put(Enclosed& to, std::size_t n, const gold::Interval& interval) {
  const Cut low = cut(interval.low), high = cut(interval.high);
  const long double mid = low.number / 2 + high.number / 2;
  const long double halves = std::fabs(high.number - mid) + std::fabs(mid - low.number);
  to.mid[n] = mid;
  if (halves == 0 && low.lost == 0 && high.lost == 0) {
    to.rad[n] = 0;
    return true;
  }
  to.rad[n] = (halves + low.lost + high.lost) * (1 + 0x1p-60L) + std::fabs(mid) * 0x1p-62L;
  return halves <= std::fabs(mid) * 0x1p-60L;
}

/// Beyond these a value is left as wide as it is: it is so small beside what it is the sum of that nothing shows it.
constexpr slong most_bits_of_enclosure = slong{1} << 14;

/// Encloses a real number ever more narrowly until its radius is of the last bits.
template <class Real>
void put_narrow(Enclosed& to, std::size_t n, Real& real, slong bits) {
  while (!put(to, n, real.enclose(bits)) && bits < most_bits_of_enclosure) bits *= 2;
}

/// A row's output. The first pass has radii in proportion to the largest value of a column; where that is more than the
/// last bits of an element, the element is enclosed on its own.
class OutputRow {
 public:
  OutputRow(const gold::Layer& layer, const gold::FirstRow& row) : layer_(&layer), row_(&row) {}

  void put_element(std::size_t c, Enclosed& output) {
    const std::size_t n = output.at(row_->row, c);
    put(output, n, row_->output[c]);
    if (output.rad[n] <= std::fabs(output.mid[n]) * 0x1p-60L) return;
    if (!weights_) weights_.emplace(*row_->weights);
    if (!groups_) groups_.emplace(weights_->row());
    gold::WeightedMean mean(*weights_, *groups_, [this, c](std::size_t j) { return layer_->values.finite(j, c); });
    if (const std::optional<gold::Rational> exact = mean.exactly()) {
      put(output, n, exact->enclose(Settlement::first_bits));
    } else {
      put_narrow(output, n, mean, 2 * Settlement::first_bits);
    }
  }

 private:
  const gold::Layer* layer_;
  const gold::FirstRow* row_;
  std::optional<gold::RowWeights> weights_;
  std::optional<gold::ScoreGroups> groups_;
};

void put_output(const gold::Layer& layer, const gold::FirstRow& row, Enclosed& output) {
  const std::vector<std::size_t>& keys = row.weights->row().keys();
  OutputRow elements(layer, row);
  for (std::size_t c = 0; c < layer.d_v(); ++c) {
    Kind sum = Kind::finite;
    for (std::size_t j = 0; j < layer.t_k() && !layer.values.all_finite(); ++j) {
      const Kind kind = layer.values.kind(j, c);
      if (kind == Kind::finite) continue;
      sum = gold::added(sum, std::binary_search(keys.begin(), keys.end(), j) ? kind : Kind::nan);
    }
    if (sum == Kind::finite) {
      elements.put_element(c, output);
    } else {
      put_number(output, output.at(row.row, c), gold::number_of(sum));
    }
  }
}

void put_undefined(Enclosure& e, std::size_t i) {
  for (Enclosed* part : {&e[Part::weights], &e[Part::output], &e[Part::lse]}) {
    std::fill_n(part->mid.begin() + static_cast<std::ptrdiff_t>(i * part->columns), part->columns, nan);
  }
}

void put_log_sum_exp(const gold::FirstRow& row, Enclosed& lse) {
  gold::RowWeights weights = *row.weights;
  gold::LogSumExp real(weights);
  put_narrow(lse, row.row, real, Settlement::first_bits);
}

Enclosure enclosure_of(const Problem& problem, const std::optional<std::vector<std::size_t>>& list, unsigned threads) {
  gold::free_caches_with_this_thread();
  const gold::BlasOnOneThread one_thread;
  const gold::Layer layer = gold::layer_of(problem, GoldenOptions{}.most_bytes, 1, list);
  Enclosure e;
  e[Part::queries] = enclosed(layer.queries);
  e[Part::keys] = enclosed(layer.keys);
  e[Part::values] = enclosed(layer.values);
  e[Part::scores] = Enclosed(layer.t_q(), layer.t_k());
  e[Part::weights] = Enclosed(layer.t_q(), layer.t_k());
  e[Part::output] = Enclosed(layer.t_q(), layer.d_v());
  e[Part::lse] = Enclosed(layer.t_q(), 1);
  if (layer.t_k() == 0) {
    std::fill(e[Part::lse].mid.begin(), e[Part::lse].mid.end(), -infinity);
    if (layer.head.how.empty_row == EmptyRow::nans)
      std::fill(e[Part::output].mid.begin(), e[Part::output].mid.end(), nan);
    return e;
  }
  const gold::CutValues values = gold::cut_values(layer.values.finite);
  gold::SharedRows rows(layer.t_q(), gold::rows_at_once(layer), threads, {});
  rows.run([&](std::size_t begin, std::size_t end) {
    gold::first_pass(layer, values, begin, end, [&](const gold::FirstRow& row) {
      put_scores(layer, row, e[Part::scores]);
      if (!row.weights) {
        put_undefined(e, row.row);
        return;
      }
      put_weights(row, e[Part::weights]);
      put_output(layer, row, e[Part::output]);
      put_log_sum_exp(row, e[Part::lse]);
    });
  });
  return e;
}

}  // namespace

Enclosure golden_enclosure(const Problem& problem, unsigned threads) { return enclosure_of(problem, {}, threads); }

Enclosure golden_enclosure(const Problem& problem, std::span<const std::size_t> rows, unsigned threads) {
  return enclosure_of(problem, std::vector(rows.begin(), rows.end()), threads);
}

}  // namespace attnref
