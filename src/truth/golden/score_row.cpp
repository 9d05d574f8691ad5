// One query's scores: their order, and exponentials of their differences.
#include "truth/golden/score_row.hpp"

#include <algorithm>

namespace attnref::gold {

ScoreRow::ScoreRow(const fmpz* integers, slong exponent, const std::vector<std::size_t>& keys, const Scale& scale)
    : integers_(integers), exponent_(exponent), keys_(&keys), scale_(&scale), top_(keys.front()) {
  for (const std::size_t key : keys) {
    const int order = compare(key, top_);
    if (order > 0) {
      top_ = key;
      tops_ = 1;
    } else if (order == 0) {
      ++tops_;
    }
  }
}

// A difference of magnitude up to `least` loses log2(least) of its bits before the point. Below e^-(bits log 2) a
// weight is beyond the precision of a sum that holds a 1, and e^-800 is beyond the smallest number of every format; so
// nothing more is worth an exponential there until the precision grows.
Exponentials::Exponentials(const ScoreRow& row, slong bits)
    : row_(&row), bits_(bits), least_(std::max<slong>(800, bits)), unit_(row.scale().enclose(bits + 32)) {
  arb_mul_2exp_si(unit_.get(), unit_.get(), row.exponent());
  Ball end;
  arb_set_si(end.get(), -least_);
  arb_exp(end.get(), end.get(), 30);
  arb_mul_2exp_si(end.get(), end.get(), -1);
  arb_add_error(end.get(), end.get());
  negligible_ = end;
}

void Exponentials::enclose(Ball& result, std::size_t key, std::size_t reference) {
  fmpz_sub(difference_.get(), row_->integer(key), row_->integer(reference));
  if (fmpz_is_zero(difference_.get())) {
    arb_one(result.get());
    return;
  }
  arb_mul_fmpz(result.get(), unit_.get(), difference_.get(), bits_ + 32);
  // The midpoint is right to 2^-bits of itself, so one unit more than `least` is certainly beyond it.
  if (arf_cmp_si(arb_midref(result.get()), -least_ - 1) < 0) {
    arb_set(result.get(), negligible_.get());
  } else {
    arb_exp(result.get(), result.get(), bits_);
  }
}

}  // namespace attnref::gold
