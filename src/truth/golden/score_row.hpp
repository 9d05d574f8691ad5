// One query's scores, exactly: s_j = scale d_j over the keys that it looks at, in an order that is decided in integers.
#pragma once

#include "truth/golden/dyadic.hpp"
#include "truth/golden/scale.hpp"

#include <cstddef>
#include <vector>

namespace attnref::gold {

/// The products d_j = integers[j] 2^exponent = q.k_j of one query, and the keys that take part in its softmax (all but
/// those whose score is -inf). Refers to its integers, keys and scale.
class ScoreRow {
 public:
  /// `keys` is not empty.
  ScoreRow(const fmpz* integers, slong exponent, const std::vector<std::size_t>& keys, const Scale& scale);

  const std::vector<std::size_t>& keys() const { return *keys_; }
  const Scale& scale() const { return *scale_; }
  const fmpz* integer(std::size_t key) const { return integers_ + key; }
  Dyadic product(std::size_t key) const { return {integer(key), exponent_}; }
  slong exponent() const { return exponent_; }

  /// -1, 0 or 1 as s_a < s_b, s_a = s_b, s_a > s_b.
  int compare(std::size_t a, std::size_t b) const {
    const int order = fmpz_cmp(integer(a), integer(b));
    return scale_->sign() * ((order > 0) - (order < 0));
  }
  /// A key whose score is the largest.
  std::size_t top() const { return top_; }
  /// How many keys share it.
  std::size_t tops() const { return tops_; }
  bool all_equal() const { return tops_ == keys_->size(); }

 private:
  const fmpz* integers_;
  slong exponent_;
  const std::vector<std::size_t>* keys_;
  const Scale* scale_;
  std::size_t top_ = 0;
  std::size_t tops_ = 0;
};

/// e^(s_j - s_r): balls of one relative precision, for keys of one row.
class Exponentials {
 public:
  /// With `bits` of relative precision, except that below e^-least() a ball holds [0, e^-least()] and no more is said.
  Exponentials(const ScoreRow& row, slong bits);

  /// e^(s_key - s_reference), where s_reference >= s_key; exactly 1 where they are equal.
  void enclose(Ball& result, std::size_t key, std::size_t reference);
  slong least() const { return least_; }

 private:
  const ScoreRow* row_;
  slong bits_;
  slong least_;
  Ball unit_;        ///< scale 2^exponent
  Ball negligible_;  ///< [0, e^-least]
  Integer difference_;
};

}  // namespace attnref::gold
