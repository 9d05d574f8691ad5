// What golden.hpp promises beside the numbers, which golden_agrees/ is about: what is refused, what is said of
// undecided values, names and counts.
#include "attnref/golden.hpp"
#include "catch.hpp"

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <thread>

using namespace attnref;

namespace {

Problem of(std::vector<double> q, std::vector<double> k, std::vector<double> v) {
  const auto column = [](std::vector<double> values) {
    Tensor tensor(Dtype::f64, values.size(), 1);
    tensor.values = std::move(values);
    return tensor;
  };
  return attention_problem(column(std::move(q)), column(std::move(k)), column(std::move(v)));
}

template <class Error>
std::string said(const Problem& problem, const GoldenOptions& options = {}) {
  try {
    golden(problem, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("a settlement holds its proof and its bits in one byte") {
  static_assert(sizeof(Settlement) == 1);
  CHECK(Settlement().how() == Settled::exact);
  CHECK(Settlement().bits() == 0);
  for (const Settled how : {Settled::interval, Settled::sign, Settled::dominance, Settled::undecided}) {
    for (int doublings = 0; doublings < 20; ++doublings) {
      CHECK(Settlement(how, doublings).how() == how);
      CHECK(Settlement(how, doublings).bits() == 128L << doublings);
    }
  }
  GoldenOutput output;
  output.settled = {{Settled::interval, 0}, {Settled::interval, 3}, {Settled::exact, 0}, {Settled::undecided, 1}};
  const SettledCounts counts = output.counts();
  CHECK(counts.interval == 2);
  CHECK(counts.exact == 1);
  CHECK(counts.sign == 0);
  CHECK(counts.dominance == 0);
  CHECK(counts.undecided == 1);
  CHECK(counts.all() == 4);
  CHECK(counts.bits == 1024);
}

TEST_CASE("each proof has a name of its own, and none is called a ball") {
  std::set<std::string_view> names;
  for (const Settled how : {Settled::interval, Settled::exact, Settled::sign, Settled::dominance, Settled::undecided}) {
    CHECK(names.insert(name_of(how)).second);
  }
  CHECK(!names.contains("ball"));
}

TEST_CASE("a zero of given queries, keys and values is published as +0, whichever sign it had") {
  if (!golden_is_built()) return;
  Problem problem = of({-0.0, 0.0}, {-0.0, 1}, {-0.0, -0.0});
  problem.wanted = {Part::queries, Part::keys, Part::values, Part::scores, Part::output};
  for (const auto& [dtype, answer] : golden(problem, {.formats = {Dtype::f64, Dtype::f32, Dtype::f16, Dtype::bf16}})) {
    for (const auto& [part, output] : answer) {
      INFO(name_of(part) << ' ' << name_of(dtype));
      for (const double x : output.tensor.values) {
        if (x == 0) CHECK(!std::signbit(x));
      }
    }
  }
}

TEST_CASE("a given number that underflows keeps its sign") {
  if (!golden_is_built()) return;
  Problem problem = of({1}, {1}, {-0x1p-400});
  problem.wanted = {Part::values};
  const double value = golden(problem, {.formats = {Dtype::f32}}).at(Dtype::f32).at(Part::values).tensor.values[0];
  CHECK(value == 0);
  CHECK(std::signbit(value));
}

TEST_CASE("golden values refuse what they do not compute") {
  if (!golden_is_built()) {
    CHECK(said<golden_unavailable>(of({1}, {1}, {1})).find("FLINT") != std::string::npos);
    return;
  }
  Problem problem = of({1}, {1, 2}, {1, 2});
  problem.how.scale = std::numeric_limits<double>::infinity();
  CHECK(said<problem_error>(problem) == "golden values: scale: expected a finite number, found inf");
  problem.how.scale = std::numeric_limits<double>::quiet_NaN();
  CHECK(said<problem_error>(problem) == "golden values: scale: expected a finite number, found nan");
  problem.how.scale.reset();
  problem.how.causal = Causal::top_left;
  CHECK(said<problem_error>(problem) ==
        "golden values: causal: expected none, as attnref computes nothing else yet, found top_left");
  problem.how.causal = Causal::none;
  problem.at(Part::q) = Tensor(Dtype::f64, 1, 0);
  problem.at(Part::k) = Tensor(Dtype::f64, 2, 0);
  CHECK(said<problem_error>(problem).find("d_k: expected at least 1") != std::string::npos);
}

TEST_CASE("a problem put together wrongly is refused before it is read") {
  if (!golden_is_built()) return;
  const Problem whole = of({1}, {1, 2}, {1, 2});
  Problem problem = whole;
  problem.at(Part::k).values.pop_back();
  CHECK(said<problem_error>(problem) == "k: expected 2 numbers for its shape (2 x 1), found 1");
  problem = whole;
  problem.at(Part::v).shape = {1, 2};
  CHECK(said<problem_error>(problem) == "v: expected shape (2 x 2), found (1 x 2)");
  problem = whole;
  problem.tensors.erase(Part::q);
  CHECK(said<problem_error>(problem) == "q: expected a tensor, found none");
  problem = whole;
  for (const Part part : {Part::q, Part::k_cache}) {
    problem.wanted = {part};
    CHECK(said<problem_error>(problem).find("found '" + std::string(name_of(part)) + "'") != std::string::npos);
  }
  problem = whole;
  problem.at(Part::q).dtype = Dtype::f32;
  CHECK(said<problem_error>(problem) == "k: expected dtype f32, found f64");
  problem = whole;
  problem.at(Part::v).dtype = Dtype::f32;
  CHECK(said<problem_error>(problem) == "v: expected dtype f64, found f32");
  problem = whole;
  for (const Part part : {Part::q, Part::k, Part::v}) problem.at(part).dtype = Dtype::f32;
  CHECK(said<problem_error>(problem) == "nothing");
  problem.at(Part::v).values[1] = 0.1;
  CHECK(said<problem_error>(problem) == "v[1, 0]: expected a number of f32, found 0.1, which is between two of them");
  Tensor short_of_one(Dtype::f64, 2, 1);
  short_of_one.values.pop_back();
  CHECK_THROWS_AS(attention_problem(short_of_one, short_of_one, short_of_one), problem_error);
}

TEST_CASE("exponents far apart are refused where their integers would not fit") {
  if (!golden_is_built()) return;
  const Problem problem = of({1e-300, 1e300}, {1e-300, 1e300}, {1, 2});
  CHECK(said<problem_error>(problem, {.most_bytes = 1000}).find("exponents are far apart") != std::string::npos);
  CHECK(said<problem_error>(problem) == "nothing");
}

TEST_CASE("a value is undecided where the bits allowed do not settle it") {
  if (!golden_is_built()) return;
  // Weights within 2^-1074 of each other cancel among binomial coefficients of alternating sign, all orders up to m:
  // the mean is within about 2^-3222 m of the midpoint 1 + 2^-24, on a side that only so many bits show.
  const auto nearly_tied = [](int m) {
    Problem problem = of({0x1p-1074}, {}, {});
    std::vector<double> k, v;
    double binomial = 1;
    for (int j = 0; j <= m; ++j) {
      k.push_back(std::ldexp(j, -1074));
      v.push_back(1 + 0x1p-24 + (j % 2 == 0 ? 1 : -1) * binomial / 2);
      binomial = binomial * (m - j) / (j + 1);
    }
    problem = of({0x1p-1074}, k, v);
    problem.how.scale = 0x1p-1074;
    problem.wanted = {Part::output};
    return problem;
  };
  const auto settled = [&](int m, long bits) {
    return golden(nearly_tied(m), {.formats = {Dtype::f32}, .most_bits = bits}).at(Dtype::f32).at(Part::output);
  };
  const GoldenOutput enough = settled(3, 1L << 16);
  CHECK(enough.counts().undecided == 0);
  CHECK(enough.settled[0].bits() > 4096);
  const GoldenOutput few = settled(3, 1024);
  CHECK(few.counts().undecided == 1);
  CHECK(few.settled[0].bits() == 1024);
  CHECK(settled(3, 1).settled[0].bits() == 128);  // one try there always is
}

TEST_CASE("progress is told, and an exception in it ends the work") {
  if (!golden_is_built()) return;
  const Problem problem = of({1, 2, 3, 4, 5, 6, 7, 8}, {1, 2}, {1, 2});
  std::size_t last = 0;
  golden(problem, {.progress = [&](std::size_t done, std::size_t rows) {
           CHECK(rows == 8);
           last = done;
         }});
  CHECK(last == 8);
  CHECK_THROWS_AS(golden(problem, {.threads = 2, .progress = [](std::size_t, std::size_t) { throw 1; }}), int);
}

TEST_CASE("a thread of the caller's own may ask, and leaves nothing behind when it ends") {
  // LeakSanitizer sees what would be left: FLINT keeps caches for each thread.
  if (!golden_is_built()) return;
  const Problem problem = of({1, 2, 3}, {1, 2}, {1, 2});
  const double here = golden(problem).at(Dtype::f64).at(Part::output).tensor.values[0];
  double there = 0;
  std::thread([&] {
    there = golden(problem).at(Dtype::f64).at(Part::output).tensor.values[0];
    golden_enclosure(problem);
  }).join();
  CHECK(there == here);
}
