// Scores, enclosed: s_ij = sigma q_i.k_j, where q and k are known to within dq and dk.
//
// The radius is X = |sigma| sum(dq|k| + |q|dk + dq dk), for what q and k lack, and (d_k + 3) roundings of
// |sigma| sum|q||k|: the dot product has d_k, 1/sqrt(d_k) two (a given scale none), their product one. Three more pay
// for the terms in u^2.
#pragma once

#include "attnref/enclosure.hpp"

namespace attnref::oracle {

/// q and k are the midpoints of queries and keys; as doubles where those are known exactly, which is faster.
template <class Number>
Enclosed enclose_scores(const Enclosed& queries, const Enclosed& keys, const Number* q, const Number* k,
                        long double sigma);

}  // namespace attnref::oracle
