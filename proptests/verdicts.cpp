// When a law holds, and why one was not run: by what became of its cases in each dtype.
#include "search/verdict.hpp"

#include "catch.hpp"

using namespace attnref;

namespace {

Count cases(std::size_t asked, std::size_t judged, std::size_t unsupported = 0, std::size_t violated = 0) {
  return {.asked = asked, .judged = judged, .violated = violated, .unsupported = unsupported};
}

Verdict verdict(Count f64) { return verdict_of({{Dtype::f64, f64}}); }

}  // namespace

TEST_CASE("verdicts: a law holds from a quarter of its cases on, and 5, or all where fewer were asked") {
  CHECK(verdict(cases(100, 25)) == Verdict::holds);
  CHECK(verdict(cases(100, 24)) == Verdict::not_run);
  CHECK(verdict(cases(41, 11)) == Verdict::holds);
  CHECK(verdict(cases(41, 10)) == Verdict::not_run);
  CHECK(verdict(cases(20, 5)) == Verdict::holds);
  CHECK(verdict(cases(20, 4)) == Verdict::not_run);
  CHECK(verdict(cases(5, 5)) == Verdict::holds);
  CHECK(verdict(cases(5, 4)) == Verdict::not_run);
  for (std::size_t asked = 1; asked < 5; ++asked) {
    CHECK(verdict(cases(asked, asked)) == Verdict::holds);
    CHECK(verdict(cases(asked, asked - 1)) == Verdict::not_run);
  }
  CHECK(verdict(cases(0, 0)) == Verdict::not_run);
}

TEST_CASE("verdicts: every dtype counts, one that is unsupported throughout too") {
  CHECK(verdict_of({{Dtype::f64, cases(40, 40)}, {Dtype::f32, cases(40, 2)}}) == Verdict::not_run);
  CHECK(verdict_of({{Dtype::f64, cases(40, 40)}, {Dtype::f32, cases(40, 0, 40)}}) == Verdict::not_run);
  CHECK(verdict_of({{Dtype::f64, cases(40, 40)}, {Dtype::f32, cases(0, 0)}}) == Verdict::not_run);
  CHECK(verdict_of({{Dtype::f64, cases(40, 0, 40)}, {Dtype::f32, cases(40, 0, 40)}}) == Verdict::unsupported);
  CHECK(verdict_of({{Dtype::f64, cases(40, 40)}, {Dtype::f32, cases(40, 1, 39, 1)}}) == Verdict::violated);
}

TEST_CASE("verdicts: a law that was not run says which dtype, how many cases, and the commonest reason") {
  const std::map<Dtype, Refusals> refusals{{Dtype::f32, {{"too long", 30}, {"too wide", 8}}}};
  CHECK(reason_not_run({{Dtype::f64, cases(40, 40)}, {Dtype::f32, cases(40, 2, 38)}}, refusals) ==
        "38 of 40 cases in f32 were unsupported: too long");
  CHECK(reason_not_run({{Dtype::f64, cases(40, 40)}, {Dtype::f32, cases(40, 2, 10)}}, refusals) ==
        "2 of 40 cases judged in f32: the bound said too little");
  CHECK(reason_not_run({{Dtype::f64, cases(0, 0)}}, {}).empty());
}
