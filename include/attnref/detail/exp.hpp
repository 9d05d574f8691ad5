#pragma once
#include <cmath>
namespace attnref::detail {
template <class S> S exp_of_nonpositive(S x) { return std::exp(x); }
}
