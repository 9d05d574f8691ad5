// The executed part of the theorems (eq. merge_theorem, short_theorem, long_theorem): the laws that a function breaks.
#include "docs/independence.hpp"

#include "attnref/check.hpp"
#include "docs/cases_used.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace attnref::docs {

std::span<const std::string_view> the_laws() {
  static constexpr std::array<std::string_view, 12> laws{
      "weights_are_what_identity_values_read",
      "values_enter_column_by_column",
      "values_add",
      "rows_sum_to_one",
      "every_position_is_looked_at",
      "other_keys_change_no_odds",
      "a_row_depends_on_its_query_alone",
      "scores_add_in_the_key",
      "scores_add_in_the_query",
      "signed_permutation_of_dk",
      "quadrupling_dk",
      "scale_is_one_over_root_dk",
  };
  return laws;
}

std::span<const std::string_view> laws_of_merging() {
  static constexpr std::array<std::string_view, 2> laws{"single_key_returns_its_value",
                                                        "blocks_merge_by_their_weights"};
  return laws;
}

std::vector<std::string_view> laws_broken_by(const AnyBackend& backend, std::span<const std::string_view> laws) {
  CheckOptions options;
  options.laws.assign(laws.begin(), laws.end());
  options.dtypes = {Dtype::f64};
  options.cases = 60;
  options.max_length = 17;
  options.shrink_tries = 0;
  const Report report = check(backend, options);
  std::vector<std::string_view> broken;
  for (const std::string_view law : laws) {
    const auto found = std::find_if(report.laws.begin(), report.laws.end(), [&](const auto& l) { return l.id == law; });
    if (found->verdict == Verdict::violated) {
      if (!breaks_case_used_of(law, backend).value_or(true))
        throw std::runtime_error(fmt::format("{} is violated, but not in the case that the theorems use", law));
      broken.push_back(law);
    } else if (found->verdict != Verdict::holds) {
      throw std::runtime_error(fmt::format("{} is {}: {}", law, name_of(found->verdict), found->reason));
    }
  }
  return broken;
}

bool reads_right(const AnyBackend& backend) {
  Subject subject(backend, Dtype::f64);
  Comparison comparison;
  for (std::size_t d_k = 1; d_k <= 17; ++d_k) {
    if (d_k % 4 == 0) continue;
    Tensor q(Dtype::f64, 1, d_k), k(Dtype::f64, 2, d_k), v(Dtype::f64, 2, 1);
    q(0, 0) = k(0, 0) = v(0, 0) = 1;
    const Observation seen = subject.attend(attention_problem(q, k, v), {Part::weights});
    const Measured one{1, 0};
    const Measured odds = exp(one / Measured{std::sqrt(static_cast<long double>(d_k)), 0x1p-60L});
    comparison.agree("weight", d_k, 0, seen.weight(0, 0), odds / (odds + one), seen.trivial_weight(0, 0));
  }
  return comparison.judgement().outcome == Judgement::Outcome::passed;
}

}  // namespace attnref::docs
