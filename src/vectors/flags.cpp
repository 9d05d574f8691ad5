// The mistakes that the vectors catch, each with the law that it breaks.
#include "vectors/vector_case.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace attnref::vectors {
namespace {

constexpr std::array all_flags{
    Flag{"cancellation", "a sum is formed in an order or a format in which its terms cancel", "agrees_with_golden"},
    Flag{"constant_values", "weights that do not sum to 1, or padding that counts, move a mean of equal values",
         "constant_values_give_constant_output"},
    Flag{"dominance", "a precision loop gives up on a weight far below every bit, which decides a tie",
         "agrees_with_golden"},
    Flag{"double_rounding", "a narrow format is rounded from a wider one, not from the true value",
         "agrees_with_golden"},
    Flag{"duplicated_keys", "equal keys are merged, dropped or weighted apart", "duplicated_keys_share_their_weight"},
    Flag{"dyadic_mean", "the mean of a power of two of small integers is not exact", "dyadic_means_are_exact"},
    Flag{"empty", "a sequence without positions is refused or makes NaN", "outputs_have_their_shapes"},
    Flag{"equal_scores", "equal scores get different weights", "zero_queries_give_the_mean"},
    Flag{"explicit_scale", "a given scale is ignored, rounded or applied beside the default",
         "explicit_scale_is_taken"},
    Flag{"far_key", "a key far below the largest is clamped up and counts", "a_far_key_copies_its_value"},
    Flag{"infinity", "an infinity is clamped, or reaches other rows than its own", "infinity_reaches_exactly_its_rows"},
    Flag{"large_scores", "the exponential overflows, since the largest score is not subtracted",
         "score_shift_changes_nothing"},
    Flag{"lesson", "the layer is not the lesson's", "lesson_arrays_are_matched"},
    Flag{"log_sum_exp", "the log-sum-exp is in base 2, of unscaled scores, or lacks the maximum",
         "log_sum_exp_normalises_the_scores"},
    Flag{"log_sum_exp_near_zero", "the logarithm of a sum near 1 loses all its bits", "agrees_with_golden"},
    Flag{"nan", "a NaN is dropped, or reaches other rows than its own", "nan_reaches_exactly_its_rows"},
    Flag{"negative_scale", "a scale below 0 is refused or made positive", "explicit_scale_is_taken"},
    Flag{"product_overflow", "q.k overflows before it is scaled", "agrees_with_golden"},
    Flag{"projections", "a projection is transposed, or serves in another's place", "projections_can_be_gauged"},
    Flag{"result_overflow", "a result at the end of the format is clamped, or overflows too early",
         "agrees_with_golden"},
    Flag{"rounded_projections", "Q, K or V is rounded, or overflows, before it is used",
         "projecting_first_changes_nothing"},
    Flag{"rounded_scale", "1/sqrt(d_k) is rounded before it multiplies", "agrees_with_golden"},
    Flag{"scale", "the scale is 1/d_k, 1/sqrt(d_model), 1/sqrt(d_v), applied twice, inverted or missing",
         "scale_is_one_over_root_dk"},
    Flag{"shifted_scores", "a score far from 0 loses its low bits, or its maximum starts at 0",
         "score_shift_changes_nothing"},
    Flag{"single_key", "the only key's weight is not 1", "single_key_returns_its_value"},
    Flag{"spread", "numbers of very different size are held in too few bits", "agrees_with_golden"},
    Flag{"subnormals", "subnormal numbers are flushed to zero", "agrees_with_golden"},
    Flag{"tail", "keys, queries or columns beyond the last full tile are forgotten, doubled or padded",
         "every_position_is_looked_at"},
    Flag{"tie_to_even", "a value halfway between two numbers goes to the odd one", "agrees_with_golden"},
    Flag{"underflow", "small weights are flushed, or kept where they underflow", "other_keys_change_no_odds"},
    Flag{"unlike_lengths", "the number of keys is taken from the queries, or the map is transposed",
         "outputs_have_their_shapes"},
    Flag{"unlike_widths", "values are read with the width of keys", "values_enter_column_by_column"},
    Flag{"wrong_axis", "the softmax runs over queries", "rows_sum_to_one"},
    Flag{"zero_scale", "a scale of 0 is taken for an absent one", "explicit_scale_is_taken"},
};

}  // namespace

std::span<const Flag> flags() { return all_flags; }

const Flag& flag_named(std::string_view name) {
  const auto found =
      std::find_if(all_flags.begin(), all_flags.end(), [&](const Flag& flag) { return flag.name == name; });
  if (found == all_flags.end()) throw std::out_of_range("golden vectors: no flag is named " + std::string(name));
  return *found;
}

}  // namespace attnref::vectors
