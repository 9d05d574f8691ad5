// The cases of laws that theorems 1 and 2 use, each tried as it stands in their hypotheses.
#include "docs/cases_used.hpp"

#include "attnref/judging.hpp"

#include "generators/draw.hpp"
#include "generators/transform.hpp"
#include "judging/key_scores.hpp"

#include <algorithm>
#include <array>

namespace attnref::docs {
namespace {

Problem with_keys(const Problem& problem, const Order& keys) {
  return attention_problem(problem.at(Part::q), rows_in_order(problem.at(Part::k), keys),
                           rows_in_order(problem.at(Part::v), keys));
}

Problem with_values(const Problem& problem, const Tensor& v) {
  return attention_problem(problem.at(Part::q), problem.at(Part::k), v);
}

/// Column c of Y is the answer to column c of V alone. (eq. values_by_column)
void one_column(const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation whole = subject.attend(problem);
  for (std::size_t c = 0; c < problem.sizes().d_v; ++c) {
    const Observation alone = subject.attend(with_values(problem, columns_in_order(problem.at(Part::v), {c})));
    for (std::size_t i = 0; i < problem.sizes().t_q; ++i)
      comparison.agree("output", i, c, alone.output(i, 0), whole.output(i, c), whole.trivial_output(i, c));
  }
}

/// Where all columns of V are the unit vector e_j, so are those of Y column j of A. (eq. identity_values)
void one_unit_vector(const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation whole = subject.attend(problem, {Part::weights});
  for (std::size_t j = 0; j < problem.sizes().t_k; ++j) {
    const Tensor units = identity_columns(problem.dtype(), problem.sizes().t_k, Order(problem.sizes().d_v, j));
    const Observation read = subject.attend(with_values(problem, units));
    for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
      for (std::size_t c = 0; c < problem.sizes().d_v; ++c)
        comparison.agree("weight", i, j, read.output(i, c), whole.weight(i, j), whole.trivial_weight(i, j));
    }
  }
}

/// One key less changes no odds. (eq. odds)
void one_key_more(const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation whole = subject.attend(problem, {Part::weights});
  for (std::size_t gone = 0; gone < problem.sizes().t_k; ++gone) {
    Order kept = in_order(problem.sizes().t_k);
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(gone));
    const Observation part = subject.attend(with_keys(problem, kept), {Part::weights});
    for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
      for (std::size_t n = 1; n < kept.size(); ++n)
        comparison.agree_in_proportion("odds", i, n, whole.weight(i, kept[0]) * part.weight(i, n),
                                       whole.weight(i, kept[n]) * part.weight(i, 0));
    }
  }
}

/// A key beside a key 0 has the weight e^s / (e^s + 1). (eq. fingerprint)
void a_key_beside_0(const Problem& problem, Subject& subject, Comparison& comparison) {
  Problem two = with_keys(problem, {0, 1});
  std::vector<double> key(problem.sizes().d_k);
  for (std::size_t c = 0; c < key.size(); ++c) {
    key[c] = two.at(Part::k)(0, c);
    two.at(Part::k)(1, c) = 0;
  }
  const Observation seen = subject.attend(two, {Part::weights});
  const std::vector<Measured> scores = key_scores(two, key);
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    const Measured one{1, 0}, odds = exp(scores[i]);
    comparison.agree("weight", i, 0, seen.weight(i, 0), odds / (odds + one), seen.trivial_weight(i, 0));
  }
}

/// Signs and an order of coordinates, of queries and keys alike. (eq. coordinates)
void signs_and_order(const Problem& problem, Subject& subject, Comparison& comparison) {
  Random random(problem.sizes().d_k);
  Order order = in_order(problem.sizes().d_k);
  shuffle(order, random);
  std::vector<double> signs(order.size());
  for (double& sign : signs) sign = random.chance(0.5) ? -1 : 1;
  const auto transformed = [&](Part part) { return columns_times(signs, columns_in_order(problem.at(part), order)); };
  const Problem other = attention_problem(transformed(Part::q), transformed(Part::k), problem.at(Part::v));
  comparison.agree(subject.attend(problem, {Part::weights}), subject.attend(other, {Part::weights}));
}

struct CaseUsed {
  std::string_view law;
  void (*judge)(const Problem& problem, Subject& subject, Comparison& comparison);
};

constexpr std::array<CaseUsed, 5> cases_used{{{"values_enter_column_by_column", one_column},
                                              {"weights_are_what_identity_values_read", one_unit_vector},
                                              {"other_keys_change_no_odds", one_key_more},
                                              {"scale_is_one_over_root_dk", a_key_beside_0},
                                              {"signed_permutation_of_dk", signs_and_order}}};

Problem small_problem(std::uint64_t seed) {
  Random random(seed);
  const auto size = [&](std::size_t most) { return 1 + random.below(most); };
  return draw_problem({.law = "docs",
                       .sizes = {.t_q = size(4), .t_k = 1 + size(5), .d_model = 1, .d_k = size(8), .d_v = size(4)},
                       .seed = seed});
}

}  // namespace

std::optional<bool> breaks_case_used_of(std::string_view law, const AnyBackend& backend) {
  const auto* const used =
      std::find_if(cases_used.begin(), cases_used.end(), [&](const CaseUsed& one) { return one.law == law; });
  if (used == cases_used.end()) return std::nullopt;
  Subject subject(backend, Dtype::f64);
  Comparison comparison;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) used->judge(small_problem(seed), subject, comparison);
  return comparison.judgement().outcome == Judgement::Outcome::violated;
}

}  // namespace attnref::docs
