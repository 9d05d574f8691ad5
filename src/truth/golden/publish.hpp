// Rounds what the first pass encloses, and settles by exact means what it leaves open.
#pragma once

#include "attnref/golden.hpp"
#include "truth/golden/first_pass.hpp"

#include <cstddef>
#include <map>
#include <vector>

namespace attnref::gold {

/// Where a layer's values are published: each output asked for, in each format. Rows may be published at the same time.
class Publisher {
 public:
  /// Makes room in `answers`, which it refers to, as to the layer.
  Publisher(const Problem& problem, const Layer& layer, const std::vector<Dtype>& formats, long most_bits,
            std::map<Dtype, GoldenAnswer>& answers);

  /// Queries, keys and values: dyadic numbers, rounded once.
  void publish_projections();
  /// One row of what was asked for of scores, weights, output and lse.
  void publish(const FirstRow& row) const;
  /// One row of a problem without keys.
  void publish_empty(std::size_t row) const;

 private:
  /// One output in one format.
  struct Place {
    Dtype format;
    GoldenOutput* output;
  };
  using Places = std::vector<Place>;
  const Places& places(Part part) const;
  void publish_scores(const FirstRow& row) const;
  void publish_undefined(std::size_t row) const;
  void publish_weights(const FirstRow& row, class RowSettler& settler) const;
  void publish_output(const FirstRow& row, class RowSettler& settler) const;

  const Layer* layer_;
  long most_bits_;
  PerPart<Places> places_;
  Places none_;
  std::vector<std::vector<std::size_t>> unusual_keys_;  ///< of each column of V, the keys where it is not finite
};

}  // namespace attnref::gold
