// W^Q, W^K and W^V of the lesson's sentence, set by hand to say one thing: verbs look for the noun that agrees with
// them.
//
// A query asks and a key offers along the same four axes (d_k = 4, so scores are halved): noun, verb, singular, plural.
// W^K offers what a word is, with 1. W^Q asks by part of speech (a verb for nouns with 6; a determiner and a relation
// for nouns with 4; an adverb for verbs with 4; a noun for verbs with 1) and by number (singular for singular and
// plural for plural with 4). W^V reads number alone (d_v = 3: singular, plural, none). A word that isn't known asks for
// nothing, so its row is uniform. The words themselves and their positions enter none of the three.
#pragma once

#include "lesson/plain_matrix.hpp"

namespace attnref::lesson {

/// 16 x 4.
PlainMatrix hand_set_wq();
/// 16 x 4.
PlainMatrix hand_set_wk();
/// 16 x 3.
PlainMatrix hand_set_wv();

}  // namespace attnref::lesson
