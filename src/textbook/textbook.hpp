// Self-attention as a textbook writes it: plain loops, every step of which can be replaced. It shares no code with the
// typed layer, so that unmodified it is a second control, and with one step replaced a mutant. Not fast, and not meant
// to be.
//
// A step is replaced by deriving from HonestSteps and hiding one function:
//
//     template <class S>
//     struct Steps : HonestSteps<S, Steps<S>> {
//       static S scale(const Sizes&, std::optional<S>) { return 1; }   // the scale forgotten
//     };
//     AnyBackend wrong = textbook_with<Steps>("scale_forgotten");
#pragma once

#include "attnref/backend.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attnref {

/// Numbers of type S in rows and columns, row-major.
template <class S>
struct Table {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<S> values;

  Table() = default;
  Table(std::size_t r, std::size_t c, S value = 0) : rows(r), columns(c), values(r * c, value) {}
  S& operator()(std::size_t i, std::size_t j) { return values[i * columns + j]; }
  S operator()(std::size_t i, std::size_t j) const { return values[i * columns + j]; }
};

/// X and its projections.
template <class S>
struct Projected {
  Table<S> x, wq, wk, wv;
};

/// Every result on the way from queries, keys and values to the output.
template <class S>
struct Results {
  Table<S> queries, keys, values;
  Table<S> scores;  ///< after scale
  Table<S> weights;
  Table<S> output;
  std::vector<S> lse;
};

/// The steps of attention done right. Each calls the others through `Self`, which is the struct that hides one of them.
template <class S, class Self>
struct HonestSteps {
  // X -> Q, K, V

  static Table<S> queries(const Projected<S>& in) { return Self::project(in.x, in.wq); }
  static Table<S> keys(const Projected<S>& in) { return Self::project(in.x, in.wk); }
  static Table<S> values(const Projected<S>& in) { return Self::project(in.x, in.wv); }
  static Table<S> project(const Table<S>& x, const Table<S>& w) { return product(x, w); }

  // Q, K -> scores

  static S scale(const Sizes& sizes, std::optional<S> given) {
    return given ? *given : 1 / std::sqrt(static_cast<S>(sizes.d_k));
  }
  static S dot(const Table<S>& q, std::size_t i, const Table<S>& k, std::size_t j) {
    S sum = 0;
    for (std::size_t c = 0; c < q.columns; ++c) sum += q(i, c) * k(j, c);
    return sum;
  }
  static Table<S> scores(const Table<S>& q, const Table<S>& k, S scale) {
    Table<S> scores(q.rows, k.rows);
    for (std::size_t i = 0; i < q.rows; ++i) {
      for (std::size_t j = 0; j < k.rows; ++j) scores(i, j) = Self::dot(q, i, k, j) * scale;
    }
    return scores;
  }

  // scores -> weights, by rows; a row is `n` numbers

  static S shift(const S* row, std::size_t n) {
    S maximum = -std::numeric_limits<S>::infinity();
    for (std::size_t j = 0; j < n; ++j) maximum = row[j] > maximum ? row[j] : maximum;
    return maximum;
  }
  static S exponential(S difference) { return std::exp(difference); }
  static S total(const S* exponentials, std::size_t n) {
    S sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += exponentials[j];
    return sum;
  }
  static S weight(S exponential, S total) { return exponential / total; }
  static void softmax_row(const S* scores, S* weights, std::size_t n) {
    const S shift = Self::shift(scores, n);
    for (std::size_t j = 0; j < n; ++j) weights[j] = Self::exponential(scores[j] - shift);
    const S total = Self::total(weights, n);
    for (std::size_t j = 0; j < n; ++j) weights[j] = Self::weight(weights[j], total);
  }
  static Table<S> softmax(const Table<S>& scores) {
    Table<S> weights(scores.rows, scores.columns);
    for (std::size_t i = 0; i < scores.rows; ++i) Self::softmax_row(row(scores, i), row(weights, i), scores.columns);
    return weights;
  }
  static S log_sum_exp(const S* scores, std::size_t n) {
    const S shift = Self::shift(scores, n);
    S sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += std::exp(scores[j] - shift);
    return shift + std::log(sum);
  }

  // weights, V -> output

  static Table<S> output(const Table<S>& weights, const Table<S>& values) { return product(weights, values); }

  // all of it

  static Results<S> attend(Table<S> q, Table<S> k, Table<S> v, const Sizes& sizes, std::optional<S> given_scale) {
    Results<S> r;
    r.scores = Self::scores(q, k, Self::scale(sizes, given_scale));
    r.weights = Self::softmax(r.scores);
    r.output = Self::output(r.weights, v);
    for (std::size_t i = 0; i < r.scores.rows; ++i)
      r.lse.push_back(Self::log_sum_exp(row(r.scores, i), r.scores.columns));
    r.queries = std::move(q);
    r.keys = std::move(k);
    r.values = std::move(v);
    return r;
  }
  /// The last look at the results before they are handed over.
  static Results<S> answered(Results<S> results, const Sizes&) { return results; }

  // tools

  static Table<S> product(const Table<S>& a, const Table<S>& b) {
    Table<S> c(a.rows, b.columns);
    for (std::size_t i = 0; i < a.rows; ++i) {
      for (std::size_t m = 0; m < a.columns; ++m) {
        for (std::size_t j = 0; j < b.columns; ++j) c(i, j) += a(i, m) * b(m, j);
      }
    }
    return c;
  }
  static const S* row(const Table<S>& table, std::size_t i) { return table.values.data() + i * table.columns; }
  static S* row(Table<S>& table, std::size_t i) { return table.values.data() + i * table.columns; }
};

/// What a problem holds, in the numbers it is computed in: X and projections, or queries, keys and values.
template <class S>
struct Inputs {
  Sizes sizes;
  std::optional<S> scale;
  bool is_projected = false;
  Projected<S> projected;
  Table<S> q, k, v;
};

/// The whole of attention by the given steps.
template <class S, class Steps>
Results<S> attend_by(Inputs<S> in) {
  if (in.is_projected) {
    in.q = Steps::queries(in.projected);
    in.k = Steps::keys(in.projected);
    in.v = Steps::values(in.projected);
  }
  return Steps::answered(Steps::attend(std::move(in.q), std::move(in.k), std::move(in.v), in.sizes, in.scale),
                         in.sizes);
}

/// A backend made of such steps, in f64 and f32.
struct Textbook {
  std::string name;
  Results<double> (*in_f64)(Inputs<double>) = nullptr;
  Results<float> (*in_f32)(Inputs<float>) = nullptr;

  Capabilities describe() const;
  Reply attend(const Problem& problem) const;
};

/// AnyBackend(textbook), compiled once instead of once a mutant.
AnyBackend as_backend(Textbook textbook);

/// The textbook with these steps.
template <template <class> class Steps>
AnyBackend textbook_with(std::string name) {
  return as_backend({std::move(name), &attend_by<double, Steps<double>>, &attend_by<float, Steps<float>>});
}

/// The textbook with nothing replaced, for mutants that do their harm around it.
Textbook honest_textbook(std::string name = "textbook");

/// The same as a backend: a second implementation that no law may flag.
AnyBackend textbook();

}  // namespace attnref
