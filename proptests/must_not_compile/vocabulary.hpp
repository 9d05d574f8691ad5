// The axes of the mistakes in this folder.
#pragma once

#include "attnref/axis.hpp"

using namespace attnref;

struct Target {};
struct Source {};
struct Lesson {
  static constexpr std::size_t length = 6;
};
struct DModel : axis<DModel> {};
struct OtherModel : axis<OtherModel> {};
struct Dk : axis<Dk> {};
struct Dv : axis<Dv> {};
struct Four : axis<Four, 4> {};
struct OtherFour : axis<OtherFour, 4> {};
struct Five : axis<Five, 5> {};
struct Eight : axis<Eight, 8> {};
