// A planner of buffers that gives two projections one place.
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_queries_and_keys_share_memory {

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static Results<S> results(Inputs<S> in) {
    if (in.is_projected) in.projected.wq = in.projected.wk;
    return HonestCSteps<S, Steps>::results(std::move(in));
  }
};

}  // namespace in_queries_and_keys_share_memory

Mutant queries_and_keys_share_memory() {
  return {.name = "queries_and_keys_share_memory",
          .mistake = "projected keys are written over projected queries",
          .named_law = "scale_is_one_over_root_dk",
          .make = [] {
            return c_textbook_with<in_queries_and_keys_share_memory::Steps, "queries_and_keys_share_memory">();
          }};
}

}  // namespace attnref::mutant
