#include "problem/heads.hpp"

namespace attnref {

std::vector<Head> heads_of(const Problem& problem) {
  return {Head{.how = problem.how, .visible = Visible(problem.sizes().t_k)}};
}

Head only_head_of(const Problem& problem) { return heads_of(problem).front(); }

}  // namespace attnref
