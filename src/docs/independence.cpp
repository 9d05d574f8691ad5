// The executed part of the theorems (eq. short_theorem, long_theorem): attention and its neighbours, in long double and
// rounded once. Each law that a neighbour keeps exactly it must also keep within the bounds, which are those of
// attention itself. So each differs from attention by a 1024th part at most of what it changes, or puts zeros in the
// place of numbers, and sums do not depend on the order of their terms.
#include "docs/independence.hpp"

#include "attnref/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <stdexcept>

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
  virtual long double scale(std::size_t d_k) const { return 1 / std::sqrt(static_cast<long double>(d_k)); }
  /// What coordinate c counts in q.k.
  virtual long double share(std::size_t) const { return 1; }
  virtual long double score(long double s) const { return s; }
  /// Added to the scores of each key, whatever the query.
  virtual Row own_scores(const Rows& k) const { return Row(k.size(), 0); }
  /// Whether a row's largest score leaves nothing to the others.
  virtual bool takes_all(long double) const { return false; }
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

  Row weights(const Row& q, const Rows& k) const {
    const Row own = own_scores(k);
    Row row(k.size());
    for (std::size_t j = 0; j < k.size(); ++j) {
      Row terms(q.size());
      for (std::size_t c = 0; c < q.size(); ++c) terms[c] = q[c] * k[j][c] * share(c);
      row[j] = score(scale(q.size()) * sum_of(std::move(terms))) + own[j];
    }
    const auto winner = std::max_element(row.begin(), row.end());  // the first of equals
    if (takes_all(*winner)) {
      const auto place = static_cast<std::size_t>(winner - row.begin());
      std::fill(row.begin(), row.end(), 0);
      row[place] = 1;
      return row;
    }
    const long double largest = *winner;
    for (long double& s : row) s = std::exp(s - largest);
    const long double factor = total(k) / sum_of(row);
    for (long double& w : row) w *= factor;
    return row;
  }
};

/// The back end that answers by the given steps.
struct Function {
  std::shared_ptr<const Attention> steps;

  Capabilities describe() const {
    Capabilities capabilities;
    capabilities.name = "a neighbour of attention";
    capabilities.dtypes = {Dtype::f64};
    capabilities.features = {"weights"};
    capabilities.deterministic = true;
    return capabilities;
  }

  Reply attend(const Problem& problem) const {
    if (problem.projected() || problem.scale || problem.beyond_the_core()) return Unsupported{"takes Q, K and V alone"};
    const Rows q = steps->queries(rows_of(problem.at("q"))), k = rows_of(problem.at("k"));
    const Rows v = steps->values(rows_of(problem.at("v")));
    Rows weights, output;
    for (const Row& query : q) {
      weights.push_back(k.empty() ? Row() : steps->weights(query, k));
      output.push_back(steps->output(weights.back(), v, problem.sizes.d_v));
    }
    Answer answer;
    answer.tensors.emplace("output", tensor_of(output, problem.sizes.d_v));
    answer.tensors.emplace("weights", tensor_of(weights, problem.sizes.t_k));
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

struct LargestTakesAll : Attention {
  bool takes_all(long double largest) const override { return largest > 2; }
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

struct NegativeScoresStretched : Attention {
  long double score(long double s) const override { return s < 0 ? (1 + epsilon) * s : s; }
};

struct QueriesRounded : Attention {
  Rows queries(Rows q) const override {
    for (Row& row : q) {
      for (long double& x : row) {
        int exponent = 0;
        const long double fraction = std::frexp(x, &exponent);
        x = std::ldexp(std::round(std::ldexp(fraction, 11)), exponent - 11);
      }
    }
    return q;
  }
};

struct SecondCoordinateFavoured : Attention {
  long double share(std::size_t c) const override { return c == 1 ? 1 + epsilon : 1; }
};

struct WidthsOfFourApart : Attention {
  long double scale(std::size_t d_k) const override {
    return d_k % 4 == 0 ? (1 + epsilon) * Attention::scale(d_k) : Attention::scale(d_k);
  }
};

constexpr std::string_view fingerprint = "scale_is_one_over_root_dk";

}  // namespace

std::span<const std::string_view> the_laws() {
  static constexpr std::array<std::string_view, 12> laws{"weights_are_what_identity_values_read",
                                                         "values_enter_column_by_column",
                                                         "values_add",
                                                         "rows_sum_to_one",
                                                         "every_position_is_looked_at",
                                                         "other_keys_change_no_odds",
                                                         "a_row_depends_on_its_query_alone",
                                                         "scores_add_in_the_key",
                                                         "queries_and_keys_exchange",
                                                         "signed_permutation_of_dk",
                                                         "quadrupling_dk",
                                                         fingerprint};
  return laws;
}

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
      {"largest_takes_all",
       "in a row whose largest score is above 2, that key has the weight 1 (of equal ones the first) and the others 0",
       {"every_position_is_looked_at", fingerprint},
       true,
       with<LargestTakesAll>},
      {"queries_centred",
       "where there are two queries or more, each loses $\\epsilon$ times their mean",
       {"a_row_depends_on_its_query_alone", fingerprint},
       true,
       with<QueriesCentred>},
      {"negative_scores_stretched",
       "a score below 0 is multiplied by $1 + \\epsilon$",
       {"scores_add_in_the_key", fingerprint},
       true,
       with<NegativeScoresStretched>},
      {"queries_rounded",
       "the numbers of queries are rounded to 11 bits, those of keys are not",
       {"queries_and_keys_exchange", fingerprint},
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

std::vector<std::string_view> laws_broken_by(const AnyBackend& back_end) {
  CheckOptions options;
  options.laws.assign(the_laws().begin(), the_laws().end());
  options.dtypes = {Dtype::f64};
  options.cases = 60;
  options.max_length = 17;
  options.shrink_tries = 0;
  const Report report = check(back_end, options);
  std::vector<std::string_view> broken;
  for (const std::string_view law : the_laws()) {
    const auto found = std::find_if(report.laws.begin(), report.laws.end(), [&](const auto& l) { return l.id == law; });
    if (found->verdict == Verdict::violated) {
      broken.push_back(law);
    } else if (found->verdict != Verdict::holds) {
      throw std::runtime_error(fmt::format("{} is {}: {}", law, name_of(found->verdict), found->reason));
    }
  }
  return broken;
}

bool reads_right(const AnyBackend& back_end) {
  Subject subject(back_end, Dtype::f64);
  Comparison comparison;
  for (std::size_t d_k = 1; d_k <= 17; ++d_k) {
    if (d_k % 4 == 0) continue;
    Tensor q(Dtype::f64, 1, d_k), k(Dtype::f64, 2, d_k), v(Dtype::f64, 2, 1);
    q(0, 0) = k(0, 0) = v(0, 0) = 1;
    const Observation seen = subject.attend(attention_problem(q, k, v));
    const Measured one{1, 0};
    const Measured odds = exp(one / Measured{std::sqrt(static_cast<long double>(d_k)), 0x1p-60L});
    comparison.agree("weight", d_k, 0, seen.weight(0, 0), odds / (odds + one), seen.trivial_weight(0, 0));
  }
  return comparison.judgement().outcome == Judgement::Outcome::passed;
}

}  // namespace attnref::docs
