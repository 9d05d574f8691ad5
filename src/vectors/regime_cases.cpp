// Scores of each kind that hides or shows a mistake: nearly equal, moderate, peaked, tied, shifted, about the
// exponential's underflow, and of special numbers. In every format they make sense in.
#include "vectors/inputs.hpp"
#include "vectors/vector_case.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace attnref::vectors {
namespace {

constexpr Sizes sizes{.t_q = 7, .t_k = 13, .d_k = 8, .d_v = 5};

struct Regime {
  std::string_view id;
  std::string_view title;
  std::vector<std::string_view> flags;
  Problem (*draw)(Dtype dtype, std::string_view stream);
  std::vector<Dtype> dtypes;
};

Problem flat(Dtype dtype, std::string_view stream) { return drawn_attention(dtype, stream, sizes, -2); }
Problem moderate(Dtype dtype, std::string_view stream) { return drawn_attention(dtype, stream, sizes, 1); }
Problem peaked(Dtype dtype, std::string_view stream) { return drawn_attention(dtype, stream, sizes, 3); }
Problem far_peaked(Dtype dtype, std::string_view stream) { return drawn_attention(dtype, stream, sizes, 5); }

/// Every key is one of four, and every query one of two.
Problem tied(Dtype dtype, std::string_view stream) {
  Problem problem = moderate(dtype, stream);
  for (const auto& [part, distinct] : {std::pair{Part::k, std::size_t{4}}, std::pair{Part::q, std::size_t{2}}}) {
    Tensor& tensor = problem.at(part);
    for (std::size_t i = distinct; i < tensor.rows(); ++i) {
      for (std::size_t c = 0; c < tensor.columns(); ++c) tensor(i, c) = tensor(i % distinct, c);
    }
  }
  return problem;
}

/// The last coordinate of all keys is 128, and of query i it is +-2^i 8: scores move by +-1024 2^i / sqrt(8), up to
/// 23170.
Problem shifted(Dtype dtype, std::string_view stream) {
  Problem problem = moderate(dtype, stream);
  Tensor& q = problem.at(Part::q);
  Tensor& k = problem.at(Part::k);
  for (std::size_t i = 0; i < q.rows(); ++i) q(i, 7) = std::ldexp(i % 2 == 0 ? 8.0 : -8.0, static_cast<int>(i));
  for (std::size_t j = 0; j < k.rows(); ++j) k(j, 7) = 128;
  return problem;
}

/// d_k = 4 halves the scores, and the last coordinates add -gap to them, in sixteenths about where the format's
/// smallest numbers are: one key in three keeps its place.
Problem about_underflow(Dtype dtype, std::string_view stream) {
  Problem problem = drawn_attention(dtype, stream, {.t_q = 7, .t_k = 13, .d_k = 4, .d_v = 5}, 0);
  const double least = dtype == Dtype::f64 ? 700 : dtype == Dtype::f16 ? 6 : 80;
  const double step = dtype == Dtype::f64 ? 4 : dtype == Dtype::f16 ? 1 : 2;
  Tensor& q = problem.at(Part::q);
  Tensor& k = problem.at(Part::k);
  for (std::size_t i = 0; i < q.rows(); ++i) q(i, 3) = 2;
  for (std::size_t j = 0; j < k.rows(); ++j) k(j, 3) = j % 3 == 0 ? 0 : -(least + step * static_cast<double>(j));
  return problem;
}

/// Zeros of both signs, subnormals, powers of two and one large number among moderate ones; the last column of values
/// is subnormal throughout, and so is that of the output.
Problem special(Dtype dtype, std::string_view stream) {
  Problem problem = moderate(dtype, stream);
  const double subnormal = static_cast<double>(smallest_subnormal(dtype));
  const std::array specials{0.0,   -0.0, subnormal, -3 * subnormal, static_cast<double>(smallest_normal(dtype)),
                            0.125, -4.0};
  std::size_t next = 0;
  for (const Part part : {Part::q, Part::k, Part::v}) {
    Tensor& tensor = problem.at(part);
    for (std::size_t at = 1; at < tensor.values.size(); at += 3) tensor.values[at] = specials[next++ % specials.size()];
    tensor.values[0] = 32;
  }
  Tensor& v = problem.at(Part::v);
  for (std::size_t j = 0; j < v.rows(); ++j) v(j, 4) = subnormal * static_cast<double>(3 + 5 * j);
  return problem;
}

}  // namespace

std::vector<Case> regime_cases() {
  constexpr Dtype f64 = Dtype::f64, f32 = Dtype::f32, f16 = Dtype::f16, bf16 = Dtype::bf16;
  const std::vector<Regime> regimes{
      {"nearly_equal_scores", "scores within a tenth of each other", {"tail"}, flat, {f64, f32, f16, bf16}},
      {"moderate_scores", "scores of deviation about 1", {"wrong_axis"}, moderate, {f64, f32, f16, bf16}},
      {"peaked_scores",
       "scores of deviation about 20: most weights near 0 or 1",
       {"far_key"},
       peaked,
       {f64, f32, f16, bf16}},
      {"far_peaked_scores",
       "scores of deviation about 340: most weights underflow",
       {"far_key"},
       far_peaked,
       {f64, f32}},
      {"tied_scores", "four keys, each several times", {"duplicated_keys", "equal_scores"}, tied, {f64, f32, bf16}},
      {"shifted_scores",
       "each row's scores moved together, by up to 23170 either way",
       {"shifted_scores", "large_scores"},
       shifted,
       {f64, f32}},
      {"scores_about_underflow",
       "gaps about where the format's exponential ends",
       {"underflow"},
       about_underflow,
       {f64, f32, f16, bf16}},
      {"scores_of_special_numbers",
       "zeros of both signs, subnormals, powers of two and a large number",
       {"subnormals"},
       special,
       {f64, f32, f16, bf16}},
  };
  std::vector<Case> cases;
  for (const Regime& regime : regimes) {
    for (const Dtype dtype : regime.dtypes) {
      const std::string id = fmt::format("{}_in_{}", regime.id, name_of(dtype));
      cases.push_back(
          {.id = id,
           .title = fmt::format("{}, inputs in {}", regime.title, name_of(dtype)),
           .flags = regime.flags,
           .remark = "",
           .problem = asking(regime.draw(dtype, id), {Part::output, Part::weights, Part::lse, Part::scores})});
    }
  }
  return cases;
}

}  // namespace attnref::vectors
