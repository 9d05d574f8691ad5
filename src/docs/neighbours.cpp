// Attention and its neighbours, in long double and rounded once. Each law that a neighbour keeps exactly it must also
// keep within the bounds, which are those of attention itself. So each differs from attention by a 1024th part at most
// of what it changes, or puts zeros in the place of numbers, and sums do not depend on the order of their terms.
#include "docs/neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace attnref::docs {
namespace {

using Row = std::vector<long double>;
using Rows = std::vector<Row>;

constexpr long double epsilon = 0x1p-10L;

Rows rows_of(const Tensor& tensor) {
  Rows rows(tensor.rows(), Row(tensor.columns()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t c = 0; c < rows[i].size(); ++c) rows[i][c] = tensor(i, c);
  }
  return rows;
}

Tensor tensor_of(const Rows& rows, std::size_t columns) {
  Tensor tensor(Dtype::f64, rows.size(), columns);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t c = 0; c < columns; ++c) tensor(i, c) = static_cast<double>(rows[i][c]);
  }
  return tensor;
}

/// A sum that is the same to the last bit in whatever order its terms come.
long double sum_of(Row terms) {
  std::sort(terms.begin(), terms.end());
  long double sum = 0;
  for (const long double term : terms) sum += term;
  return sum;
}

bool is_zero(const Row& row) {
  return std::all_of(row.begin(), row.end(), [](long double x) { return x == 0; });
}

bool two_keys_are_not_zero(const Rows& k) {
  return k.size() - static_cast<std::size_t>(std::count_if(k.begin(), k.end(), is_zero)) >= 2;
}

/// The steps of attention, each of which a neighbour may replace.
class Attention {
 public:
  virtual ~Attention() = default;
  virtual Rows queries(Rows q) const { return q; }
  virtual Rows keys(Rows k) const { return k; }
  virtual long double scale(std::size_t d_k) const { return 1 / std::sqrt(static_cast<long double>(d_k)); }
  /// What coordinate c counts in q.k.
  virtual long double share(std::size_t) const { return 1; }
  /// Added to the scores of each key, whatever the query.
  virtual Row own_scores(const Rows& k) const { return Row(k.size(), 0); }
  /// A key that leaves nothing to the others.
  virtual std::optional<std::size_t> takes_all(const Rows&) const { return std::nullopt; }
  /// Z with the shift, of a row of exponentials.
  virtual long double sum(const Row& exponentials) const { return sum_of(exponentials); }
  /// What each row of weights sums to.
  virtual long double total(const Rows&) const { return 1; }
  virtual Rows values(Rows v) const { return v; }
  /// Y of one row of weights.
  virtual Row output(const Row& weights, const Rows& v, std::size_t d_v) const {
    Row y(d_v, 0);
    for (std::size_t j = 0; j < v.size(); ++j) {
      for (std::size_t c = 0; c < d_v; ++c) y[c] += weights[j] * v[j][c];
    }
    return y;
  }

  Row scores(const Row& q, const Rows& k) const {
    const Row own = own_scores(k);
    Row row(k.size());
    for (std::size_t j = 0; j < k.size(); ++j) {
      Row terms(q.size());
      for (std::size_t c = 0; c < q.size(); ++c) terms[c] = q[c] * k[j][c] * share(c);
      row[j] = scale(q.size()) * sum_of(std::move(terms)) + own[j];
    }
    return row;
  }

  /// A row of weights, and its log-sum-exp.
  std::pair<Row, long double> look(const Row& q, const Rows& k) const {
    if (k.empty()) return {{}, -std::numeric_limits<long double>::infinity()};
    Row row = scores(q, k);
    const long double largest = *std::max_element(row.begin(), row.end());
    for (long double& s : row) s = std::exp(s - largest);
    const long double z = sum(row);
    if (const std::optional<std::size_t> winner = takes_all(k)) {
      std::fill(row.begin(), row.end(), 0);
      row[*winner] = 1;
    } else {
      for (long double& w : row) w *= total(k) / z;
    }
    return {std::move(row), largest + std::log(z)};
  }
};

/// The backend that answers by the given steps.
struct Function {
  std::shared_ptr<const Attention> steps;

  Capabilities describe() const {
    Capabilities capabilities;
    capabilities.name = "a neighbour of attention";
    capabilities.dtypes = {Dtype::f64};
    capabilities.features = {Feature::weights, Feature::lse};
    capabilities.deterministic = true;
    return capabilities;
  }

  Reply attend(const Problem& problem) const {
    if (problem.projected() || problem.how.scale || !is_computed(problem)) return Unsupported{"takes Q, K and V alone"};
    const Rows q = steps->queries(rows_of(problem.at(Part::q))), k = steps->keys(rows_of(problem.at(Part::k)));
    const Rows v = steps->values(rows_of(problem.at(Part::v)));
    Rows weights, output;
    Tensor lse;
    lse.shape = {q.size()};
    for (std::size_t i = 0; i < q.size(); ++i) {
      auto [row, log_sum_exp] = steps->look(q[i], k);
      output.push_back(steps->output(row, v, problem.sizes().d_v));
      weights.push_back(std::move(row));
      lse.values.push_back(static_cast<double>(log_sum_exp));
    }
    Answer answer;
    answer.tensors.add(Part::lse, std::move(lse));
    answer.tensors.add(Part::output, tensor_of(output, problem.sizes().d_v));
    answer.tensors.add(Part::weights, tensor_of(weights, problem.sizes().t_k));
    return answer;
  }
};

template <class Steps>
AnyBackend with() {
  return AnyBackend(Function{std::make_shared<Steps>()});
}

struct OutputGrown : Attention {
  Row output(const Row& weights, const Rows& v, std::size_t d_v) const override {
    Row y = Attention::output(weights, v, d_v);
    for (long double& x : y) x *= 1 + epsilon;
    return y;
  }
};

/// Column c gains the sum of the next column less that of the one after it, which for columns of the identity are
/// equal. The smallest weight before it keeps the loan small beside every column; a power of two keeps it exact.
struct ColumnsLent : Attention {
  Row output(const Row& weights, const Rows& v, std::size_t d_v) const override {
    Row y = Attention::output(weights, v, d_v);
    if (d_v < 3 || d_v > v.size()) return y;
    const long double least = *std::min_element(weights.begin(), weights.end());
    const long double part = least > 0 ? epsilon * std::ldexp(1.0L, std::ilogb(least)) : 0;
    Row sums(d_v, 0);
    for (const Row& row : v) {
      for (std::size_t c = 0; c < d_v; ++c) sums[c] += row[c];
    }
    for (std::size_t c = 0; c < d_v; ++c) y[c] += part * (sums[(c + 1) % d_v] - sums[(c + 2) % d_v]);
    return y;
  }
};

/// Multiples of one power of two a column, of which its largest value is less than 2^8.
struct ValuesInEightBits : Attention {
  Rows values(Rows v) const override {
    for (std::size_t c = 0; !v.empty() && c < v.front().size(); ++c) {
      long double largest = 0;
      for (const Row& row : v) largest = std::max(largest, std::fabs(row[c]));
      if (largest == 0) continue;
      const long double unit = std::ldexp(1.0L, std::ilogb(largest) - 7);
      for (Row& row : v) row[c] = std::round(row[c] / unit) * unit;
    }
    return v;
  }
};

struct RowsOverfull : Attention {
  long double total(const Rows& k) const override { return two_keys_are_not_zero(k) ? 1 + epsilon : 1; }
};

/// Each key's own score is linear in it, by coefficients that all keys make: in coordinate c the sum of the column over
/// its sum of squares, which takes back what a factor gives to the coordinate.
struct KeysJudgeKeys : Attention {
  Row own_scores(const Rows& k) const override {
    Row own(k.size(), 0);
    if (!two_keys_are_not_zero(k)) return own;
    std::vector<Row> terms(k.size(), Row(k.front().size(), 0));
    for (std::size_t c = 0; c < k.front().size(); ++c) {
      long double sum = 0, squares = 0;
      for (const Row& key : k) {
        sum += key[c];
        squares += key[c] * key[c];
      }
      for (std::size_t j = 0; squares > 0 && j < k.size(); ++j) terms[j][c] = epsilon * k[j][c] * sum / squares;
    }
    for (std::size_t j = 0; j < k.size(); ++j) own[j] = sum_of(std::move(terms[j]));
    return own;
  }
};

struct ScaleOff : Attention {
  long double scale(std::size_t d_k) const override { return (1 + epsilon) * Attention::scale(d_k); }
};

/// A number x 2^m with 127/128 <= |x| < 1. Signs and powers of two leave it one.
bool is_marked(const Row& key) {
  return std::any_of(key.begin(), key.end(), [](long double x) {
    int exponent = 0;
    return std::fabs(std::frexp(x, &exponent)) >= 127.0L / 128;
  });
}

struct FirstMarkedKeyTakesAll : Attention {
  std::optional<std::size_t> takes_all(const Rows& k) const override {
    const auto first = std::find_if(k.begin(), k.end(), is_marked);
    if (first == k.end()) return std::nullopt;
    return static_cast<std::size_t>(first - k.begin());
  }
};

struct QueriesCentred : Attention {
  Rows queries(Rows q) const override {
    if (q.size() < 2) return q;
    Row mean(q.front().size(), 0);
    for (const Row& row : q) {
      for (std::size_t c = 0; c < mean.size(); ++c) mean[c] += row[c] / static_cast<long double>(q.size());
    }
    for (Row& row : q) {
      for (std::size_t c = 0; c < mean.size(); ++c) row[c] -= epsilon * mean[c];
    }
    return q;
  }
};

/// To 11 bits each.
Rows rounded(Rows rows) {
  for (Row& row : rows) {
    for (long double& x : row) {
      int exponent = 0;
      const long double fraction = std::frexp(x, &exponent);
      x = std::ldexp(std::round(std::ldexp(fraction, 11)), exponent - 11);
    }
  }
  return rows;
}

struct KeysRounded : Attention {
  Rows keys(Rows k) const override { return rounded(std::move(k)); }
};

struct QueriesRounded : Attention {
  Rows queries(Rows q) const override { return rounded(std::move(q)); }
};

struct SecondCoordinateFavoured : Attention {
  long double share(std::size_t c) const override { return c == 1 ? 1 + epsilon : 1; }
};

struct WidthsOfFourApart : Attention {
  long double scale(std::size_t d_k) const override {
    return d_k % 4 == 0 ? (1 + epsilon) * Attention::scale(d_k) : Attention::scale(d_k);
  }
};

struct SumLeftOut : Attention {
  long double sum(const Row&) const override { return 1; }
};

constexpr std::string_view fingerprint = "scale_is_one_over_root_dk";

}  // namespace

std::span<const Neighbour> neighbours() {
  static const std::vector<Neighbour> all{
      {"attention", "attention itself", {}, true, with<Attention>},
      {"output_grown", "$Y = (1 + \\epsilon) A V$", {"weights_are_what_identity_values_read"}, true, with<OutputGrown>},
      {"columns_lent",
       "where $3 \\le d_v \\le T_k$, $y_{ic}$ gains $\\epsilon_i \\sum_j (v_{j,c+1} - v_{j,c+2})$, columns counted "
       "cyclically, $\\epsilon_i$ made of the row's smallest weight",
       {"values_enter_column_by_column"},
       true,
       with<ColumnsLent>},
      {"values_in_eight_bits",
       "each column of $V$ is rounded to multiples of a power of two of its own, 8 bits for its largest value",
       {"values_add"},
       true,
       with<ValuesInEightBits>},
      {"rows_overfull",
       "where two keys or more are not 0 all weights are $1 + \\epsilon$ times what they should be",
       {"rows_sum_to_one"},
       true,
       with<RowsOverfull>},
      {"keys_judge_keys",
       "where two keys or more are not 0, $s_{ij}$ gains $\\epsilon \\sum_c k_{jc} m_c / r_c$, with $m_c$ the sum of "
       "coordinate $c$ over all keys and $r_c$ that of its squares",
       {"other_keys_change_no_odds"},
       true,
       with<KeysJudgeKeys>},
      {"scale_off", "the scale is $(1 + \\epsilon)/\\sqrt{d_k}$", {fingerprint}, false, with<ScaleOff>},
      {"first_marked_key_takes_all",
       "a key is marked if it has a number $x 2^m$ with $127/128 \\le \\lvert x\\rvert \\lt 1$; where there are marked "
       "keys the first has the weight 1 and the others 0",
       {"every_position_is_looked_at", fingerprint},
       true,
       with<FirstMarkedKeyTakesAll>},
      {"queries_centred",
       "where there are two queries or more, each loses $\\epsilon$ times their mean",
       {"a_row_depends_on_its_query_alone", fingerprint},
       true,
       with<QueriesCentred>},
      {"keys_rounded",
       "the numbers of keys are rounded to 11 bits, those of queries are not",
       {"scores_add_in_the_key", fingerprint},
       true,
       with<KeysRounded>},
      {"queries_rounded",
       "the numbers of queries are rounded to 11 bits, those of keys are not",
       {"scores_add_in_the_query", fingerprint},
       true,
       with<QueriesRounded>},
      {"second_coordinate_favoured",
       "in $q \\cdot k$ the second coordinate counts $1 + \\epsilon$ times",
       {"signed_permutation_of_dk", fingerprint},
       true,
       with<SecondCoordinateFavoured>},
      {"widths_of_four_apart",
       "the scale is $(1 + \\epsilon)/\\sqrt{d_k}$ where 4 divides $d_k$",
       {"quadrupling_dk", fingerprint},
       true,
       with<WidthsOfFourApart>},
  };
  return all;
}

std::span<const Neighbour> neighbours_in_merging() {
  static constexpr std::string_view single_key = "single_key_returns_its_value",
                                    merging = "blocks_merge_by_their_weights";
  static const std::vector<Neighbour> all{
      {"attention", "attention itself", {}, true, with<Attention>},
      {"output_grown", "$Y = (1 + \\epsilon) A V$; $L$ is right", {single_key}, true, with<OutputGrown>},
      {"scale_off",
       "the scale is $1 + \\epsilon$ times $\\sigma$, in $Y$ and $L$ alike",
       {single_key},
       false,
       with<ScaleOff>},
      {"sum_left_out",
       "$L$ is the largest score $m$, and $Y = \\sum_j e^{s_j - m} v_j$",
       {merging},
       false,
       with<SumLeftOut>},
      {"rows_overfull",
       "where two keys or more are not 0, $Y$ is $1 + \\epsilon$ times what it should be; $L$ is right",
       {merging},
       true,
       with<RowsOverfull>},
  };
  return all;
}

}  // namespace attnref::docs
