// std::bit_cast, which the C++ library of Debian 12's Emscripten lacks. Included before everything else there, and only
// there.
#pragma once

#include <bit>

#if !defined(__cpp_lib_bit_cast)
namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

}  // namespace std
#endif
