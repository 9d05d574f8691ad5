// What a golden vector is: a problem worth keeping, and the mistakes that its answer shows. The files are in
// proptests/vectors/; here are the cases that they are made from, one table a file.
#pragma once

#include "attnref/problem.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attnref::vectors {

/// A mistake that a vector catches, in one word, in a sentence, and the law that it breaks.
struct Flag {
  std::string_view name;
  std::string_view mistake;
  std::string_view law;
};

/// All flags, in the order of their names. Beside them a vector may have the flag by_hand.
std::span<const Flag> flags();

/// The flag of that name. Throws std::out_of_range, naming it, where there is none.
const Flag& flag_named(std::string_view name);

/// Marks vectors that are small enough to be worked by hand; their remark says how. It names no mistake.
inline constexpr std::string_view by_hand = "by_hand";

/// One vector before it is computed.
struct Case {
  std::string id;                       ///< of its file and everywhere: a sentence of lower-case words
  std::string title;                    ///< the same for people
  std::vector<std::string_view> flags;  ///< names of flags(), or by_hand
  std::string remark;                   ///< where the right answer comes from; may be empty
  Problem problem;                      ///< with the outputs asked for
  std::vector<Dtype> formats{Dtype::f64, Dtype::f32, Dtype::f16, Dtype::bf16};      ///< of the golden answers
  std::vector<Dtype> map_formats{Dtype::f64, Dtype::f32, Dtype::f16, Dtype::bf16};  ///< of those T x T; among formats
};

/// Whether the answers hold that output in that format.
bool is_asked(const Case& one, Part output, Dtype format);

/// Of the drawn inputs; each vector draws from a stream of its own, which its id names.
inline constexpr std::uint64_t seed = 20170612;

/// Goes up whenever any vector changes.
inline constexpr int version = 2;

/// All cases: the tables below, one after the other.
std::vector<Case> cases();

std::vector<Case> lesson_cases();
std::vector<Case> hand_cases();
std::vector<Case> length_cases();
std::vector<Case> regime_cases();
std::vector<Case> projection_cases();
std::vector<Case> shape_cases();
std::vector<Case> scale_cases();
std::vector<Case> rounding_cases();
std::vector<Case> range_cases();
std::vector<Case> special_number_cases();

}  // namespace attnref::vectors
