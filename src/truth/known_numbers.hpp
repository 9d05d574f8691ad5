// Queries, keys and values of a head as they are known: given numbers, viewed in the problem and never copied, or
// enclosed products of X and W.
#pragma once

#include "attnref/enclosure.hpp"
#include "problem/rows.hpp"

#include <cstddef>

namespace attnref {

/// One of the three, by rows. Refers to its problem, enclosure and list of rows.
class KnownNumbers {
 public:
  /// All rows of given numbers.
  explicit KnownNumbers(const Tensor& given) : given_(&given), rows_(given.rows()), columns_(given.columns()) {}
  /// Some rows of given numbers.
  KnownNumbers(const Tensor& given, Rows list)
      : given_(&given), list_(list), rows_(list.size()), columns_(given.columns()) {}
  explicit KnownNumbers(const Enclosed& enclosed)
      : enclosed_(&enclosed), rows_(enclosed.rows), columns_(enclosed.columns) {}

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  /// The number, if it is known exactly, or what is nearest to it.
  long double mid(std::size_t i, std::size_t c) const {
    return given_ ? (*given_)(list_.empty() ? i : list_[i], c) : enclosed_->mid[enclosed_->at(i, c)];
  }
  long double rad(std::size_t i, std::size_t c) const { return given_ ? 0 : enclosed_->rad[enclosed_->at(i, c)]; }

 private:
  const Tensor* given_ = nullptr;
  const Enclosed* enclosed_ = nullptr;
  Rows list_;
  std::size_t rows_, columns_;
};

/// What a head's scores and outputs are made of: the queries of these rows, all keys, all values.
struct KnownOperands {
  KnownNumbers queries, keys, values;
};

/// The enclosure holds projections of the listed rows; given numbers it need not hold.
inline KnownOperands known_operands(const Problem& problem, Rows rows, const Enclosure& e) {
  if (problem.projected()) {
    return {KnownNumbers(e[Part::queries]), KnownNumbers(e[Part::keys]), KnownNumbers(e[Part::values])};
  }
  return {KnownNumbers(problem.at(Part::q), rows), KnownNumbers(problem.at(Part::k)),
          KnownNumbers(problem.at(Part::v))};
}

}  // namespace attnref
