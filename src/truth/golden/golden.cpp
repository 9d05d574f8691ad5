// Golden answers: the exact layer, its rows shared among threads.
#include "attnref/golden.hpp"

#include "truth/golden/first_pass.hpp"
#include "truth/golden/integer_product.hpp"
#include "truth/golden/publish.hpp"
#include "truth/golden/shared_rows.hpp"

#include <algorithm>

namespace attnref {
bool golden_is_built() { return true; }

std::map<Dtype, GoldenAnswer> golden(const Problem& problem, const GoldenOptions& options) {
  gold::free_caches_with_this_thread();
  const gold::BlasOnOneThread one_thread;
  const gold::Layer layer = gold::layer_of(problem, options.most_bytes, options.threads, options.rows);
  const std::vector<Dtype> wanted = options.formats.empty() ? std::vector{problem.dtype()} : options.formats;
  std::map<Dtype, GoldenAnswer> answers;
  gold::Publisher publisher(problem, layer, wanted, options.most_bits, answers);
  publisher.publish_projections();
  if (layer.t_k() == 0) {
    for (std::size_t i = 0; i < layer.t_q(); ++i) publisher.publish_empty(i);
    return answers;
  }
  const gold::CutValues values = gold::cut_values(layer.values.finite);
  gold::SharedRows rows(layer.t_q(), gold::rows_at_once(layer), options.threads, options.progress);
  rows.run([&](std::size_t begin, std::size_t end) {
    gold::first_pass(layer, values, begin, end, [&](const gold::FirstRow& row) { publisher.publish(row); });
  });
  return answers;
}

}  // namespace attnref
