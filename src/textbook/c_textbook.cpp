// The textbook in C, with nothing replaced.
#include "textbook/c_textbook.hpp"

namespace attnref {
namespace {

template <class S>
struct UnchangedSteps : HonestCSteps<S, UnchangedSteps<S>> {};

}  // namespace

AnyBackend c_textbook() { return c_textbook_with<UnchangedSteps, "c_textbook">(); }

}  // namespace attnref
