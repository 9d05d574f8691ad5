// The hard cases and their derivations. Unless a scale is given, one query of width 1 is 1 and the keys are the scores:
// 1/sqrt(1) is 1. Inputs are f64, answers in the format under trial, with e = 2^(1-p) the spacing of its numbers
// above 1.
#include "golden_agrees/hard_cases.hpp"

#include <gmpxx.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>

namespace attnref::test {
namespace {

using Rows = std::vector<std::vector<double>>;

// What must prove a number, where only one thing can: an exact test a tie of means, sign or dominance what lies beside
// a midpoint that no interval leaves. Elsewhere an interval may do it first.
constexpr std::optional<Settled> exact = Settled::exact, sign = Settled::sign, dominance = Settled::dominance,
                                 any = std::nullopt;
const double huge = 0x1p1000;  // a gap of scores that no working precision sees across

Tensor matrix(Dtype dtype, const Rows& rows) {
  Tensor tensor(dtype, rows.size(), rows.at(0).size());
  for (std::size_t i = 0; i < tensor.rows(); ++i) {
    for (std::size_t j = 0; j < tensor.columns(); ++j) tensor(i, j) = rows[i].at(j);
  }
  return tensor;
}

/// One query, with a score and a value for each key.
Problem scored(const std::vector<double>& scores, const std::vector<double>& values) {
  Rows keys, columns;
  for (const double score : scores) keys.push_back({score});
  for (const double value : values) columns.push_back({value});
  return attention_problem(matrix(Dtype::f64, {{1}}), matrix(Dtype::f64, keys), matrix(Dtype::f64, columns));
}

/// One position.
Problem projected(Dtype dtype, const Rows& x, const Rows& wq, const Rows& wk, const Rows& wv) {
  return self_attention_problem(matrix(dtype, x), matrix(dtype, wq), matrix(dtype, wk), matrix(dtype, wv));
}

class Collection {
 public:
  void add(std::string name, Problem problem, std::vector<Expected> expected) {
    problem.wanted = computed_outputs;
    cases_.push_back({std::move(name), std::move(problem), std::move(expected)});
  }
  /// A case of which the one output matters.
  void output(std::string name, Problem problem, Dtype format, double value, std::optional<Settled> settled) {
    add(std::move(name), std::move(problem), {{Part::output, 0, format, value, settled}});
  }
  std::vector<HardCase> take() { return std::move(cases_); }

 private:
  std::vector<HardCase> cases_;
};

double spacing_above_1(Dtype format) { return std::ldexp(1.0, 1 - format_of(format).precision); }

std::string in(Dtype format, std::string_view what) { return std::string(name_of(format)) + ": " + std::string(what); }

// With equal scores the output is the mean. Of 1 and 1 + e it is halfway between them, and 1 is even; of 1 + e and 1 +
// 2e it is halfway, and 1 + 2e is even. Both in every format.
void midpoints(Collection& cases) {
  for (const Dtype format : all_formats) {
    const double e = spacing_above_1(format);
    cases.output(in(format, "mean at a midpoint, even below"), scored({7, 7}, {1, 1 + e}), format, 1, exact);
    cases.output(in(format, "mean at a midpoint, even above"), scored({7, 7}, {1 + e, 1 + 2 * e}), format, 1 + 2 * e,
                 exact);
    cases.output(in(format, "negative mean at a midpoint"), scored({7, 7}, {-1 - e, -1 - 2 * e}), format, -1 - 2 * e,
                 exact);
    if (format == Dtype::f64) continue;
    // Equal values whatever the scores: the mean is that value.
    cases.output(in(format, "equal values at a midpoint"), scored({3, -1, 0.5}, {1 + e / 2, 1 + e / 2, 1 + e / 2}),
                 format, 1, exact);
  }
  // Half the smallest number: a tie with 0, which is even; three halves: a tie, 2 is even. Underflow keeps the sign.
  for (const Dtype format : all_formats) {
    const double least = std::ldexp(1.0, format_of(format).emin - format_of(format).precision + 1);
    cases.output(in(format, "half the smallest number"), scored({7, 7}, {least, 0}), format, 0, exact);
    cases.output(in(format, "minus half the smallest number"), scored({7, 7}, {-least, 0}), format, -0.0, exact);
    cases.output(in(format, "three halves of the smallest number"), scored({7, 7}, {least, 2 * least}), format,
                 2 * least, exact);
  }
  // Scale 0 makes all scores equal: (4 (1 + e) + 4) / 8 with e of f32.
  Problem zero_scale =
      scored({1, 2, 3, 4, 5, 6, 7, 8}, {1, 1, 1, 1, 1 + 0x1p-23, 1 + 0x1p-23, 1 + 0x1p-23, 1 + 0x1p-23});
  zero_scale.how.scale = 0;
  cases.output("scale 0, mean at a midpoint", zero_scale, Dtype::f32, 1, exact);
}

// Keys of the largest score have a mean so near a midpoint that no interval of 256 bits shows the difference, and the
// keys below differ by less. The sign of the difference is proved from the largest score's keys.
void top_groups_beside_a_midpoint(Collection& cases) {
  for (const Dtype format : all_formats) {
    const double e = spacing_above_1(format);
    cases.output(in(format, "top group's mean above a midpoint"),
                 scored({300, 300, 300, 300, 0}, {4, 2 * e, 0, 0x1p-300, 0}), format, 1 + e, sign);
    cases.output(in(format, "top group's mean below a midpoint"),
                 scored({300, 300, 300, 300, 0}, {4, 2 * e, 0, -0x1p-300, 2}), format, 1, sign);
  }
}

// Keys of the largest score have the mean c, a midpoint; a weight of e^-gap beside them moves the output off c, to the
// side on which its value lies, by less than any interval shows at gap 2^1000. Ties to even would miss one of two.
void dominated_midpoints(Collection& cases) {
  for (const Dtype format : all_formats) {
    const double e = spacing_above_1(format);
    for (const double gap : {300.0, huge}) {
      const std::string at = gap == huge ? ", gap 2^1000" : ", gap 300";
      const auto add = [&](std::string_view what, double low, double high, double other, double expected) {
        cases.output(in(format, std::string(what) + at), scored({gap, gap, 0}, {low, high, other}), format, expected,
                     dominance);
      };
      add("above a midpoint, even below", 1, 1 + e, 2, 1 + e);
      add("below a midpoint, even below", 1, 1 + e, 0, 1);
      add("above a midpoint, even above", 1 + e, 1 + 2 * e, 2, 1 + 2 * e);
      add("below a midpoint, even above", 1 + e, 1 + 2 * e, 0, 1 + e);
      add("negative, below a midpoint", -1 - e, -1, -2, -1 - e);
      add("negative, above a midpoint", -1 - 2 * e, -1 - e, 0, -1 - e);
    }
    // A group between whose own mean is c, from 2 and e, says nothing; the lowest key decides.
    cases.output(in(format, "the second group is at the midpoint too"),
                 scored({huge, huge, 5, 5, 0}, {1, 1 + e, 2, e, 2}), format, 1 + e, dominance);
    // Distinct scores, but every group's mean is c: then c is the output, whose tie goes to even.
    cases.output(in(format, "all groups at the midpoint"), scored({9, 9, 5, 5}, {1 + e, 1 + 2 * e, 2 + 2 * e, e}),
                 format, 1 + 2 * e, exact);
    // The smallest number and 0 tie at the top: the mean is the midpoint between them.
    const double least = std::ldexp(1.0, format_of(format).emin - format_of(format).precision + 1);
    cases.output(in(format, "above half the smallest number"), scored({huge, huge, 0}, {least, 0, 1}), format, least,
                 dominance);
    cases.output(in(format, "below half the smallest number"), scored({huge, huge, 0}, {least, 0, -1}), format, 0,
                 dominance);
    cases.output(in(format, "above minus half the smallest number"), scored({huge, huge, 0}, {-least, 0, 1}), format,
                 -0.0, dominance);
  }
  // A negative scale turns the order of scores about.
  Problem negative = scored({-huge, 0}, {1 + 3 * 0x1p-24, 0});
  negative.how.scale = -1;
  cases.output("negative scale, below a midpoint", negative, Dtype::f32, 1 + 0x1p-23, dominance);
  // Two lower groups pull apart: the side is the sign of e^L (v1 - c) + (v0 - c) = e^L - 2, where L is a double beside
  // ln 2 = 0.693147180559945309417...: 0x1.62e42fefa39efp-1 = 0.69314718055994528622... lies below, the next above.
  const double c = 1 + 3 * 0x1p-24, below_ln_2 = 0x1.62e42fefa39efp-1;
  cases.output("lower groups nearly cancel, below", scored({900, below_ln_2, 0}, {c, c + 1, c - 2}), Dtype::f32,
               1 + 0x1p-23, dominance);
  cases.output("lower groups nearly cancel, above",
               scored({900, std::nextafter(below_ln_2, 1.0), 0}, {1 + 0x1p-24, 2 + 0x1p-24, -1 + 0x1p-24}), Dtype::f32,
               1 + 0x1p-23, dominance);
  // Rows as one-hot as f32 inputs make them: gap 1000 puts the output 2^-1442 beside the midpoint of f32, which f64
  // holds.
  cases.add("one-hot row at a midpoint of f32", scored({1000, 0}, {1 + 0x1p-24, 2}),
            {{Part::output, 0, Dtype::f32, 1 + 0x1p-23, dominance},
             {Part::output, 0, Dtype::f64, 1 + 0x1p-24, any},
             {Part::weights, 0, Dtype::f64, 1, any},
             {Part::weights, 1, Dtype::f64, 0, any}});
}

// Weights e^-gap / (1 + e^-gap); the denominator moves them by less than a millionth of their distance from a midpoint.
// Of gap / ln 2: 744 = 1073.365 is 1.553 units of 2^-1074; 745 = 1074.808, 0.571; 746 = 1076.25, 0.21;
// 103 = 148.5976 is 1.322 units of 2^-149; 104 = 150.04, 0.486; 17 = 24.526 is 0.695 of 2^-24; 18 = 25.97, 0.256;
// 92 = 132.728 is 1.208 of 2^-133; 93 = 134.171, 0.444.
void small_weights(Collection& cases) {
  const auto weight = [&](Dtype format, double gap, double expected) {
    cases.add(in(format, "weight at gap " + std::to_string(static_cast<int>(gap))), scored({gap, 0}, {0, -1}),
              {{Part::weights, 1, format, expected, any},
               // The output is the weight times -1, and an underflowed one keeps its sign.
               {Part::output, 0, format, -expected, any},
               {Part::weights, 0, format, 1, any}});
  };
  weight(Dtype::f64, 744, 2 * 0x1p-1074);
  weight(Dtype::f64, 745, 0x1p-1074);
  weight(Dtype::f64, 746, 0);
  weight(Dtype::f64, 2000, 0);
  weight(Dtype::f32, 103, 0x1p-149);
  weight(Dtype::f32, 104, 0);
  weight(Dtype::f16, 17, 0x1p-24);
  weight(Dtype::f16, 18, 0);
  weight(Dtype::bf16, 92, 0x1p-133);
  weight(Dtype::bf16, 93, 0);
  for (const Dtype format : all_formats) {
    cases.add(in(format, "one-hot at gap 2^1000"), scored({huge, 0}, {3, 5}),
              {{Part::weights, 0, format, 1, any},
               {Part::weights, 1, format, 0, any},
               {Part::output, 0, format, 3, any},
               {Part::lse, 0, format, format == Dtype::f64 ? huge : HUGE_VAL, any}});
    // Around 0 the side is the sign of an underflowed zero.
    cases.output(in(format, "underflowed and negative"), scored({huge, huge, 0}, {1, -1, -1}), format, -0.0, dominance);
    cases.output(in(format, "underflowed and positive"), scored({huge, huge, 0}, {1, -1, 1}), format, 0, dominance);
    cases.output(in(format, "zero at the top, negative below"), scored({huge, 0}, {0, -0x1p1000}), format, -0.0,
                 dominance);
    // All groups have the mean 0: that is exact, and +0.
    cases.output(in(format, "values cancel at every score"), scored({3, 3, 1, 1}, {-1, 1, 2, -2}), format, 0, exact);
    cases.output(in(format, "values cancel"), scored({3, 3}, {-5, 5}), format, 0, exact);
  }
}

// Equal scores: weights are 1/n. 1/3 is 1.0101... 2^-2 in binary: after 52, 23, 10 and 7 bits follow 0101, 1010, 0101
// and 1010..., down, up, down and up.
void equal_scores(Collection& cases) {
  cases.add("a third", scored({-2, -2, -2}, {1, 1, 1}),
            {{Part::weights, 0, Dtype::f64, 0x1.5555555555555p-2, any},
             {Part::weights, 1, Dtype::f32, 0x1.555556p-2, any},
             {Part::weights, 2, Dtype::f16, 0x1.554p-2, any},
             {Part::weights, 0, Dtype::bf16, 0x1.56p-2, any},
             {Part::output, 0, Dtype::f64, 1, any}});
  // (10^308 - 10^308 + 10^-308) / 3, in doubles: 1e-308 / 3 is one correctly rounded division.
  cases.output("1e-308 beside 1e308", scored({0, 0, 0}, {1e308, -1e308, 1e-308}), Dtype::f64, 1e-308 / 3, exact);
  cases.output("1e308 beside 1e-308", scored({0, 0}, {1e308, 1e-308}), Dtype::f64, 1e308 / 2, any);
  // The mean is 1 + 2^-24 + 2^-54: a quarter of a unit above a number of f64, which is a midpoint of f32.
  cases.add("rounding the f64 answer to f32 is wrong", scored({4, 4, 4, 4}, {1 + 0x1p-23, 1 + 0x1p-23, 1, 1 + 0x1p-52}),
            {{Part::output, 0, Dtype::f64, 1 + 0x1p-24, any}, {Part::output, 0, Dtype::f32, 1 + 0x1p-23, any}});
}

void log_sums(Collection& cases) {
  // ln 2 = 0x1.62e42fefa39ef35793c7673007e5ed5e8...p-1, so two scores of -0x1.62e42fefa39efp-1 leave
  // 0x0.35793c7673007e5ed...p-53 = 0x1.abc9e3b39803f2f6af...p-56.
  const double ln_2 = 0x1.62e42fefa39efp-1;
  cases.add("log-sum-exp near 0", scored({-ln_2, -ln_2}, {1, 1}),
            {{Part::lse, 0, Dtype::f64, 0x1.abc9e3b39803fp-56, any}, {Part::lse, 0, Dtype::f32, 0x1.abc9e4p-56, any}});
  // log1p(e^-745) is e^-745 within e^-1490: 0.571 units of 2^-1074, as above; log1p(e^-746) underflows, and isn't
  // negative.
  cases.add("log-sum-exp is subnormal", scored({0, -745}, {1, 1}), {{Part::lse, 0, Dtype::f64, 0x1p-1074, any}});
  cases.add("log-sum-exp underflows", scored({-746, 0}, {1, 1}), {{Part::lse, 0, Dtype::f64, 0, any}});
  cases.add("log-sum-exp underflows at gap 2^1000", scored({0, -huge}, {1, 1}), {{Part::lse, 0, Dtype::f64, 0, any}});

  // One score s is largest and a midpoint: the log-sum-exp is above s, however little, unless s is the only one.
  for (const double gap : {300.0, huge}) {
    const auto above = [&](std::string_view what, Dtype format, double score, double expected) {
      const std::string name =
          in(format, std::string("log-sum-exp above ") + std::string(what)) + (gap == huge ? ", gap 2^1000" : "");
      cases.add(name, scored({score, score - gap}, {1, 1}), {{Part::lse, 0, format, expected, dominance}});
    };
    for (const Dtype format : {Dtype::f32, Dtype::f16, Dtype::bf16}) {
      const double e = spacing_above_1(format);
      above("a midpoint, even below", format, 1 + e / 2, 1 + e);
      above("a midpoint, even above", format, 1 + 3 * e / 2, 1 + 2 * e);
      above("a negative midpoint", format, -1 - 3 * e / 2, -1 - e);
    }
    // From half a unit beyond the largest number on it is infinite; above -65520 it isn't.
    above("the threshold of overflow", Dtype::f16, 65520, HUGE_VAL);
    above("minus the threshold of overflow", Dtype::f16, -65520, -65504);
  }
  cases.add("log-sum-exp of one score, overflow tie", scored({-65520}, {1}),
            {{Part::lse, 0, Dtype::f16, -HUGE_VAL, any}});
  cases.add("log-sum-exp of one score, below the overflow tie", scored({65519}, {1}),
            {{Part::lse, 0, Dtype::f16, 65504, any}});
  cases.add("log-sum-exp of one score at a midpoint", scored({1 + 0x1p-24}, {1}), {{Part::lse, 0, Dtype::f32, 1, any}});

  // 2^53 + 1 = 3 * 3002399751580331 lies halfway between 2^53 and 2^53 + 2, and 2^53 is even.
  const auto product = [](const Rows& keys, const Rows& values) {
    return attention_problem(matrix(Dtype::f64, {{3}}), matrix(Dtype::f64, keys), matrix(Dtype::f64, values));
  };
  cases.add("a product of doubles at a midpoint of f64", product({{3002399751580331}}, {{1}}),
            {{Part::scores, 0, Dtype::f64, 0x1p53, exact}, {Part::lse, 0, Dtype::f64, 0x1p53, any}});
  cases.add("log-sum-exp above a midpoint of f64", product({{3002399751580331}, {-huge}}, {{1}, {1}}),
            {{Part::scores, 0, Dtype::f64, 0x1p53, exact}, {Part::lse, 0, Dtype::f64, 0x1p53 + 2, dominance}});
}

// d_k = 9: q.k = 3 (1 + 2^-53) over sqrt(9) is 1 + 2^-53, halfway between 1 and 1 + 2^-52. And 1 + 3 2^-53 is halfway
// between 1 + 2^-52 and 1 + 2^-51, the even one.
void scores_that_tie(Collection& cases) {
  const Rows ones(1, std::vector<double>(9, 1));
  std::vector<double> even_below(9, 0), even_above(9, 0), far(9, 0);
  even_below[0] = even_above[0] = 3;
  even_below[1] = 3 * 0x1p-53;
  even_above[1] = 9 * 0x1p-53;
  far[0] = -huge;
  const auto nine = [&](const Rows& keys) {
    return attention_problem(matrix(Dtype::f64, ones), matrix(Dtype::f64, keys),
                             matrix(Dtype::f64, Rows(keys.size(), {1.0})));
  };
  cases.add("d_k = 9, a score at a midpoint, even below", nine({even_below}),
            {{Part::scores, 0, Dtype::f64, 1, exact}, {Part::lse, 0, Dtype::f64, 1, exact}});
  cases.add("d_k = 9, a score at a midpoint, even above", nine({even_above}),
            {{Part::scores, 0, Dtype::f64, 1 + 0x1p-51, exact}, {Part::lse, 0, Dtype::f64, 1 + 0x1p-51, exact}});
  cases.add("d_k = 9, a largest score at a midpoint", nine({even_below, far}),
            {{Part::scores, 0, Dtype::f64, 1, exact}, {Part::lse, 0, Dtype::f64, 1 + 0x1p-52, dominance}});
  // q.k = 1 and -1: a third.
  std::vector<double> one(9, 0), minus_one(9, 0);
  one[4] = 1;
  minus_one[4] = -1;
  cases.add(
      "d_k = 9, a third", nine({one, minus_one}),
      {{Part::scores, 0, Dtype::f64, 0x1.5555555555555p-2, any}, {Part::scores, 1, Dtype::bf16, -0x1.56p-2, any}});
}

// d_k = 8: q.k is m sqrt(8) cut after 369 binary places, so that the score misses the midpoint m by less than 2^-369,
// from below, or with one unit of that place more, from above. sqrt(8) is irrational: it is never m. An integer square
// root and 424 bits in eight doubles are all it takes.
void irrational_scores(Collection& cases) {
  constexpr unsigned places = 369;
  const auto key_near = [&](std::uint64_t midpoint, bool above) {
    mpz_class square(std::to_string(midpoint));
    square = (square * square * 8) << (2 * places);
    mpz_class cut = sqrt(square);
    if (above) cut += 1;
    Rows key(1, std::vector<double>(8));
    for (unsigned part = 0; part < 8; ++part) {
      const mpz_class digits = (cut >> (53 * part)) & mpz_class((mpz_class(1) << 53) - 1);
      key[0][part] = std::ldexp(digits.get_d(), static_cast<int>(53 * part) - static_cast<int>(places));
    }
    return key;
  };
  const auto eight = [](const Rows& keys) {
    return attention_problem(matrix(Dtype::f64, Rows(1, std::vector<double>(8, 1))), matrix(Dtype::f64, keys),
                             matrix(Dtype::f64, Rows(keys.size(), {1.0})));
  };
  const std::uint64_t m = (std::uint64_t{1} << 53) + 1;  // between 2^53, even, and 2^53 + 2; m + 2: 2^53 + 4 is even
  const auto add = [&](std::string_view what, std::uint64_t midpoint, bool above, double expected) {
    Rows keys = key_near(midpoint, above);
    const auto both = [](double value) {
      return std::vector<Expected>{{Part::scores, 0, Dtype::f64, value, any}, {Part::lse, 0, Dtype::f64, value, any}};
    };
    cases.add(std::string("d_k = 8, score 2^-369 ") + std::string(what), eight(keys), both(expected));
    Rows negative = keys;
    for (double& x : negative[0]) x = -x;
    cases.add(std::string("d_k = 8, minus a score 2^-369 ") + std::string(what), eight(negative), both(-expected));
    // Another key so far below that it lifts the log-sum-exp by less than 2^-369: not to the midpoint.
    keys.push_back(std::vector<double>(8, -huge));
    cases.add(std::string("d_k = 8, largest score 2^-369 ") + std::string(what), eight(keys), both(expected));
  };
  add("below a midpoint, even below", m, false, 0x1p53);
  add("above a midpoint, even below", m, true, 0x1p53 + 2);
  add("below a midpoint, even above", m + 2, false, 0x1p53 + 2);
  add("above a midpoint, even above", m + 2, true, 0x1p53 + 4);
}

void single_positions(Collection& cases) {
  // f16, V = 1 + 2^-11 and 1 + 3 2^-11: midpoints; Q = K = 1 + 2^-11 without rounding, so that the score is 1 + 2^-10 +
  // 2^-22, just above a number of f16, where Q and K rounded to f16 would give 1.
  cases.add("f16 projections are exact",
            projected(Dtype::f16, {{1, 0x1p-11}}, {{1}, {1}}, {{1}, {1}}, {{1, 1}, {1, 3}}),
            {{Part::queries, 0, Dtype::f16, 1, exact},
             {Part::queries, 0, Dtype::f64, 1 + 0x1p-11, exact},
             {Part::values, 0, Dtype::f16, 1, exact},
             {Part::values, 1, Dtype::f16, 1 + 0x1p-9, exact},
             {Part::output, 0, Dtype::f16, 1, exact},
             {Part::output, 1, Dtype::f16, 1 + 0x1p-9, exact},
             {Part::output, 0, Dtype::f32, 1 + 0x1p-11, any},
             {Part::weights, 0, Dtype::f16, 1, any},
             {Part::scores, 0, Dtype::f16, 1 + 0x1p-10, exact},
             {Part::lse, 0, Dtype::f16, 1 + 0x1p-10, any},
             {Part::lse, 0, Dtype::f64, 1 + 0x1p-10 + 0x1p-22, any}});
  // V = 1 + 3 2^-11 and 1 + 2 2^-11 have the mean 1 + 2.5 2^-11, nearest 1 + 2^-10; V rounded to f16 first gives 1 + 3
  // 2^-11, a tie that goes to 1 + 2^-9.
  cases.add("f16 values are not rounded before their mean",
            projected(Dtype::f16, {{1, 3 * 0x1p-11}, {1, 0x1p-10}}, {{0}, {0}}, {{1}, {1}}, {{1}, {1}}),
            {{Part::output, 0, Dtype::f16, 1 + 0x1p-10, any}, {Part::output, 1, Dtype::f16, 1 + 0x1p-10, any}});
  // 1e-308 * 1e308 in one rounding is what IEEE multiplication gives.
  cases.add(
      "T = 1, a score of 1e-308 * 1e308",
      attention_problem(matrix(Dtype::f64, {{1e-308}}), matrix(Dtype::f64, {{1e308}}), matrix(Dtype::f64, {{1e-308}})),
      {{Part::scores, 0, Dtype::f64, 1e-308 * 1e308, exact},
       {Part::lse, 0, Dtype::f64, 1e-308 * 1e308, any},
       {Part::weights, 0, Dtype::f64, 1, any},
       {Part::output, 0, Dtype::f64, 1e-308, any},
       {Part::output, 0, Dtype::f32, 0, any}});
}

// What exceeds the largest number by half a unit, (2 - 2^-p) 2^emax, is infinite: a tie whose even side is infinity.
void overflows(Collection& cases) {
  for (const Dtype format : all_formats) {
    cases.add(in(format, "X = W = 1e200 gives 1e400"),
              projected(Dtype::f64, {{1e200}}, {{1e200}}, {{-1e200}}, {{1e200}}),
              {{Part::queries, 0, format, HUGE_VAL, exact},
               {Part::keys, 0, format, -HUGE_VAL, exact},
               {Part::values, 0, format, HUGE_VAL, exact},
               {Part::output, 0, format, HUGE_VAL, any},
               {Part::scores, 0, format, -HUGE_VAL, exact},
               {Part::lse, 0, format, -HUGE_VAL, any},
               {Part::weights, 0, format, 1, any}});
    if (format == Dtype::f64) continue;
    const Format& f = format_of(format);
    const double threshold = std::ldexp(2 - std::ldexp(1.0, -f.precision), f.emax);
    const double largest = std::ldexp(2 - std::ldexp(1.0, 1 - f.precision), f.emax);
    cases.output(in(format, "at the threshold of overflow"), scored({7}, {threshold}), format, HUGE_VAL, exact);
    cases.output(in(format, "below the threshold of overflow"), scored({7}, {std::nextafter(threshold, 0.0)}), format,
                 largest, any);
    cases.output(in(format, "hardly below the threshold"), scored({huge, 0}, {threshold, 0}), format, largest,
                 dominance);
    cases.output(in(format, "hardly below the threshold, negative"), scored({huge, 0}, {-threshold, 0}), format,
                 -largest, dominance);
    cases.output(in(format, "hardly above the threshold"), scored({huge, 0}, {threshold, 2 * threshold}), format,
                 HUGE_VAL, dominance);
  }
  // For f64 as X W^V: 2^512 2^512 - 2^485 2^485 = 2^1024 - 2^970, the threshold; a little more taken off: the largest
  // double.
  const auto value = [&](double last) {
    return projected(Dtype::f64, {{0x1p512, -0x1p485}}, {{0}, {0}}, {{0}, {0}}, {{0x1p512}, {last}});
  };
  const double largest = static_cast<double>(largest_finite(Dtype::f64));
  cases.output("f64: at the threshold of overflow", value(0x1p485), Dtype::f64, HUGE_VAL, exact);
  cases.output("f64: below the threshold of overflow", value(std::nextafter(0x1p485, HUGE_VAL)), Dtype::f64, largest,
               any);
}

template <class Find>
std::vector<Mismatch> differences_of(const HardCase& hard, const Find& find) {
  std::vector<Mismatch> found;
  for (const Expected& expected : hard.expected) {
    const std::optional<double> value = find(expected);
    if (value && !same_number(*value, expected.value)) {
      found.push_back({expected.format, expected.output, expected.index, *value, expected.value});
    }
  }
  return found;
}

}  // namespace

std::vector<HardCase> hard_cases() {
  Collection cases;
  midpoints(cases);
  top_groups_beside_a_midpoint(cases);
  dominated_midpoints(cases);
  small_weights(cases);
  equal_scores(cases);
  log_sums(cases);
  scores_that_tie(cases);
  irrational_scores(cases);
  single_positions(cases);
  overflows(cases);
  return cases.take();
}

std::vector<Mismatch> differences(const HardCase& hard, const Answers& answers) {
  return differences_of(hard, [&](const Expected& expected) -> std::optional<double> {
    const GoldenAnswer& answer = answers.at(expected.format);
    return answer.at(expected.output).tensor.values.at(expected.index);
  });
}

std::vector<Mismatch> differences(const HardCase& hard, const MpfiAnswers& answers) {
  return differences_of(hard, [&](const Expected& expected) {
    return answers.at(expected.format).at(expected.output).at(expected.index);
  });
}

}  // namespace attnref::test
