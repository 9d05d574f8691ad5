// What one sentence can tell of a layer's parameters: the derivatives of all that its map and its values depend on.
#pragma once

#include "docs/modular_rank.hpp"
#include "lesson/plain_matrix.hpp"

namespace attnref::docs {

/// The Jacobian, without a rounding, of the differences s_ij - s_i0 of the scores before their scale, which are
/// bilinear (eq. bilinear_form), and of the values X W^V, in all entries of W^Q, W^K and W^V. A column a parameter. The
/// weights of a row determine these differences, and are determined by them (eq. readable_product).
ModularMatrix sentence_jacobian(const lesson::PlainMatrix& x, const lesson::PlainMatrix& wq,
                                const lesson::PlainMatrix& wk, const lesson::PlainMatrix& wv);

}  // namespace attnref::docs
