// A new row of X leaves the old queries, keys and values as they were, and old rows of the map shrink in proportion.
#include <attnref/attention.hpp>

#include <algorithm>

using namespace attnref;

struct DModel : axis<DModel> {};
struct Dk : axis<Dk> {};
struct Dv : axis<Dv> {};

// [growing]
struct Before {};  // two sequences: the text so far,
struct After {};   // and the text with one word more

const Matrix<double, T<Before>, DModel> x{{1, 0}, {0, -1}, {0, 1}};
const Matrix<double, T<After>, DModel> longer{{1, 0}, {0, -1}, {0, 1}, {-1, 1}};
const auto w = projections(Matrix<double, DModel, Dk>{{1, 0}, {2, 1}}, Matrix<double, DModel, Dk>{{0, 1}, {1, 1}},
                           Matrix<double, DModel, Dv>{{1}, {3}});

const auto old_trace = self_attention_trace(x, w);
const auto new_trace = self_attention_trace(longer, w);  // its queries, keys and values begin with the old ones
// [/growing]

/// Whether `longer` begins with the rows of `m`, to the last bit.
template <class M, class Longer>
bool begins_with(const Longer& longer_one, const M& m) {
  return longer_one.cols() == m.cols() && std::equal(m.data(), m.data() + m.size(), longer_one.data());
}

int main() {
  const bool kept = begins_with(new_trace.queries, old_trace.queries) && begins_with(new_trace.keys, old_trace.keys) &&
                    begins_with(new_trace.values, old_trace.values);
  // The old outputs did move, all three.
  bool moved = true;
  for (std::size_t i = 0; i < 3; ++i) moved = moved && new_trace.output(i, 0) != old_trace.output(i, 0);
  return kept && moved ? 0 : 1;
}
