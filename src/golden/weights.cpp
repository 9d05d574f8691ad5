// A row's exponentials and their sums.
#include "golden/weights.hpp"

namespace attnref::gold {

void RowWeights::refine(slong bits) {
  if (bits_ == bits) return;
  bits_ = bits;
  Exponentials exponentials(*row_, bits);
  const std::vector<std::size_t>& keys = row_->keys();
  exponentials_.resize(keys.size());
  arb_zero(rest_.get());
  for (std::size_t place = 0; place < keys.size(); ++place) {
    exponentials.enclose(exponentials_[place], keys[place], row_->top());
    if (row_->compare(keys[place], row_->top()) != 0) {
      arb_add(rest_.get(), rest_.get(), exponentials_[place].get(), bits + 10);
    }
  }
  arb_add_ui(total_.get(), rest_.get(), row_->tops(), bits + 10);
}

}  // namespace attnref::gold
