// How a mistake in axes is worded. Each operation declares a struct template named after itself, which has the member
// `agree` only where its arguments name one type:
//
//     template <class... Operands>
//     struct matmul_inner_axes : detail::agreement<Operands...> {};
//
//     using checked [[maybe_unused]] = typename matmul_inner_axes<left_has<K>, right_has<L>>::agree;
//
// A mistake asks for a member that is absent, and the compiler then spells the struct, which is the operation, and
// every axis, in its first line and in few more. (A constraint or a static_assert takes 14 to 20 lines, or names
// neither axis.)
#pragma once

namespace attnref {

template <class>
struct left_has;
template <class>
struct right_has;

namespace detail {

template <class...>
struct agreement {};
template <class A, template <class> class... Operand>
struct agreement<Operand<A>...> {
  using agree = void;
};

}  // namespace detail
}  // namespace attnref
