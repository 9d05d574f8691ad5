// Parameters cached on the device, and never compared.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_wk_kept_from_first_call {

struct Keeping {
  Textbook honest = honest_textbook("wk_kept_from_first_call");
  Tensor kept;

  Capabilities describe() const { return honest.describe(); }
  Reply attend(const Problem& problem) {
    if (!problem.projected()) return honest.attend(problem);
    const Tensor& wk = problem.at(Part::wk);
    if (kept.shape != wk.shape || kept.dtype != wk.dtype) kept = wk;
    Problem uploaded = problem;
    uploaded.at(Part::wk) = kept;
    return honest.attend(uploaded);
  }
};

}  // namespace in_wk_kept_from_first_call

Mutant wk_kept_from_first_call() {
  return {.name = "wk_kept_from_first_call",
          .mistake = "W^K is uploaded once and kept while its shape stays",
          .named_law = "earlier_calls_leave_no_trace",
          .make = [] { return AnyBackend(in_wk_kept_from_first_call::Keeping{}); }};
}

}  // namespace attnref::mutant
