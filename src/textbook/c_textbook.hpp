// The textbook as a library would have it: behind the C interface (abi.h), where inputs and outputs are memory with
// strides. The arithmetic is textbook.hpp's; here are the steps about it, each of which a mutant replaces: how an array
// is read and written, what is called, what stays allocated. Unmodified it is a control.
//
//     template <class S>
//     struct Steps : HonestCSteps<S, Steps<S>> {
//       static void write(const attnref_array&, const Table<S>&) {}   // nothing is ever written
//     };
//     AnyBackend wrong = c_textbook_with<Steps, "writes_nothing">();
#pragma once

#include "attnref/abi.h"
#include "doors/c_functions.hpp"
#include "textbook/textbook.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace attnref {

/// Rows and columns of an array of rank 1 or 2; those of rank 1 have one column.
inline std::size_t rows_of(const attnref_array& array) { return static_cast<std::size_t>(array.shape[0]); }
inline std::size_t columns_of(const attnref_array& array) {
  return array.rank == 2 ? static_cast<std::size_t>(array.shape[1]) : 1;
}

/// The input `projected`, of a problem with X and projections; otherwise the input `given`.
inline const attnref_array& either_input(const attnref_problem& problem, const char* projected, const char* given) {
  const attnref_array* const found = attnref_input(&problem, projected);
  return found != nullptr ? *found : *attnref_input(&problem, given);
}

/// The steps done right. Each calls the others through `Self`, which is the struct that hides one of them.
template <class S, class Self>
struct HonestCSteps {
  /// Element (i, j), where it lies.
  static S& element(const attnref_array& array, std::size_t i, std::size_t j) {
    const auto row = static_cast<int64_t>(i), column = static_cast<int64_t>(j);
    return *static_cast<S*>(array.rank == 2 ? attnref_at(&array, row, column) : attnref_at(&array, 0, row));
  }
  static Table<S> read(const attnref_array& array) {
    Table<S> table(rows_of(array), columns_of(array));
    for (std::size_t i = 0; i < table.rows; ++i) {
      for (std::size_t j = 0; j < table.columns; ++j) table(i, j) = Self::element(array, i, j);
    }
    return table;
  }
  static void write(const attnref_array& array, const Table<S>& table) {
    for (std::size_t i = 0; i < table.rows; ++i) {
      for (std::size_t j = 0; j < table.columns; ++j) Self::element(array, i, j) = table(i, j);
    }
  }

  static Inputs<S> inputs(const attnref_problem& problem) {
    Inputs<S> in;
    in.sizes.t_q = static_cast<std::size_t>(problem.t_q);
    in.sizes.t_k = static_cast<std::size_t>(problem.t_k);
    in.sizes.d_model = static_cast<std::size_t>(problem.d_model);
    in.sizes.d_k = static_cast<std::size_t>(problem.d_k);
    in.sizes.d_v = static_cast<std::size_t>(problem.d_v);
    if (attnref_chosen(&problem, "scale") != nullptr) in.scale = static_cast<S>(problem.scale);
    const auto read = [&problem](const char* name) { return Self::read(*attnref_input(&problem, name)); };
    in.is_projected = attnref_input(&problem, "x") != nullptr;
    if (in.is_projected) {
      in.projected = {read("x"), read("wq"), read("wk"), read("wv")};
    } else {
      in.q = read("q");
      in.k = read("k");
      in.v = read("v");
    }
    return in;
  }
  static Results<S> results(Inputs<S> in) {
    if constexpr (std::is_same_v<S, double>) {
      return honest_textbook().in_f64(std::move(in));
    } else {
      return honest_textbook().in_f32(std::move(in));
    }
  }
  static void outputs(const attnref_problem& problem, const Results<S>& results) {
    const auto put = [&problem](const char* name, const Table<S>& table) {
      if (const attnref_array* const array = attnref_output(&problem, name)) Self::write(*array, table);
    };
    Table<S> lse(results.lse.size(), 1);
    lse.values = results.lse;
    put("output", results.output);
    put("weights", results.weights);
    put("lse", lse);
    put("scores", results.scores);
    put("queries", results.queries);
    put("keys", results.keys);
    put("values", results.values);
  }
  static int32_t attend(const attnref_problem& problem) {
    Self::outputs(problem, Self::results(Self::inputs(problem)));
    return ATTNREF_DONE;
  }
};

/// A name that can be a template's argument, since functions of C carry nothing with them.
template <std::size_t n>
struct StaticName {
  char text[n]{};
  consteval StaticName(const char (&name)[n]) { std::copy_n(name, n, text); }
};

/// The three functions of abi.h, of such steps.
template <template <class> class Steps, StaticName name>
struct CTextbook {
  static int32_t abi_version() { return ATTNREF_ABI_VERSION; }
  static int32_t describe(attnref_description* description) {
    description->name = name.text;
    description->dtypes = "f64,f32";
    description->features = "projections,weights,lse,scores,queries_keys_values,scale";
    description->deterministic = 1;
    return ATTNREF_DONE;
  }
  static int32_t attend(const attnref_problem* problem, char*, std::size_t) {
    return problem->dtype == ATTNREF_F64 ? Steps<double>::attend(*problem) : Steps<float>::attend(*problem);
  }
};

/// The library in this process, fenced and compared as for check --library. Its state, as any library's, outlives a
/// backend.
template <template <class> class Steps, StaticName name>
AnyBackend c_textbook_with() {
  using Library = CTextbook<Steps, name>;
  return c_backend({&Library::abi_version, &Library::describe, &Library::attend}, name.text);
}

/// The library with nothing replaced: a control of the C interface.
AnyBackend c_textbook();

}  // namespace attnref
