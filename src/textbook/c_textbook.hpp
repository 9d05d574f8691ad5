// The textbook as a library would have it: behind the C door (abi.h), where inputs and outputs are memory with strides.
// The arithmetic is textbook.hpp's; here are the steps about it, each of which a mutant replaces: how an array is read
// and written, what is called, what stays allocated. Unmodified it is a control.
//
//     template <class S>
//     struct Steps : HonestCSteps<S, Steps<S>> {
//       static void write(const attnref_tensor&, const Table<S>&) {}   // nothing is ever written
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

/// Rows and columns of a tensor of rank 1 or 2; those of rank 1 have one column.
inline std::size_t rows_of(const attnref_tensor& tensor) { return static_cast<std::size_t>(tensor.shape[0]); }
inline std::size_t columns_of(const attnref_tensor& tensor) {
  return tensor.rank == 2 ? static_cast<std::size_t>(tensor.shape[1]) : 1;
}

/// The steps done right. Each calls the others through `Self`, which is the struct that hides one of them.
template <class S, class Self>
struct HonestCSteps {
  /// Element (i, j), where it lies.
  static S& element(const attnref_tensor& tensor, std::size_t i, std::size_t j) {
    const auto row = static_cast<std::size_t>(tensor.strides[0]), column = static_cast<std::size_t>(tensor.strides[1]);
    return static_cast<S*>(tensor.data)[i * row + j * column];
  }
  static Table<S> read(const attnref_tensor& tensor) {
    Table<S> table(rows_of(tensor), columns_of(tensor));
    for (std::size_t i = 0; i < table.rows; ++i) {
      for (std::size_t j = 0; j < table.columns; ++j) table(i, j) = Self::element(tensor, i, j);
    }
    return table;
  }
  static void write(const attnref_tensor& tensor, const Table<S>& table) {
    for (std::size_t i = 0; i < table.rows; ++i) {
      for (std::size_t j = 0; j < table.columns; ++j) Self::element(tensor, i, j) = table(i, j);
    }
  }

  static Inputs<S> inputs(const attnref_problem& problem) {
    Inputs<S> in;
    in.sizes.t_q = static_cast<std::size_t>(problem.t_q);
    in.sizes.t_k = static_cast<std::size_t>(problem.t_k);
    in.sizes.d_model = static_cast<std::size_t>(problem.d_model);
    in.sizes.d_k = static_cast<std::size_t>(problem.d_k);
    in.sizes.d_v = static_cast<std::size_t>(problem.d_v);
    if (problem.scale_is_given != 0) in.scale = static_cast<S>(problem.scale);
    in.is_projected = problem.x.data != nullptr;
    if (in.is_projected) {
      in.projected = {Self::read(problem.x), Self::read(problem.wq), Self::read(problem.wk), Self::read(problem.wv)};
    } else {
      in.q = Self::read(problem.q);
      in.k = Self::read(problem.k);
      in.v = Self::read(problem.v);
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
    const auto put = [](const attnref_tensor& tensor, const Table<S>& table) {
      if (tensor.data != nullptr) Self::write(tensor, table);
    };
    Table<S> lse(results.lse.size(), 1);
    lse.values = results.lse;
    put(problem.output, results.output);
    put(problem.weights, results.weights);
    put(problem.lse, lse);
    put(problem.scores, results.scores);
    put(problem.queries, results.queries);
    put(problem.keys, results.keys);
    put(problem.values, results.values);
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
    const bool core = problem->heads == 1 && problem->batch == 1 && problem->causal == ATTNREF_CAUSAL_NONE &&
                      problem->window_left < 0 && problem->window_right < 0 && !(problem->softcap > 0) &&
                      problem->mask.data == nullptr && problem->bias.data == nullptr;
    if (!core) return ATTNREF_UNSUPPORTED;
    switch (problem->dtype) {
      case ATTNREF_F64:
        return Steps<double>::attend(*problem);
      case ATTNREF_F32:
        return Steps<float>::attend(*problem);
      default:
        return ATTNREF_UNSUPPORTED;
    }
  }
};

/// The library in this process, fenced and compared by the C door. Its state, as any library's, outlives a backend.
template <template <class> class Steps, StaticName name>
AnyBackend c_textbook_with() {
  using Library = CTextbook<Steps, name>;
  return c_backend({&Library::abi_version, &Library::describe, &Library::attend}, name.text);
}

/// The library with nothing replaced: a control of the C door.
AnyBackend c_textbook();

}  // namespace attnref
