// Weighted means: theorem 1's test, enclosures, and the sign of the difference from a boundary.
#include "truth/golden/mean.hpp"

#include <algorithm>
#include <utility>

namespace attnref::gold {

ScoreGroups::ScoreGroups(const ScoreRow& row) : keys_(row.keys()) {
  std::stable_sort(keys_.begin(), keys_.end(), [&](std::size_t a, std::size_t b) { return row.compare(a, b) > 0; });
  for (std::size_t n = 0; n < keys_.size(); ++n) {
    if (n == 0 || row.compare(keys_[n - 1], keys_[n]) != 0) starts_.push_back(n);
  }
  starts_.push_back(keys_.size());
}

WeightedMean::WeightedMean(RowWeights& weights, const ScoreGroups& groups, ValueOfKey value)
    : weights_(&weights), groups_(&groups), value_(std::move(value)), sums_(groups.size()) {
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (auto key = groups.begin(group); key != groups.end(group); ++key) {
      sums_[group] = sums_[group] + value_(*key);
    }
  }
}

std::optional<Rational> WeightedMean::exactly() const {
  for (std::size_t group = 1; group < sums_.size(); ++group) {
    if (compare(sums_[group] * groups_->count(0), sums_[0] * groups_->count(group)) != 0) return std::nullopt;
  }
  return Rational{sums_[0], groups_->count(0)};
}

Interval WeightedMean::enclose(slong bits) {
  weights_->refine(bits);
  Ball sum;
  const std::vector<std::size_t>& keys = weights_->row().keys();
  for (std::size_t place = 0; place < keys.size(); ++place) {
    const Dyadic value = value_(keys[place]);
    if (value.sign() == 0) continue;
    arb_addmul_arf(sum.get(), weights_->exponential(place).get(), value.get(), bits + 10);
  }
  arb_div(sum.get(), sum.get(), weights_->total().get(), bits + 10);
  return Interval::around(sum, bits + 10);
}

std::optional<Side> WeightedMean::side_of(const Dyadic& boundary, slong bits) const {
  Exponentials exponentials(weights_->row(), bits);
  std::optional<std::size_t> reference;  // the group of s*
  Ball sum, weight, coefficient;
  for (std::size_t group = 0; group < sums_.size(); ++group) {
    const Dyadic exact = sums_[group] - boundary * groups_->count(group);
    if (exact.sign() == 0) continue;
    if (!reference) reference = group;
    exponentials.enclose(weight, *groups_->begin(group), *groups_->begin(*reference));
    arb_addmul_arf(sum.get(), weight.get(), exact.get(), bits + 10);
  }
  if (arb_contains_zero(sum.get())) return std::nullopt;
  return Side{arb_is_positive(sum.get()) ? 1 : -1, reference == 0U ? Settled::sign : Settled::dominance};
}

}  // namespace attnref::gold
