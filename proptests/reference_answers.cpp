// The reference answers through attention() where output and weights are asked for, and through its trace where more
// is: what is asked for changes no bit of what is answered.
#include "attnref/reference.hpp"
#include "bounded_problems.hpp"
#include "catch.hpp"

#include <limits>
#include <variant>

using namespace attnref;

namespace {

Answer answer(Problem problem, PartSet wanted) {
  problem.wanted = wanted;
  return std::get<Answer>(reference().attend(problem));
}

void check_that_answers_agree(const Problem& problem) {
  const Answer all =
      answer(problem, {Part::output, Part::weights, Part::lse, Part::scores, Part::queries, Part::keys, Part::values});
  const Answer both = answer(problem, {Part::output, Part::weights});
  const Answer with_lse = answer(problem, {Part::output, Part::lse});
  REQUIRE((all.tensors.size() == 7 && both.tensors.size() == 2 && with_lse.tensors.size() == 2));
  CHECK(both.at(Part::output) == all.at(Part::output));
  CHECK(both.at(Part::weights) == all.at(Part::weights));
  CHECK(with_lse.at(Part::output) == all.at(Part::output));
  CHECK(with_lse.at(Part::lse) == all.at(Part::lse));
  CHECK(answer(problem, {Part::output}).at(Part::output) == all.at(Part::output));
  CHECK(answer(problem, {Part::weights}).at(Part::weights) == all.at(Part::weights));
}

}  // namespace

TEST_CASE("reference: what else is asked for changes no bit of the answer") {
  Random random(20261201);
  for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
    for (int count = 0; count < 300; ++count) {
      const Problem problem = test::random_problem(random, {.dtype = dtype, .longest = 40, .widest = 20});
      INFO("case " << count << " of " << name_of(dtype));
      check_that_answers_agree(problem);
    }
  }
}

TEST_CASE("reference: nor where there are no keys, or a number is NaN or infinite") {
  constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
    check_that_answers_agree(attention_problem(Tensor(dtype, 4, 2), Tensor(dtype, 0, 2), Tensor(dtype, 0, 3)));
    for (const double special : {inf, -inf, nan}) {
      for (const Part part : {Part::x, Part::wq, Part::wk, Part::wv}) {
        Random random(7);
        const auto tensor = [&](std::size_t rows, std::size_t columns) {
          return test::random_tensor(random, dtype, rows, columns, 1);
        };
        Problem problem = self_attention_problem(tensor(5, 3), tensor(3, 2), tensor(3, 2), tensor(3, 4));
        problem.at(part)(1, 1) = special;
        check_that_answers_agree(problem);
      }
    }
  }
}
