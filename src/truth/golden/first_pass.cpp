// First intervals: exponentials by ball, outputs by exact products of matrices cut to fixed point.
#include "truth/golden/first_pass.hpp"

#include "attnref/golden.hpp"
#include "truth/golden/integer_product.hpp"

#include <algorithm>

namespace attnref::gold {
namespace {

constexpr slong bits = Settlement::first_bits;
/// F, bits of a weight behind the point, and those kept of a value: some 40 more than a double has, so that few values
/// are left open, and few enough that five digits of twenty bits hold them (integer_product.hpp, at thousands of keys).
constexpr slong fraction = 98;

/// A window of whole rows, without a copy.
class Rows {
 public:
  Rows(const DyadicMatrix& matrix, std::size_t begin, std::size_t end) {
    fmpz_mat_window_init(window_, matrix.integers.get(), static_cast<slong>(begin), 0, static_cast<slong>(end),
                         static_cast<slong>(matrix.columns));
  }
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  ~Rows() { fmpz_mat_window_clear(window_); }
  const fmpz_mat_struct* get() const { return window_; }

 private:
  fmpz_mat_t window_;
};

/// The keys that the query sees and whose score is not -inf; none where the row's softmax is NaN.
std::vector<std::size_t> keys_of_row(const Layer& layer, std::size_t i) {
  std::vector<std::size_t> keys;
  for (const KeyRange& range : layer.head.visible.keys(layer.rows[i])) {
    for (std::size_t j = range.begin; j < range.end; ++j) {
      const Kind kind = layer.scores_are_finite(i) ? Kind::finite : layer.score_kind(i, j);
      if (kind == Kind::nan || kind == Kind::plus_infinity) return {};
      if (kind == Kind::finite) keys.push_back(j);
    }
  }
  return keys;
}

/// Some rows of scores, and of weights in fixed point.
class Block {
 public:
  Block(const Layer& layer, const CutValues& values, std::size_t begin, std::size_t end)
      : layer_(&layer),
        values_(&values),
        begin_(begin),
        rows_(end - begin),
        products_(rows_, layer.t_k()),
        weights_(rows_, layer.t_k()),
        outputs_(rows_, layer.d_v()) {
    const Rows queries(layer.queries.finite, begin, end);
    integer_product(products_.get(), queries.get(), layer.keys_transposed.integers.get());
  }

  /// Weighs all rows, then gives them to `take`.
  void run(const std::function<void(const FirstRow&)>& take) {
    std::vector<std::vector<std::size_t>> keys(rows_);
    std::vector<std::optional<ScoreRow>> scores(rows_);  // which the weights of `rows` refer to
    std::vector<FirstRow> rows(rows_);
    std::vector<Integer> errors(rows_);
    for (std::size_t r = 0; r < rows_; ++r) {
      rows[r].row = begin_ + r;
      rows[r].products = products_.at(r, 0);
      rows[r].exponent = layer_->queries.finite.exponent + layer_->keys.finite.exponent;
      keys[r] = keys_of_row(*layer_, begin_ + r);
      if (keys[r].empty()) continue;
      scores[r].emplace(rows[r].products, rows[r].exponent, keys[r], layer_->scale);
      rows[r].weights.emplace(*scores[r]);
      weigh(r, rows[r], errors[r]);
    }
    integer_product(outputs_.get(), weights_.get(), values_->integers.get());
    for (std::size_t r = 0; r < rows_; ++r) {
      if (rows[r].weights) enclose_output(r, rows[r], errors[r]);
      take(rows[r]);
      rows[r].weights.reset();
    }
  }

 private:
  /// Sets the weights, in balls and in fixed point; `error` becomes the sum of |a_j|, rounded up.
  void weigh(std::size_t r, FirstRow& row, Integer& error) {
    row.weights->refine(bits);
    const std::vector<std::size_t>& keys = row.weights->row().keys();
    mag_t radii;
    mag_init(radii);
    for (std::size_t place = 0; place < keys.size(); ++place) {
      arb_srcptr weight = row.weights->exponential(place).get();
      mag_add(radii, radii, arb_radref(weight));
      arf_get_fmpz_fixed_si(weights_.at(r, keys[place]), arb_midref(weight), -fraction);
    }
    arb_inv(row.inverse_total.get(), row.weights->total().get(), bits);
    mag_mul_2exp_si(radii, radii, fraction);
    mag_get_fmpz(error.get(), radii);
    fmpz_add_ui(error.get(), error.get(), keys.size());
    mag_clear(radii);
  }

  /// The radius is sum |a_j| times the largest V_jc, and n 2^F where values were cut (eq. cut_radius).
  void enclose_output(std::size_t r, FirstRow& row, const Integer& error) {
    row.output.resize(layer_->d_v());
    Integer radius, cut;
    Ball error_ball;
    fmpz_set_ui(cut.get(), row.weights->row().keys().size());
    fmpz_mul_2exp(cut.get(), cut.get(), static_cast<ulong>(fraction));  // sum W_j, each at most 1
    for (std::size_t c = 0; c < layer_->d_v(); ++c) {
      arb_ptr y = row.output[c].get();
      fmpz_mul(radius.get(), error.get(), values_->largest[c].get());
      if (!values_->exact[c]) fmpz_add(radius.get(), radius.get(), cut.get());
      arb_set_fmpz(y, outputs_.at(r, c));
      arb_set_fmpz(error_ball.get(), radius.get());
      arb_add_error(y, error_ball.get());
      arb_mul_2exp_si(y, y, values_->exponents[c] - fraction);
      arb_mul(y, y, row.inverse_total.get(), bits);
    }
  }

  const Layer* layer_;
  const CutValues* values_;
  std::size_t begin_, rows_;
  IntegerMatrix products_, weights_, outputs_;
};

}  // namespace

CutValues cut_values(const DyadicMatrix& values) {
  CutValues cut{.integers = IntegerMatrix(values.rows, values.columns), .exponents = {}, .exact = {}, .largest = {}};
  for (std::size_t c = 0; c < values.columns; ++c) {
    slong most = 0;
    for (std::size_t j = 0; j < values.rows; ++j) {
      most = std::max(most, static_cast<slong>(fmpz_bits(values.integers.at(j, c))));
    }
    const slong dropped = std::max<slong>(0, most - fraction);
    bool exact = true;
    for (std::size_t j = 0; j < values.rows; ++j) {
      const fmpz* const whole = values.integers.at(j, c);
      exact = exact && (fmpz_is_zero(whole) || static_cast<slong>(fmpz_val2(whole)) >= dropped);
      fmpz_fdiv_q_2exp(cut.integers.at(j, c), whole, static_cast<ulong>(dropped));
    }
    cut.exponents.push_back(values.exponent + dropped);
    cut.exact.push_back(exact);
    Integer largest;
    fmpz_one(largest.get());
    fmpz_mul_2exp(largest.get(), largest.get(), static_cast<ulong>(most - dropped));
    fmpz_add_ui(largest.get(), largest.get(), 1);
    cut.largest.push_back(largest);
  }
  return cut;
}

void first_pass(const Layer& layer, const CutValues& values, std::size_t begin, std::size_t end,
                const std::function<void(const FirstRow&)>& take) {
  Block(layer, values, begin, end).run(take);
}

}  // namespace attnref::gold
