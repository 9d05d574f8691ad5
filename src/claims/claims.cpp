#include "claims/claims.hpp"

#include <array>

namespace attnref {

std::span<const Claim> claims() {
  static constexpr std::array<Claim, 25> all{{
      {"a_view_that_changes_leaves_the_matrix",
       "A Matrix made of a view keeps its numbers when what the view shows changes."},
      {"agrees_with_static_attention", "The typed layer agrees with the same mathematics evaluated by the compiler."},
      {"diagonal_dominates",
       "Without projections and with vectors of equal length, the diagonal is the largest of its row."},
      {"empty_sequences_have_their_shapes",
       "T = 0 is a length like any other: all shapes are right and no row is read."},
      {"exp_is_within_an_ulp", "The exponential of the softmax is as accurate as the bounds take it to be."},
      {"inputs_are_unchanged", "No operation writes to what it is given."},
      {"map_is_t_by_t", "In self-attention A is T x T, in type and in size; in attention it is Tq x Tk."},
      {"nothing_is_moved_from", "A Matrix is copied and never left without its numbers."},
      {"one_map_is_alive", "Attention keeps one Tq x Tk map in memory at a time, and its trace two."},
      {"parameter_count_ignores_length",
       "d_model (2 d_k + d_v) parameters: a constant of types in which no sequence axis occurs."},
      {"products_are_exact_on_integers", "Products of small integers are exact, whatever the order of their sums."},
      {"rows_sum_to_one", "The weights of each row sum to 1, for random sizes on named axes and for static types."},
      {"same_call_same_bits", "The same call gives the same bits."},
      {"scores_are_symmetric", "With Q = K the scores are symmetric."},
      {"shape_errors_are_thrown_where_two_sizes_meet",
       "Wherever two sizes of one axis meet and differ, shape_error is thrown."},
      {"shape_errors_name_what_where_and_both_sizes",
       "A shape_error is one line: the operation, the axis, both sizes."},
      {"softmax_edges", "NaN, infinities and empty rows give what the softmax's contract says."},
      {"static_exp_is_within_an_ulp", "The exponential that the compiler evaluates is right to an ulp."},
      {"static_sqrt_is_within_two_ulps", "The square root that the compiler evaluates is right to two ulps."},
      {"static_types_give_the_bits_of_named_axes", "Static sizes and sizes known at run time give the same bits."},
      {"trace_tells_the_same", "The trace's output and weights are those of the operation without it, bit for bit."},
      {"vector_units_agree", "Every vector unit that the softmax is compiled for gives the same bits."},
      {"views_equal_their_copies", "Column slices, steps, reversals and transposes enter a Matrix as their copies do."},
      {"weights_underflow_gradually", "Small weights are subnormal numbers, not zeros."},
      {"zero_weight_times_nan_is_nan",
       "A weight of 0 does not hide a NaN among the values: it is arithmetic, not a mask."},
  }};
  return all;
}

}  // namespace attnref
