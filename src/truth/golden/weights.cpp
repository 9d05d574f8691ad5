// A row's exponentials and their sums.
#include "truth/golden/weights.hpp"

namespace attnref::gold {

void RowWeights::refine(slong bits) {
  const auto [place, is_new] = by_bits_.try_emplace(bits);
  now_ = place;
  if (!is_new) return;
  Balls& balls = place->second;
  Exponentials exponentials(*row_, bits);
  const std::vector<std::size_t>& keys = row_->keys();
  balls.exponentials.resize(keys.size());
  for (std::size_t n = 0; n < keys.size(); ++n) {
    exponentials.enclose(balls.exponentials[n], keys[n], row_->top());
    if (row_->compare(keys[n], row_->top()) != 0) {
      arb_add(balls.rest.get(), balls.rest.get(), balls.exponentials[n].get(), bits + 10);
    }
  }
  arb_add_ui(balls.total.get(), balls.rest.get(), row_->tops(), bits + 10);
}

}  // namespace attnref::gold
