// Runs one law on the reference.
#pragma once

#include <string_view>

namespace attnref::test {

/// Fails the running test unless the law holds, in f64 and in f32, judged often enough.
void law_holds(std::string_view id);

}  // namespace attnref::test
