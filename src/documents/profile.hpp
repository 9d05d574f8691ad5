// A rounding profile written as JSON: a named one, and what differs from it.
#pragma once

#include "attnref/profile.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace attnref {

/// Reads {"profile": NAME, KEY: VALUE, ...}: the named profile with these keys changed.
///
///     input_roundoff, bias_roundoff              in [0, 1): inputs of a product, a bias, rounded first
///     stored_qkv, scaled_q_stored, stored_scores, stored_weights  a dtype, or null: stored narrower
///     c, c_s, c_sub, exp_ulp                     counts of roundings, as Profile has them
///     block                                      keys a block of an online softmax; 0: all at once
///     shift                                      a number, added to the maximum before it is subtracted
///     depth_dot, depth_sum, depth_values         how many additions a term meets at most, or null: all of them
///     shifted, flush, exp_flush                  true or false
///     weights_from_lse                           true, false, or "for_output": the output is made from them too
///
/// Its name is "NAME with {KEY: VALUE, ...}". Throws std::invalid_argument, one line, for text that is no such object.
Profile profile_of_json(std::string_view text);

/// Reads one such object, or an array of them.
std::vector<Profile> profiles_of_json(std::string_view text);

/// What of a profile differs from the plain one of its format, as a JSON object: the keys above, and u_proj, u_dot,
/// u_add and u_acc, which only a profile made in C++ changes.
std::string profile_difference(const Profile& profile);

}  // namespace attnref
