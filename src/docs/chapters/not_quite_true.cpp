// Eleven things that are usually said of self-attention and are not quite true: to each the smallest case it fails on,
// found by a search and made small, and what is needed to say it right.
#include "docs/chapter.hpp"
#include "docs/usual_telling.hpp"

namespace attnref::docs {

Chapter not_quite_true() {
  Chapter chapter;
  Facts fact(chapter);
  fact("starts", Search{}.starts);
  noise_of_one_draw(fact);
  winners_of_rows(fact);
  faded_copies(fact);
  what_rounding_leaves(fact);
  what_readings_leave(fact);
  return chapter;
}

}  // namespace attnref::docs
