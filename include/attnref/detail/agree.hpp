// How a mistake in axes is worded. Each operation declares an empty struct template named after itself, which has
// the member `agree` only where its two arguments name one type:
//
//     template <class Left, class Right> struct matmul_inner_axes : detail::agreement<Left, Right> {};
//     using checked [[maybe_unused]] = typename matmul_inner_axes<left_has<K>, right_has<L>>::agree;
//
// A mistake asks for a member that is absent, and both compilers then spell the struct, its name and both axes, in
// their first line and in few more. (A constraint or a static_assert takes 14 to 20 lines, or names neither axis.)
#pragma once

#include <type_traits>

namespace attnref {

template <class> struct left_has;
template <class> struct right_has;

namespace detail {

template <class Left, class Right>
struct agreement {};
template <template <class> class Left, template <class> class Right, class A>
struct agreement<Left<A>, Right<A>> {
  using agree = void;
};

}  // namespace detail
}  // namespace attnref
