// One call of a C library: its arrays between guard bytes, the structs that describe them, and what the call did to
// either.
#pragma once

#include "attnref/abi.h"
#include "attnref/backend.hpp"
#include "doors/fenced_array.hpp"
#include "doors/nan_origin.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace attnref {

/// What guard bytes and outputs hold before a call.
struct Fillings {
  Filling guards = Filling::nans;
  Filling outputs = Filling::nans;
};

class CCall {
 public:
  /// The inputs, outputs and choices that the problem has, none by a name that is written here. How arrays lie depends
  /// on the problem's sizes and arrays alone, so that a replayed case has the same strides.
  CCall(const Problem& problem, const Constraints& constraints, Fillings fillings);
  CCall(const CCall&) = delete;
  CCall& operator=(const CCall&) = delete;
  ~CCall();

  /// For attnref_attend.
  const attnref_problem& problem() const { return given_.problem; }
  /// What the library wrote to that it must not: guard bytes, an input, one of the structs. In words, if anything.
  std::optional<std::string> harm() const;
  /// What the outputs hold.
  Outputs written() const;

 private:
  using Arrays = std::map<Part, FencedArray>;

  /// The structs that the library sees.
  struct Structs {
    attnref_problem problem{};
    std::vector<attnref_array> inputs, outputs;
    std::vector<attnref_choice> choices;
  };

  std::optional<std::string> harmed_struct() const;

  std::map<std::string, std::string, std::less<>> choices_;
  Arrays inputs_, outputs_;
  Structs given_, at_first_;
};

}  // namespace attnref
