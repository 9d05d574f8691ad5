// A copied line with one letter not changed: what asks is what answers.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_keys_from_wq {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> keys(const Projected<S>& in) { return Steps::project(in.x, in.wq); }
};

}  // namespace in_keys_from_wq

Mutant keys_from_wq() {
  return {.name = "keys_from_wq",
          .mistake = "keys are projected by W^Q",
          .named_law = "queries_and_keys_exchange",
          .make = [] { return textbook_with<in_keys_from_wq::Steps>("keys_from_wq"); }};
}

}  // namespace attnref::mutant
