// The inputs of a case, by regime: what each regime does to the scores is said where it is done.
#include "generators/draw.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace attnref {
namespace {

/// A choice of its own for each number, so that more zeros change no other number.
bool is_zeroed(const Spec& spec, std::string_view name, std::size_t i, std::size_t j) {
  if (spec.zeroed == 0) return false;
  return Random(~spec.seed, name, i * 65536 + j).below(100) < static_cast<std::size_t>(spec.zeroed);
}

/// The power of two nearest to x in ratio.
double nearest_power(double x) { return std::ldexp(1.0, static_cast<int>(std::lround(std::log2(x)))); }

/// In the dtype, or where the Spec has a lattice the nearest power of two.
double on_grid(const Spec& spec, double x) {
  if (x == 0) return 0;
  return spec.bits > 0 ? std::copysign(nearest_power(std::fabs(x)), x) : round_to(spec.dtype, x);
}

/// Standard deviation of the scores.
double score_deviation(const Spec& spec) {
  Random random = stream(spec, "deviation");
  switch (spec.regime) {
    case Regime::flat:
      return 0.02 + 0.1 * random.uniform();
    case Regime::peaked:
      return random.chance(0.5) ? 8 : 30;
    case Regime::underflow:
      return spec.dtype == Dtype::f64 ? 4 : 1;
    default:
      return 0.5 + random.uniform();
  }
}

void repeat_rows(const Spec& spec, std::string_view name, Tensor& tensor) {
  if (tensor.rows() == 0) return;
  const std::size_t distinct = 1 + tensor.rows() / 3;
  for (std::size_t i = 0; i < tensor.rows(); ++i) {
    const std::size_t from = stream(spec, name, i).below(std::min(distinct, i + 1));
    for (std::size_t j = 0; j < tensor.columns(); ++j) tensor(i, j) = tensor(from, j);
  }
}

/// Sprinkles zeros of both signs, subnormals, powers of two and one large number. On the lattice only zeros.
void sprinkle(const Spec& spec, std::string_view name, Tensor& tensor) {
  Random random = stream(spec, name);
  const double subnormal = static_cast<double>(smallest_subnormal(spec.dtype));
  for (double& value : tensor.values) {
    if (!random.chance(0.25)) continue;
    const std::size_t kind = random.below(spec.bits > 0 ? 2 : 5);
    const double sign = random.chance(0.5) ? 1 : -1;
    switch (kind) {
      case 0:
        value = 0;
        break;
      case 1:
        value = -0.0;
        break;
      case 2:
        value = round_to(spec.dtype, sign * subnormal * static_cast<double>(1 + random.below(1000)));
        break;
      case 3:
        value = sign * std::ldexp(1.0, static_cast<int>(random.below(9)) - 4);
        break;
      default:
        value = sign * static_cast<double>(smallest_normal(spec.dtype));
        break;
    }
  }
  if (!tensor.values.empty() && spec.bits == 0) tensor.values[random.below(tensor.values.size())] = 32;
}

/// Adds about 1e3 or 3e4 of either sign to each row's scores, through one coordinate that all keys share.
void shift_scores(const Spec& spec, Tensor& q, Tensor& k) {
  const std::size_t c = q.columns() - 1;
  const double shared = 128;
  const double root = std::sqrt(static_cast<double>(spec.sizes.d_k));
  for (std::size_t i = 0; i < q.rows(); ++i) {
    Random random = stream(spec, "shift", i);
    const double shift = (random.chance(0.5) ? 1e3 : 3e4) * (random.chance(0.5) ? 1 : -1);
    q(i, c) = on_grid(spec, shift * root / shared);
  }
  for (std::size_t j = 0; j < k.rows(); ++j) {
    // With one coordinate the keys must still differ, by steps that move the score of a row by about 1.
    const double step = q.columns() == 1 ? static_cast<double>(stream(spec, "step", j).below(4)) * 0x1p-8 : 0;
    k(j, c) = round_to(spec.dtype, shared + step);
  }
}

/// Puts about half of the keys below the others by a gap near the exponential's underflow.
void open_gaps(const Spec& spec, Tensor& q, Tensor& k) {
  const std::size_t c = q.columns() - 1;
  const double root = std::sqrt(static_cast<double>(spec.sizes.d_k));
  const auto [least, most] = spec.dtype == Dtype::f64 ? std::pair{700.0, 744.0} : std::pair{80.0, 103.0};
  const std::size_t near = k.rows() == 0 ? 0 : stream(spec, "near").below(k.rows());
  for (std::size_t i = 0; i < q.rows(); ++i) q(i, c) = 8;
  for (std::size_t j = 0; j < k.rows(); ++j) {
    Random random = stream(spec, "gap", j);
    const double gap = least + (most - least) * random.uniform();
    const bool far = random.chance(0.5) && j != near;
    k(j, c) = far ? round_to(spec.dtype, spec.bits > 0 ? -std::round(gap * root / 8) : -gap * root / 8) : 0.0;
  }
}

/// The values: sometimes far from zero, so that a mean is not small against its terms.
Tensor draw_values(const Spec& spec, std::size_t rows, std::size_t columns) {
  Tensor v = draw_tensor(spec, "v", rows, columns, 1);
  Random random = stream(spec, "offset");
  if (spec.bits == 0 && random.chance(0.25)) {
    const double offset = random.chance(0.5) ? 16 : -16;
    for (double& value : v.values) value = round_to(spec.dtype, value + offset);
  }
  return v;
}

Problem draw_unprojected(const Spec& spec) {
  const Sizes& s = spec.sizes;
  const double deviation = std::sqrt(score_deviation(spec));
  Tensor q = draw_tensor(spec, "q", s.t_q, s.d_k, deviation);
  Tensor k = draw_tensor(spec, "k", s.t_k, s.d_k, deviation);
  Tensor v = draw_values(spec, s.t_k, s.d_v);
  if (spec.regime == Regime::tied) repeat_rows(spec, "ties", k);
  if (spec.regime == Regime::shifted) shift_scores(spec, q, k);
  if (spec.regime == Regime::underflow) open_gaps(spec, q, k);
  if (spec.regime == Regime::special) {
    sprinkle(spec, "special q", q);
    sprinkle(spec, "special k", k);
    sprinkle(spec, "special v", v);
  }
  return attention_problem(std::move(q), std::move(k), std::move(v));
}

/// On a lattice a projection must not spend its bits: each column adds or subtracts two coordinates of X.
Tensor draw_selector(const Spec& spec, std::string_view name, std::size_t rows, std::size_t columns, double factor) {
  Tensor w(spec.dtype, rows, columns);
  for (std::size_t j = 0; j < columns; ++j) {
    Random random = stream(spec, name, j);
    for (int term = 0; term < 2 && rows > 0; ++term) w(random.below(rows), j) = random.chance(0.5) ? factor : -factor;
  }
  return w;
}

Tensor draw_projection(const Spec& spec, std::string_view name, std::size_t columns, double deviation) {
  const std::size_t rows = spec.sizes.d_model;
  if (spec.bits > 0) return draw_selector(spec, name, rows, columns, nearest_power(deviation / 1.4));
  return draw_tensor(spec, name, rows, columns,
                     deviation / std::sqrt(static_cast<double>(std::max<std::size_t>(rows, 1))));
}

Problem draw_projected(const Spec& spec) {
  const Sizes& s = spec.sizes;
  double spread = score_deviation(spec);
  if (spec.regime == Regime::underflow) spread = spec.dtype == Dtype::f64 ? 300 : 40;
  const double deviation = std::sqrt(spread);
  Tensor x = draw_tensor(spec, "x", s.t_q, s.d_model, 1);
  Tensor wq = draw_projection(spec, "wq", s.d_k, deviation);
  Tensor wk = draw_projection(spec, "wk", s.d_k, deviation);
  Tensor wv = draw_projection(spec, "wv", s.d_v, 1);
  if (spec.regime == Regime::tied) repeat_rows(spec, "ties", x);
  if (spec.regime == Regime::shifted && s.d_model > 1) {
    // A constant column in X lets W^K add one vector w to every key: row i moves by q_i.w / sqrt(d_k), of either sign.
    const std::size_t last = s.d_model - 1;
    for (std::size_t i = 0; i < x.rows(); ++i) x(i, last) = 1;
    Random random = stream(spec, "shift");
    const double shift = random.chance(0.5) ? 1e3 : 3e4;
    for (std::size_t c = 0; c < s.d_k; ++c) wq(last, c) = wk(last, c) = 0;
    const double raw = shift * std::sqrt(static_cast<double>(s.d_k));
    wk(last, random.below(s.d_k)) =
        on_grid(spec, spec.dtype == Dtype::f16 ? std::min(raw, 0x1p15) : raw);  // f16's range
  }
  if (spec.regime == Regime::special) {
    sprinkle(spec, "special x", x);
    if (spec.bits == 0) sprinkle(spec, "special wq", wq);
  }
  return self_attention_problem(std::move(x), std::move(wq), std::move(wk), std::move(wv));
}

/// max over rows of a and b of sum |a||b|.
double largest_term_sum(const Tensor& a, const Tensor& b, bool b_by_rows) {
  const std::size_t inner = a.columns();
  const std::size_t outer = b_by_rows ? b.rows() : b.columns();
  double largest = 0;
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < outer; ++j) {
      double sum = 0;
      for (std::size_t c = 0; c < inner; ++c) sum += std::fabs(a(i, c) * (b_by_rows ? b(j, c) : b(c, j)));
      largest = std::max(largest, sum);
    }
  }
  return largest;
}

bool product_is_exact(const Tensor& a, const Tensor& b, bool b_by_rows) {
  const double capacity = std::ldexp(lattice_unit(a) * lattice_unit(b), format_of(a.dtype).precision);
  return largest_term_sum(a, b, b_by_rows) < capacity;
}

/// The product of two tensors whose product is exact.
Tensor exact_product(const Tensor& a, const Tensor& b) {
  Tensor product(a.dtype, a.rows(), b.columns());
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t c = 0; c < a.columns(); ++c) {
      for (std::size_t j = 0; j < b.columns(); ++j) product(i, j) += a(i, c) * b(c, j);
    }
  }
  return product;
}

}  // namespace

Random stream(const Spec& spec, std::string_view name, std::uint64_t index) { return Random(spec.seed, name, index); }

Tensor draw_lattice(const Spec& spec, std::string_view name, std::size_t rows, std::size_t columns, int bits,
                    double deviation) {
  Tensor tensor(spec.dtype, rows, columns);
  const std::uint64_t most = (std::uint64_t{1} << bits) - 1;
  // Uniform integers in -most .. most have standard deviation sqrt(most (most + 1) / 3).
  const double m = static_cast<double>(most);
  const double unit = nearest_power(deviation / std::sqrt(m * (m + 1) / 3));
  for (std::size_t i = 0; i < rows; ++i) {
    Random random = stream(spec, name, i);
    for (std::size_t j = 0; j < columns; ++j) {
      const double value = random.integer(most) * unit;
      tensor(i, j) = is_zeroed(spec, name, i, j) ? 0.0 : value;
    }
  }
  return tensor;
}

Tensor draw_tensor(const Spec& spec, std::string_view name, std::size_t rows, std::size_t columns, double deviation) {
  if (spec.bits > 0) return draw_lattice(spec, name, rows, columns, spec.bits, deviation);
  Tensor tensor(spec.dtype, rows, columns);
  for (std::size_t i = 0; i < rows; ++i) {
    Random random = stream(spec, name, i);
    for (std::size_t j = 0; j < columns; ++j) {
      const double value = round_to(spec.dtype, random.normal() * deviation);
      tensor(i, j) = is_zeroed(spec, name, i, j) ? 0.0 : value;
    }
  }
  return tensor;
}

Problem draw_problem(const Spec& spec) { return spec.projected ? draw_projected(spec) : draw_unprojected(spec); }

double draw_power_of_two(Dtype dtype, Random& random) {
  const int most = random.below(3) == 0 ? format_of(dtype).emax / 4 * 3 : 3;
  return std::ldexp(1.0, static_cast<int>(random.integer(static_cast<std::uint64_t>(most))));
}

double lattice_unit(const Tensor& tensor) {
  int least = std::numeric_limits<int>::max();
  for (const double value : tensor.values) {
    if (value == 0) continue;
    int exponent = 0;
    const auto integer = static_cast<std::int64_t>(std::ldexp(std::frexp(std::fabs(value), &exponent), 53));
    int trailing = 0;
    while (((integer >> trailing) & 1) == 0) ++trailing;
    least = std::min(least, exponent - 53 + trailing);
  }
  return least == std::numeric_limits<int>::max() ? 1 : std::ldexp(1.0, least);
}

bool sums_are_exact(const Problem& problem) {
  if (!problem.projected()) return product_is_exact(problem.at(Part::q), problem.at(Part::k), true);
  const Tensor& x = problem.at(Part::x);
  for (const Part part : {Part::wq, Part::wk, Part::wv}) {
    if (!product_is_exact(x, problem.at(part), false)) return false;
  }
  return product_is_exact(exact_product(x, problem.at(Part::wq)), exact_product(x, problem.at(Part::wk)), true);
}

bool scores_are_exact(const Problem& problem) {
  const std::size_t d_k = problem.sizes().d_k;
  const bool power_of_four = d_k != 0 && (d_k & (d_k - 1)) == 0 && (d_k & 0x5555555555555555u) != 0;
  return power_of_four && !problem.how.scale && sums_are_exact(problem);
}

Spec any_spec(Spec spec) { return spec; }

Spec equal_lengths(Spec spec) {
  spec.sizes.t_k = spec.sizes.t_q;
  return spec;
}

Spec unprojected(Spec spec) {
  spec.projected = false;
  return spec;
}

Spec projected(Spec spec) {
  spec.projected = true;
  return equal_lengths(spec);
}

Spec on_lattice(Spec spec, int bits) {
  spec.bits = std::clamp(spec.bits, 1, bits);
  return spec;
}

Spec power_of_four_d_k(Spec spec) {
  std::size_t power = 1;
  while (power * 4 <= spec.sizes.d_k) power *= 4;
  spec.sizes.d_k = power;
  return spec;
}

Spec within_regimes(Spec spec, std::initializer_list<Regime> regimes) {
  if (std::find(regimes.begin(), regimes.end(), spec.regime) == regimes.end()) spec.regime = *regimes.begin();
  return spec;
}

}  // namespace attnref
