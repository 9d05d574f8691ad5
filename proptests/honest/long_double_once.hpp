// An honest control: the textbook in long double, each result rounded once. The most accurate answer short of a proof.
#pragma once

#include "textbook/textbook.hpp"

namespace attnref::honest {

template <class To, class From>
Table<To> converted(const Table<From>& from) {
  Table<To> to(from.rows, from.columns);
  for (std::size_t n = 0; n < from.values.size(); ++n) to.values[n] = static_cast<To>(from.values[n]);
  return to;
}

template <class S>
struct LongDoubleSteps : HonestSteps<S, LongDoubleSteps<S>> {};

template <class S>
Results<S> rounded_once(Inputs<S> in) {
  Inputs<long double> wide;
  wide.sizes = in.sizes;
  if (in.scale) wide.scale = *in.scale;
  wide.is_projected = in.is_projected;
  const auto widened = [](const Table<S>& table) { return converted<long double>(table); };
  wide.projected = {widened(in.projected.x), widened(in.projected.wq), widened(in.projected.wk),
                    widened(in.projected.wv)};
  wide.q = widened(in.q);
  wide.k = widened(in.k);
  wide.v = widened(in.v);
  const auto exact = attend_by<long double, LongDoubleSteps<long double>>(std::move(wide));

  Results<S> once;
  once.queries = converted<S>(exact.queries);
  once.keys = converted<S>(exact.keys);
  once.values = converted<S>(exact.values);
  once.scores = converted<S>(exact.scores);
  once.weights = converted<S>(exact.weights);
  once.output = converted<S>(exact.output);
  for (const long double lse : exact.lse) once.lse.push_back(static_cast<S>(lse));
  return once;
}

inline AnyBackend long_double_once() {
  return as_backend({"long double, rounded once", &rounded_once<double>, &rounded_once<float>});
}

}  // namespace attnref::honest
