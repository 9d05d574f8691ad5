// Log-sum-exp and scores: enclosures, and the sides of boundaries.
#include "truth/golden/log_sum_exp.hpp"

namespace attnref::gold {

Interval LogSumExp::enclose(slong bits) {
  weights_->refine(bits);
  const ScoreRow& row = weights_->row();
  Ball result = row.scale().enclose_score(row.product(row.top()), bits + 10);
  if (row.tops() > 1) {
    Ball count;
    arb_log_ui(count.get(), row.tops(), bits + 10);
    arb_add(result.get(), result.get(), count.get(), bits + 10);
  }
  if (!row.all_equal()) {
    Ball rest;
    arb_div_ui(rest.get(), weights_->rest().get(), row.tops(), bits + 10);
    arb_log1p(rest.get(), rest.get(), bits + 10);
    arb_add(result.get(), result.get(), rest.get(), bits + 10);
  }
  return Interval::around(result, bits + 10);
}

std::optional<Side> LogSumExp::side_of(const Dyadic& boundary, slong bits) const {
  const ScoreRow& row = weights_->row();
  if (row.keys().size() == 1) return Score(row.scale(), row.product(row.top())).side_of(boundary, bits);
  // A sum of two numbers or more is above its largest.
  if (row.scale().compare_score(row.product(row.top()), boundary) >= 0) return Side{1, Settled::dominance};
  return std::nullopt;
}

Interval Score::enclose(slong bits) const { return Interval::around(scale_->enclose_score(d_, bits), bits + 10); }

std::optional<Side> Score::side_of(const Dyadic& boundary, slong) const {
  return Side{scale_->compare_score(d_, boundary), Settled::exact};
}

}  // namespace attnref::gold
