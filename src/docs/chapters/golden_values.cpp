// Why golden values are correctly rounded: what settles them, in examples that are run.
#include "attnref/golden.hpp"
#include "docs/chapter.hpp"
#include "docs/settled_in_small.hpp"
#include "generators/draw.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace attnref::docs {
namespace {

/// One query 1 of width 1 and the scale 1, so that scores are the keys.
Problem scored(const std::vector<double>& scores, const std::vector<double>& values) {
  Tensor q(Dtype::f64, 1, 1), k(Dtype::f64, scores.size(), 1), v(Dtype::f64, scores.size(), 1);
  q(0, 0) = 1;
  k.values = scores;
  v.values = values;
  Problem problem = attention_problem(q, k, v);
  problem.wanted = {Part::output};
  return problem;
}

/// How the only number of the output in f32 was settled.
Settlement settlement(const Problem& problem, long most_bits) {
  const GoldenOptions options{.formats = {Dtype::f32}, .most_bits = most_bits};
  return golden(problem, options).at(Dtype::f32).at(Part::output).settled[0];
}

std::string bits_of(double gap) {
  // An interval leaves the midpoint when it is narrower than 2^-24 e^-gap or so.
  const double bits = 24 + gap / std::log(2.0);
  return gap < 1e6 ? fmt::format("{:.0f}", bits) : fmt::format("about $2^{{{}}}$", std::ilogb(bits));
}

std::string dominance() {
  std::string table =
      "| gap of scores | bits an interval alone would need | settled by | bits used |\n|---|---|---|---|";
  const std::pair<double, const char*> gaps[]{{10, "10"}, {100, "100"}, {1000, "1000"}, {0x1p1000, "$2^{1000}$"}};
  for (const auto& [gap, name] : gaps) {
    const Settlement settled = settlement(scored({0, -gap}, {1 + 0x1p-24, 2}), GoldenOptions{}.most_bits);
    table += fmt::format("\n| {} | {} | `{}` | {} |", name, bits_of(gap), name_of(settled.how()), settled.bits());
  }
  return table;
}

/// Scores j 2^-3222 and values c + (-1)^j binomial(m, j) / 2: the mean differs from c by a multiple of 2^(-3222 m).
Problem contrived(int m) {
  const auto n = static_cast<std::size_t>(m) + 1;
  Tensor q(Dtype::f64, 1, 1), k(Dtype::f64, n, 1), v(Dtype::f64, n, 1);
  q(0, 0) = 0x1p-1074;
  double binomial = 1;
  for (std::size_t j = 0; j < n; ++j) {
    k(j, 0) = std::ldexp(static_cast<double>(j), -1074);
    v(j, 0) = 1 + 0x1p-24 + (j % 2 == 0 ? binomial : -binomial) / 2;
    binomial = binomial * static_cast<double>(n - 1 - j) / static_cast<double>(j + 1);
  }
  Problem problem = attention_problem(q, k, v);
  problem.how.scale = 0x1p-1074;
  problem.wanted = {Part::output};
  return problem;
}

std::string limits() {
  std::string table = "| $m$ | bits allowed | status | bits of the last try |\n|---|---|---|---|";
  const std::pair<int, int> tries[]{{1, 16}, {5, 16}, {20, 16}, {21, 16}, {21, 17}};
  for (const auto& [m, power] : tries) {
    const Settlement settled = settlement(contrived(m), 1L << power);
    table += fmt::format("\n| {} | $2^{{{}}}$ | `{}` | {} |", m, power, name_of(settled.how()), settled.bits());
  }
  return table;
}

/// How the values of a random problem were settled, by output.
std::string settled() {
  const Spec spec{
      .law = "docs", .sizes = {.t_q = 64, .t_k = 64, .d_model = 32, .d_k = 8, .d_v = 16}, .projected = true, .seed = 1};
  Problem problem = draw_problem(spec);
  problem.wanted = {Part::queries, Part::scores, Part::weights, Part::output, Part::lse};
  std::string table =
      "| | values | `interval` | `exact` | `sign` | `dominance` | `undecided` | most bits "
      "|\n|---|---|---|---|---|---|---|---|";
  const GoldenAnswer answer = golden(problem).at(Dtype::f64);
  for (const Part part : {Part::queries, Part::scores, Part::weights, Part::output, Part::lse}) {
    const SettledCounts counts = answer.at(part).counts();
    table += fmt::format("\n| {} | {} | {} | {} | {} | {} | {} | {} |", name_of(part), counts.all(), counts.interval,
                         counts.exact, counts.sign, counts.dominance, counts.undecided, counts.bits);
  }
  return table;
}

}  // namespace

Chapter golden_values() {
  Chapter chapter;
  for (auto& fact : settled_in_small()) chapter.facts.push_back(std::move(fact));
  chapter.facts.emplace_back("golden_values.dominance", dominance());
  chapter.facts.emplace_back("golden_values.contrived", limits());
  chapter.facts.emplace_back("golden_values.settled", settled());
  return chapter;
}

}  // namespace attnref::docs
