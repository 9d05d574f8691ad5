// Spec -> Problem: the inputs of a case, by regime. Pure functions; every number comes from random.hpp.
#pragma once

#include "attnref/spec.hpp"
#include "generators/random.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace attnref {

/// The problem of a Spec: queries, keys and values, or X and projections, whose scores are as the regime says.
Problem draw_problem(const Spec& spec);

/// A rows x columns tensor of numbers of standard deviation `deviation`: normal, or on the Spec's lattice, of which
/// Spec::zeroed percent are zero. `name` picks the stream. The corner of a larger tensor is the smaller one.
Tensor draw_tensor(const Spec& spec, std::string_view name, std::size_t rows, std::size_t columns,
                   double deviation = 1);

/// Numbers of the lattice: b-bit integers times one power of two, of about that standard deviation.
Tensor draw_lattice(const Spec& spec, std::string_view name, std::size_t rows, std::size_t columns, int bits,
                    double deviation = 1);

/// The stream of random numbers that belongs to a name in a Spec, for a law's own choices.
Random stream(const Spec& spec, std::string_view name, std::uint64_t index = 0);

/// A power of two to multiply inputs by: 2^-3 to 2^3, and one time in three any of the format that leaves sums a
/// quarter of its exponents for themselves. What clamps, or computes in a narrower format, has limits there.
double draw_power_of_two(Dtype dtype, Random& random);

/// The largest power of two that divides every number of the tensor; 1 if all are zero. Finite numbers only.
double lattice_unit(const Tensor& tensor);

/// True when every order of summation gives Q, K, V, and the scores before scaling, exactly in the problem's dtype: the
/// sum of |terms| over the lattice's unit stays below 2^p.
bool sums_are_exact(const Problem& problem);

/// sums_are_exact, and 1/sqrt(d_k) is a power of two: the scores are exact too.
bool scores_are_exact(const Problem& problem);

// Ready-made answers to Law::fit and building blocks for others.

/// Every Spec will do.
Spec any_spec(Spec spec);
/// As many queries as keys.
Spec equal_lengths(Spec spec);
/// Queries, keys and values are given.
Spec unprojected(Spec spec);
/// X and projections.
Spec projected(Spec spec);
/// On a lattice of so many bits at most, and at least one.
Spec on_lattice(Spec spec, int bits);
/// d_k = 1, 4, 16 or 64 (the next below), where 1/sqrt(d_k) is a power of two.
Spec power_of_four_d_k(Spec spec);
/// No regime but these: another one becomes the first.
Spec within_regimes(Spec spec, std::initializer_list<Regime> regimes);

}  // namespace attnref
