// Problems in files, for tests of the command.
#pragma once

#include "attnref/problem.hpp"
#include "documents/document.hpp"
#include "generators/draw.hpp"

#include <string>

namespace attnref::test {

/// A problem of 7 queries and 11 keys (7, with projections), d_k = 5 and d_v = 3.
inline Problem drawn_problem(Dtype dtype, bool projected, PartSet wanted, Regime regime = Regime::moderate) {
  Problem problem = draw_problem({.law = "",
                                  .dtype = dtype,
                                  .regime = regime,
                                  .sizes = {.t_q = 7, .t_k = projected ? 7U : 11U, .d_model = 6, .d_k = 5, .d_v = 3},
                                  .projected = projected,
                                  .seed = 20170612});
  problem.wanted = wanted;
  return problem;
}

/// Writes the problem; returns the file.
inline std::string save_problem(const Problem& problem, const std::string& file) {
  write_safetensors(file, document_of(problem));
  return file;
}

inline std::string save_answer(const Answer& answer, const std::string& file) {
  write_safetensors(file, document_of(Reply(answer)));
  return file;
}

}  // namespace attnref::test
