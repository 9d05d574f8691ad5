// An axis is a named type; its size is static or known at run time. And the error thrown where two sizes disagree.
// This is not an index space: an axis holds no data, it is what the compiler compares.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "attnref needs IEEE 754 arithmetic: compile without -ffast-math and the flags that it stands for"
#endif

namespace attnref {

/// The extent of an axis whose size is known at run time.
inline constexpr std::size_t at_run_time = static_cast<std::size_t>(-1);

/// Base of every axis. Derive a struct of your own, never an alias, for its name is what keeps two axes of one size
/// apart and what a diagnostic prints:
///
///     struct DModel : axis<DModel> {};    // sized at run time
///     struct Dk : axis<Dk, 64> {};        // sized by the type
template <class Self, std::size_t N = at_run_time>
struct axis {
  static constexpr std::size_t extent = N;
};

template <class A>
inline constexpr bool is_axis = false;
template <class A>
requires std::is_base_of_v<axis<A, A::extent>, A>
inline constexpr bool is_axis<A> = true;

/// An axis: a struct that derives from `axis<itself>` or `axis<itself, N>`.
template <class A>
concept Axis = is_axis<A>;

/// An axis whose size its type gives.
template <class A>
concept StaticAxis = Axis<A> && A::extent != at_run_time;

namespace detail {

template <class Of>
constexpr std::size_t length_of() {
  if constexpr (requires { Of::length; }) {
    return Of::length;
  } else {
    return at_run_time;
  }
}

}  // namespace detail

/// The positions of one sequence. Each sequence is declared by a tag, and two tags never meet by accident:
///
///     struct Target {};                                            // T<Target>, any length
///     struct Lesson { static constexpr std::size_t length = 6; };  // T<Lesson>, six positions
template <class Of>
struct T : axis<T<Of>, detail::length_of<Of>()> {};

template <class A>
inline constexpr bool is_sequence = false;
template <class Of>
inline constexpr bool is_sequence<T<Of>> = true;

/// The positions of a sequence: some `T<Of>`.
template <class A>
concept SequenceAxis = Axis<A> && is_sequence<A>;

/// An axis of size one: what is left of the columns after a reduction by rows.
struct One : axis<One, 1> {};

/// Thrown where two sizes that must be equal are not. what() is one line: operation, axis, both sizes.
class shape_error : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

namespace detail {

// The unqualified name of a type, cut out of the compiler's own spelling of this function.
template <class A>
constexpr std::string_view type_name() {
  std::string_view name = __PRETTY_FUNCTION__;  // g++: "... [with A = N; ...]", clang: "... [A = N]"
  const std::size_t begin = name.find("A = ") + 4;
  name = name.substr(begin, name.find_first_of(";]", begin) - begin);
  std::size_t depth = 0;
  for (std::size_t i = name.size(); i-- > 1;) {
    if (name[i] == '>') ++depth;
    if (name[i] == '<') --depth;
    if (depth == 0 && name[i] == ':' && name[i - 1] == ':') return name.substr(i + 1);
  }
  return name;
}

template <class A>
struct axis_name {
  static std::string get() { return std::string(type_name<A>()); }
};
template <class Of>
struct axis_name<T<Of>> {
  static std::string get() { return "T<" + std::string(type_name<Of>()) + ">"; }
};

// A size and the place where it was found, as a diagnostic names it.
struct found {
  std::size_t size;
  std::string_view where;
};

template <Axis A>
[[noreturn]] void throw_sizes_differ(std::string_view operation, found left, found right) {
  const auto says = [](found f) { return std::to_string(f.size) + " in " + std::string(f.where); };
  throw shape_error(std::string(operation) + ": axis " + axis_name<A>::get() + " is " + says(left) + " but " +
                    says(right));
}

// Two places that carry one axis carry one size. Never compiled out.
template <Axis A>
void require_one_size(std::string_view operation, found left, found right) {
  if (left.size != right.size) throw_sizes_differ<A>(operation, left, right);
}

}  // namespace detail

/// The name of an axis as diagnostics print it: without its namespaces.
template <Axis A>
std::string axis_name() {
  return detail::axis_name<A>::get();
}

}  // namespace attnref
