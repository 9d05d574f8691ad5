// What a C library sees of a problem: arrays and choices by name, strides as it declared them, structs that may grow.
#include "attnref_backend.h"
#include "catch.hpp"
#include "doors/c_call.hpp"
#include "files/float_bits.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <set>

using namespace attnref;

namespace {

/// A tensor whose numbers all differ, or repeat along its first axis.
Tensor numbered(std::size_t rows, std::size_t columns, bool repeats = false) {
  Tensor tensor(Dtype::f32, rows, columns);
  for (std::size_t n = 0; n < tensor.values.size(); ++n)
    tensor.values[n] = static_cast<double>(repeats ? n % columns : n);
  return tensor;
}

/// One problem of many sizes; its values repeat.
Problem problem_of(std::size_t t_q, std::size_t t_k, std::size_t d) {
  Problem problem = attention_problem(numbered(t_q, d), numbered(t_k, d), numbered(t_k, d + 1, true));
  problem.wanted = {Part::output, Part::weights, Part::lse};
  return problem;
}

template <class Use>
void for_all_sizes(const Use& use) {
  for (std::size_t t_q = 1; t_q < 5; ++t_q) {
    for (std::size_t t_k = 1; t_k < 5; ++t_k) {
      for (std::size_t d = 1; d < 5; ++d) use(problem_of(t_q, t_k, d));
    }
  }
}

std::vector<const attnref_array*> arrays_of(const attnref_problem& problem) {
  std::vector<const attnref_array*> arrays;
  const attnref_array *input = problem.inputs, *output = problem.outputs;
  for (int32_t n = 0; n < problem.input_count; ++n, input = attnref_next(input)) arrays.push_back(input);
  for (int32_t n = 0; n < problem.output_count; ++n, output = attnref_next(output)) arrays.push_back(output);
  return arrays;
}

/// Strides of axes that have two indices or more.
struct Seen {
  bool negative = false, zero = false, columns_first = false, gap = false;
};

Seen seen_in(const attnref_array& a) {
  Seen seen;
  for (int32_t axis = 0; axis < a.rank; ++axis) {
    if (a.shape[axis] < 2) continue;
    seen.negative = seen.negative || a.strides[axis] < 0;
    seen.zero = seen.zero || a.strides[axis] == 0;
  }
  if (a.rank == 2 && a.shape[0] > 1 && a.shape[1] > 1) {
    seen.columns_first = a.strides[0] != 0 && std::abs(a.strides[0]) < std::abs(a.strides[1]);
    seen.gap = a.strides[0] != a.shape[1] * a.strides[1];
  }
  return seen;
}

Seen seen_under(const Constraints& constraints, const char* name = nullptr) {
  Seen all;
  for_all_sizes([&](const Problem& problem) {
    const CCall call(problem, constraints, {});
    for (const attnref_array* array : arrays_of(call.problem())) {
      if (name != nullptr && std::string(name) != array->name) continue;
      const Seen seen = seen_in(*array);
      all.negative = all.negative || seen.negative;
      all.zero = all.zero || seen.zero;
      all.columns_first = all.columns_first || seen.columns_first;
      all.gap = all.gap || seen.gap;
    }
  });
  return all;
}

}  // namespace

TEST_CASE("strides are those that a library takes", "[calls]") {
  Constraints contiguous, any;
  contiguous.contiguous = any.any_strides = true;
  const Seen rows = seen_under({}), dense = seen_under(contiguous), scattered = seen_under(any);
  CHECK(rows.gap);
  CHECK(!(rows.negative || rows.zero || rows.columns_first));
  CHECK(!(dense.gap || dense.negative || dense.zero || dense.columns_first));
  CHECK((scattered.gap && scattered.negative && scattered.zero && scattered.columns_first));
  const Seen output = seen_under(any, "output"), values = seen_under(any, "v"), queries = seen_under(any, "q");
  CHECK((output.negative && output.columns_first && !output.zero));
  CHECK((values.negative && values.zero));
  CHECK(!queries.zero);
}

TEST_CASE("every element lies where its strides say, and those of outputs apart", "[calls]") {
  Constraints any;
  any.any_strides = true;
  for (const Constraints& constraints : {Constraints{}, any}) {
    for_all_sizes([&](const Problem& problem) {
      const CCall call(problem, constraints, {});
      for (const auto& [part, tensor] : problem.tensors) {
        const attnref_array* const array = attnref_input(&call.problem(), name_of(part).data());
        REQUIRE(array != nullptr);
        for (std::size_t i = 0; i < tensor.rows(); ++i) {
          for (std::size_t j = 0; j < tensor.columns(); ++j) {
            const auto row = static_cast<int64_t>(i), column = static_cast<int64_t>(j);
            REQUIRE(attnref_get(array, row, column) == tensor(i, j));
          }
        }
      }
      for (const Part part : problem.wanted) {
        const attnref_array* const array = attnref_output(&call.problem(), name_of(part).data());
        REQUIRE(array != nullptr);
        const bool is_matrix = array->rank == 2;
        std::set<void*> places;
        for (int64_t i = 0; i < (is_matrix ? array->shape[0] : 1); ++i) {
          for (int64_t j = 0; j < array->shape[array->rank - 1]; ++j) {
            const std::array<int64_t, 2> both{i, j}, one{j, 0};
            REQUIRE(attnref_element(array, is_matrix ? both.data() : one.data()) == attnref_at(array, i, j));
            places.insert(attnref_at(array, i, j));
            attnref_set(array, i, j, 1);
          }
        }
        REQUIRE(places.size() ==
                static_cast<std::size_t>(is_matrix ? array->shape[0] * array->shape[1] : array->shape[0]));
      }
      REQUIRE(!call.harm());
      for (const auto& [part, written] : call.written()) {
        for (const double value : written.tensor.values) REQUIRE(value == 1);
      }
    });
  }
}

TEST_CASE("arrays of six axes lie where their strides say", "[calls]") {
  const std::vector<std::size_t> shape{2, 3, 1, 2, 3, 2};
  Random random(5);
  for (int time = 0; time < 20; ++time) {
    for (const ArrayLayout& layout :
         {by_rows(shape, 4, 1), scattered(shape, 4, {false, true, false, false, true, false}, random)}) {
      FencedArray fenced(Dtype::f32, layout, Filling::nans, Filling::zeros);
      const attnref_array array = fenced.view("six");
      REQUIRE(array.rank == 6);
      std::array<int64_t, 6> index{};
      std::set<void*> places;
      for_each_element(layout, [&](std::size_t n, std::size_t offset) {
        for (std::size_t axis = 6; axis-- > 0; n /= shape[axis]) index[axis] = static_cast<int64_t>(n % shape[axis]);
        void* const place = attnref_element(&array, index.data());
        REQUIRE(place == static_cast<char*>(array.data) + offset - layout.first);
        REQUIRE(offset + 4 <= layout.bytes);
        std::memset(place, 0, 4);
      });
      CHECK(!fenced.broken_fence());
    }
  }
}

TEST_CASE("what a library writes outside of its elements is found, whatever the strides", "[calls]") {
  Random random(6);
  for (int time = 0; time < 20; ++time) {
    const ArrayLayout layout = scattered({4, 3}, 8, {false, false}, random);
    std::set<std::size_t> elements;
    for_each_element(layout, [&](std::size_t, std::size_t offset) { elements.insert(offset); });
    for (std::size_t offset = 0; offset < layout.bytes; offset += 8) {
      FencedArray fenced(Dtype::f64, layout, Filling::nans, Filling::nans);
      static_cast<char*>(
          fenced.view("a").data)[static_cast<std::ptrdiff_t>(offset) - static_cast<std::ptrdiff_t>(layout.first)] ^= 1;
      REQUIRE(fenced.broken_fence().has_value() != elements.contains(offset));
      REQUIRE(fenced.changed_element().has_value() == elements.contains(offset));
    }
  }
}

TEST_CASE("a choice at its default does not reach a library, another does by its key", "[calls]") {
  Problem problem = problem_of(3, 3, 2);
  const CCall bare(problem, {}, {});
  CHECK(bare.problem().choice_count == 0);
  CHECK(attnref_chosen(&bare.problem(), "scale") == nullptr);
  CHECK(bare.problem().scale == 1 / std::sqrt(2.0));
  problem.how.scale = 0.1;
  problem.how.window = Window{2, 0};
  problem.how.causal = Causal::bottom_right;
  const CCall call(problem, {}, {});
  CHECK(call.problem().choice_count == 3);
  CHECK(call.problem().scale == 0.1);
  CHECK(attnref_chosen(&call.problem(), "scale")->number == 0.1);
  CHECK(attnref_chosen(&call.problem(), "causal")->text == std::string("bottom_right"));
  CHECK(attnref_chosen(&call.problem(), "window")->text == std::string("2,0"));
  CHECK(std::isnan(attnref_chosen(&call.problem(), "window")->number));
  CHECK(attnref_chosen(&call.problem(), "softcap") == nullptr);
}

TEST_CASE("arrays are found though their structs have grown", "[calls]") {
  struct Grown {
    attnref_array array;
    std::array<char, 24> later;
  };
  std::array<Grown, 3> arrays{};
  const std::array<const char*, 3> names{"q", "k", "v"};
  for (std::size_t n = 0; n < 3; ++n) {
    arrays[n].array.size = sizeof(Grown);
    arrays[n].array.name = names[n];
  }
  attnref_problem problem{};
  problem.inputs = &arrays[0].array;
  problem.input_count = 3;
  for (std::size_t n = 0; n < 3; ++n) CHECK(attnref_input(&problem, names[n]) == &arrays[n].array);
  CHECK(attnref_input(&problem, "x") == nullptr);
  CHECK(attnref_output(&problem, "q") == nullptr);
}

TEST_CASE("the helper reads every type of element", "[calls]") {
  const auto read = [](auto value, int32_t dtype) {
    attnref_array array{};
    array.data = &value;
    array.dtype = dtype;
    array.rank = 1;
    return attnref_get(&array, 0, 0);
  };
  CHECK(read(1.5, ATTNREF_F64) == 1.5);
  CHECK(read(1.5F, ATTNREF_F32) == 1.5);
  CHECK(read(std::uint16_t{0x3e00}, ATTNREF_F16) == 1.5);
  CHECK(read(std::uint16_t{0x3fc0}, ATTNREF_BF16) == 1.5);
  CHECK(read(std::uint8_t{1}, ATTNREF_BOOL) == 1);
  CHECK(read(std::int32_t{-7}, ATTNREF_I32) == -7);
  CHECK(read(std::int64_t{1} << 40, ATTNREF_I64) == 0x1p40);
  CHECK(std::isnan(read(std::uint8_t{0}, ATTNREF_E4M3)));
}
