// An Observation is a plain value: what a law looks at is asked for when the backend is asked, and looking at it asks
// nothing more.
#include "attnref/law.hpp"
#include "attnref/reference.hpp"
#include "catch.hpp"

#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

using namespace attnref;

namespace {

/// The reference without weights, which counts its calls.
struct Counting {
  std::shared_ptr<std::size_t> calls = std::make_shared<std::size_t>(0);
  AnyBackend inner = reference();

  Capabilities describe() const {
    Capabilities capabilities = inner.describe();
    capabilities.features.erase(Feature::weights);
    return capabilities;
  }
  Reply attend(const Problem& problem) const {
    ++*calls;
    return inner.attend(problem);
  }
};

Problem drawn(std::string_view line) {
  const Spec spec = spec_of(line);
  return law_of(spec).draw(spec);
}

const std::string_view three_by_five = "v=2,law=rows_sum_to_one,t_q=3,t_k=5,d_k=2,d_v=2,seed=7";

}  // namespace

TEST_CASE("weights that are asked for are read with the answer, and looking at them asks nothing") {
  const Counting counting;
  const AnyBackend backend(counting);
  Subject subject(backend, Dtype::f64);
  const Observation seen = subject.attend(drawn(three_by_five), {Part::weights});
  // The answer itself, and five columns of the weights, two at a time.
  CHECK(*counting.calls == 4);
  CHECK(seen.weights().shape == std::vector<std::size_t>{3, 5});
  CHECK(seen.weight(2, 4).bound > 0);
  CHECK(seen.weight_bound().columns == 5);
  CHECK(seen.row_sum_bound().rows == 3);
  CHECK(seen.trivial_output(2, 1) > 0);
  CHECK(*counting.calls == 4);
}

TEST_CASE("a law that asks for no weights costs one call, and must not look at them") {
  const Counting counting;
  const AnyBackend backend(counting);
  Subject subject(backend, Dtype::f64);
  const Observation seen = subject.attend(drawn(three_by_five));
  CHECK(*counting.calls == 1);
  CHECK(seen.output(2, 1).bound > 0);
  CHECK_THROWS_AS(seen.weights(), std::logic_error);
  CHECK_THROWS_AS(seen.weight(0, 0), std::logic_error);
  CHECK(*counting.calls == 1);
}

TEST_CASE("an Observation outlives the backend that answered") {
  std::optional<Observation> seen;
  {
    const AnyBackend backend(Counting{});
    Subject subject(backend, Dtype::f64);
    seen = subject.attend(drawn(three_by_five), {Part::weights});
  }
  double sum = 0;
  for (std::size_t j = 0; j < 5; ++j) sum += seen->weights()(1, j);
  CHECK(std::abs(sum - 1) <= seen->row_sum_bound().limit[1]);
}

TEST_CASE("weights that can't be read are missed where a law looks at them, and not before") {
  const AnyBackend backend(Counting{});
  Subject subject(backend, Dtype::f64);
  const Observation seen =
      subject.attend(drawn("v=2,law=outputs_have_their_shapes,t_q=3,t_k=5,d_k=2,d_v=0,seed=7"), {Part::weights});
  CHECK(seen[Part::output].shape == std::vector<std::size_t>{3, 0});
  CHECK_THROWS_AS(seen.weights(), CaseEnded);
}
