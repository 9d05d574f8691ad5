// Building the exact layer, within bounds on memory.
#include "truth/golden/layer.hpp"

#include "problem/computed.hpp"
#include "problem/cost.hpp"
#include "problem/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

namespace attnref::gold {

Kind Layer::score_kind(std::size_t i, std::size_t j) const {
  const Kind product = kind_of_dot(queries, i, keys, j);
  if (product == Kind::finite || scale.sign() > 0) return product;
  return scale.sign() < 0 ? negated(product) : Kind::nan;
}

bool Layer::scores_are_finite(std::size_t i) const { return keys.all_finite() && queries.row_is_finite(i); }

namespace {

/// Bytes of an integer of that many bits: the word, and beyond 62 bits a header and limbs.
std::size_t bytes_of_integer(std::size_t bits) { return bits <= 62 ? 8 : 24 + (bits + 63) / 64 * 8; }

constexpr std::size_t bytes_at_once = std::size_t{16} << 20;

std::size_t rows_of_scores(std::size_t rows, std::size_t columns, std::size_t bits) {
  return std::clamp<std::size_t>(bytes_at_once / (std::max<std::size_t>(columns, 1) * bytes_of_integer(bits)), 1,
                                 std::clamp<std::size_t>(rows, 1, 128));
}

/// Bits that the numbers of the layer take, before any of them is made.
struct Needs {
  std::size_t q, k, v;
};

Needs needs_of(const Problem& problem) {
  const auto bits = [&](Part part) { return bits_of(problem.at(part)); };
  if (!problem.projected()) return {bits(Part::q), bits(Part::k), bits(Part::v)};
  const std::size_t x = bits(Part::x) + static_cast<std::size_t>(std::bit_width(problem.sizes().d_model));
  return {x + bits(Part::wq), x + bits(Part::wk), x + bits(Part::wv)};
}

void require_exact(const Problem& problem) {
  require_computed("golden values", problem);
  if (problem.sizes().d_k == 0) throw problem_error("golden values: d_k: expected at least 1, found 0");
  if (problem.how.scale && !std::isfinite(*problem.how.scale)) {
    throw problem_error(fmt::format("golden values: scale: expected a finite number, found {}", *problem.how.scale));
  }
}

void require_exact_memory(const Problem& problem, const Sizes& s, std::size_t most_bytes) {
  const Needs bits = needs_of(problem);
  const double t_q = static_cast<double>(s.t_q), t_k = static_cast<double>(s.t_k);
  const double d_model = static_cast<double>(s.d_model), d_k = static_cast<double>(s.d_k),
               d_v = static_cast<double>(s.d_v);
  const double q_bytes = static_cast<double>(bytes_of_integer(bits.q)),
               k_bytes = static_cast<double>(bytes_of_integer(bits.k)),
               v_bytes = static_cast<double>(bytes_of_integer(bits.v));
  const double given = problem.projected() ? (t_k * d_model + d_model * (2 * d_k + d_v)) * q_bytes : 0;
  const double kept = t_q * d_k * q_bytes + 2 * t_k * d_k * k_bytes + t_k * d_v * v_bytes;
  const std::size_t score_bits = bits.q + bits.k + static_cast<std::size_t>(std::bit_width(s.d_k));
  const double scores = static_cast<double>(rows_of_scores(s.t_q, s.t_k, score_bits) * s.t_k) *
                        static_cast<double>(bytes_of_integer(score_bits));
  const double needed = given + kept + scores;
  if (needed <= static_cast<double>(most_bytes)) return;
  constexpr double megabyte = 1e6;
  throw problem_error(fmt::format(
      "golden values: expected exact integers of at most {:.3g} MB, found {:.3g} MB{}",
      static_cast<double>(most_bytes) / megabyte, needed / megabyte,
      score_bits < 600 ? std::string()
                       : fmt::format(" (scores of {} bits: the inputs' exponents are far apart)", score_bits)));
}

}  // namespace

std::size_t rows_at_once(const Layer& layer) {
  const std::size_t bits =
      layer.queries.finite.bits() + layer.keys.finite.bits() + static_cast<std::size_t>(std::bit_width(layer.d_k()));
  return rows_of_scores(layer.t_q(), layer.t_k(), bits);
}

Layer layer_of(const Problem& problem, std::size_t most_bytes, unsigned threads,
               const std::optional<std::vector<std::size_t>>& rows) {
  require_exact(problem);
  require_consistent(problem);
  Sizes sizes = problem.sizes();
  if (rows) {
    require_rows("golden values", problem, *rows);
    sizes.t_q = rows->size();
  }
  attnref::require_memory(problem.wanted, sizes);
  require_exact_memory(problem, sizes, most_bytes);
  Layer layer{.head = only_head_of(problem),
              .rows = rows ? *rows : every_row(sizes.t_q),
              .queries = {},
              .keys = {},
              .values = {},
              .keys_transposed = {},
              .scale = Scale(problem)};
  if (problem.projected()) {
    const Numbers x = numbers_of(problem.at(Part::x), threads);
    const auto projected = [&](const Numbers& of, Part w) {
      return product_with_transposed(of, transposed(numbers_of(problem.at(w))), threads);
    };
    const Numbers some = rows ? numbers_of(rows_of(problem.at(Part::x), *rows), threads) : Numbers{};
    layer.queries = projected(rows ? some : x, Part::wq);
    layer.keys = projected(x, Part::wk);
    layer.values = projected(x, Part::wv);
  } else {
    layer.queries = rows ? numbers_of(rows_of(problem.at(Part::q), *rows)) : numbers_of(problem.at(Part::q));
    layer.keys = numbers_of(problem.at(Part::k));
    layer.values = numbers_of(problem.at(Part::v));
  }
  layer.keys_transposed = transposed(layer.keys.finite);
  return layer;
}

}  // namespace attnref::gold
