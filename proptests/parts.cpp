// The vocabulary of problems: the table of parts, what is read off a problem's tensors, and when two problems are
// equal.
#include "attnref/parts.hpp"
#include "attnref/problem.hpp"
#include "attnref/reference.hpp"
#include "catch.hpp"
#include "problem/computed.hpp"
#include "textbook/textbook.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace attnref;

namespace {

using Shape = std::vector<std::size_t>;

/// The names of each role, as the contract lists them.
const std::vector<std::pair<Role, std::vector<std::string_view>>> names_by_role{
    {Role::input, {"x", "wq", "wk", "wv", "q", "k", "v"}},
    {Role::reserved_input,
     {"wo",         "qv",         "mask",     "bias",      "alibi_slopes", "sinks",    "dropout_mask",
      "q_lengths",  "kv_lengths", "q_starts", "kv_starts", "q_offsets",    "cu_q",     "cu_kv",
      "page_table", "positions",  "k_new",    "v_new",     "rope_cos",     "rope_sin", "q_descale",
      "k_descale",  "v_descale",  "d_output", "d_lse"}},
    {Role::output, {"output", "weights", "lse", "scores", "queries", "keys", "values"}},
    {Role::reserved_output,
     {"scores_capped", "scores_biased", "row_max", "k_cache", "v_cache", "dq", "dk", "dv", "dx", "dwq", "dwk", "dwv",
      "dwo", "dbias", "dsinks"}}};

/// Two queries, three keys, d_k = 7 and d_v = 11.
Problem given(Dtype dtype = Dtype::f64) {
  return attention_problem(Tensor(dtype, 2, 7), Tensor(dtype, 3, 7), Tensor(dtype, 3, 11));
}

/// Four positions, d_model = 5, d_k = 7 and d_v = 11.
Problem projected(Dtype dtype = Dtype::f64) {
  return self_attention_problem(Tensor(dtype, 4, 5), Tensor(dtype, 5, 7), Tensor(dtype, 5, 7), Tensor(dtype, 5, 11));
}

Problem asked_for(PartSet wanted) {
  Problem problem = given();
  problem.wanted = wanted;
  return problem;
}

Tensor of_shape(Shape shape) {
  Tensor tensor;
  std::size_t count = 1;
  for (const std::size_t size : shape) count *= size;
  tensor.shape = std::move(shape);
  tensor.values.assign(count, 0);
  return tensor;
}

/// Six heads of queries that share three of keys, in a batch of two.
Problem of_many_heads() {
  Problem problem;
  problem.tensors = {
      {Part::q, of_shape({2, 6, 4, 5})}, {Part::k, of_shape({2, 3, 7, 5})}, {Part::v, of_shape({2, 3, 7, 8})}};
  return problem;
}

double nan_of_payload(std::uint64_t payload) {
  return std::bit_cast<double>(std::uint64_t{0x7ff8000000000000} | payload);
}

}  // namespace

TEST_CASE("parts: every name of the contract is in the table once, in its role") {
  std::size_t listed = 0;
  for (const auto& [role, names] : names_by_role) {
    for (const std::string_view name : names) {
      INFO(name);
      const auto has_name = [&](const PartInfo& info) { return info.name == name; };
      REQUIRE(std::count_if(part_table.begin(), part_table.end(), has_name) == 1);
      CHECK(std::find_if(part_table.begin(), part_table.end(), has_name)->role == role);
      CHECK(parts_of(role).contains(part_named(name).value()));
    }
    CHECK(parts_of(role).size() == names.size());
    listed += names.size();
  }
  CHECK(part_table.size() == listed);
  CHECK(taken_inputs == parts_of(Role::input));
  CHECK(computed_outputs == parts_of(Role::output));
}

TEST_CASE("parts: a part is found by its name, and nothing by another") {
  for (const PartInfo& info : part_table) {
    INFO(info.name);
    CHECK(part_named(name_of(info.part)) == info.part);
    CHECK(&info_of(info.part) == &info);
    CHECK(!info.says.empty());
  }
  for (const char* other : {"", "attention", "Q", "Weights", "output ", "wq,wk"}) CHECK(!part_named(other));
}

TEST_CASE("parts: features are found by their names too") {
  for (const FeatureInfo& info : feature_table) {
    INFO(info.name);
    CHECK(feature_named(name_of(info.feature)) == info.feature);
    CHECK(!lacking(info.feature).empty());
  }
  for (const char* other : {"", "weight", "Scale"}) CHECK(!feature_named(other));
}

TEST_CASE("parts: shapes at rank 2 are those of the contract") {
  const Sizes sizes{.t_q = 2, .t_k = 3, .d_model = 5, .d_k = 7, .d_v = 11};
  const std::vector<std::pair<Part, Shape>> shapes{
      {Part::x, {2, 5}},       {Part::wq, {5, 7}},        {Part::wk, {5, 7}},     {Part::wv, {5, 11}},
      {Part::q, {2, 7}},       {Part::k, {3, 7}},         {Part::v, {3, 11}},     {Part::mask, {2, 3}},
      {Part::bias, {2, 3}},    {Part::d_output, {2, 11}}, {Part::d_lse, {2}},     {Part::output, {2, 11}},
      {Part::weights, {2, 3}}, {Part::lse, {2}},          {Part::scores, {2, 3}}, {Part::row_max, {2}},
      {Part::positions, {2}},  {Part::queries, {2, 7}},   {Part::keys, {3, 7}},   {Part::values, {3, 11}},
      {Part::dq, {2, 7}},      {Part::dk, {3, 7}},        {Part::dv, {3, 11}},    {Part::dx, {2, 5}},
      {Part::dwq, {5, 7}},     {Part::dwk, {5, 7}},       {Part::dwv, {5, 11}},   {Part::dbias, {2, 3}}};
  PartSet seen;
  for (const auto& [part, shape] : shapes) {
    INFO(name_of(part));
    CHECK(shape_of(part, sizes) == shape);
    seen.insert(part);
  }
  CHECK(taken_inputs.without(seen).empty());
  CHECK(computed_outputs.without(seen).empty());
}

TEST_CASE("parts: what has a size of its own has no shape by the sizes of a problem") {
  for (const Part part : {Part::cu_q, Part::k_cache, Part::rope_cos}) {
    CHECK_THROWS_WITH(shape_of(part, {}), "the sizes of a problem give " + std::string(name_of(part)) + " no shape");
  }
}

TEST_CASE("parts: sizes and dtype are those of the tensors") {
  CHECK(given().sizes() == Sizes{.t_q = 2, .t_k = 3, .d_k = 7, .d_v = 11});
  CHECK(projected().sizes() == Sizes{.t_q = 4, .t_k = 4, .d_model = 5, .d_k = 7, .d_v = 11});
  CHECK(of_many_heads().sizes() ==
        Sizes{.batch = 2, .heads = 6, .kv_heads = 3, .t_q = 4, .t_k = 7, .d_k = 5, .d_v = 8});
  CHECK(attention_problem(Tensor(Dtype::f64, 2, 7), Tensor(Dtype::f64, 0, 7), Tensor(Dtype::f64, 0, 11)).sizes() ==
        Sizes{.t_q = 2, .t_k = 0, .d_k = 7, .d_v = 11});
  for (const Format& format : formats) {
    CHECK(given(format.dtype).dtype() == format.dtype);
    CHECK(projected(format.dtype).dtype() == format.dtype);
  }
  // They follow the tensors.
  Problem problem = given();
  problem.at(Part::q) = Tensor(Dtype::f32, 6, 7);
  CHECK(problem.sizes().t_q == 6);
  CHECK(problem.dtype() == Dtype::f32);
  // An output has the problem's dtype unless it has its own.
  problem.dtypes = {{Part::lse, Dtype::bf16}};
  CHECK(problem.dtype_of(Part::lse) == Dtype::bf16);
  CHECK(problem.dtype_of(Part::output) == Dtype::f32);
}

TEST_CASE("parts: tensors that contradict each other are refused, with what was expected and found") {
  const auto refused = [](Problem problem, const std::function<void(Problem&)>& change, const std::string& said) {
    require_consistent(problem);
    change(problem);
    CHECK_THROWS_WITH(require_consistent(problem), said);
  };
  refused(
      given(), [](Problem& p) { p.tensors.erase(Part::v); }, "v: expected a tensor, found none");
  refused(
      given(), [](Problem& p) { p.at(Part::q) = Tensor(Dtype::f64, 2, 6); },
      "k: expected shape (3 x 6), found (3 x 7)");
  refused(
      given(), [](Problem& p) { p.at(Part::k) = Tensor(Dtype::f64, 4, 7); },
      "v: expected shape (4 x 11), found (3 x 11)");
  refused(
      projected(), [](Problem& p) { p.at(Part::x) = Tensor(Dtype::f64, 4, 6); },
      "wq: expected shape (6 x 7), found (5 x 7)");
  refused(
      given(), [](Problem& p) { p.at(Part::k).dtype = Dtype::f32; }, "k: expected dtype f64, found f32");
  refused(
      given(), [](Problem& p) { p.at(Part::v).values.pop_back(); },
      "v: expected 33 numbers for its shape (3 x 11), found 32");
  refused(
      given(), [](Problem& p) { p.wanted.insert(Part::mask); },
      "outputs: expected some of output, weights, lse, scores, queries, keys, values, found 'mask'");
}

TEST_CASE("parts: what a problem needs of a backend") {
  CHECK(needed_by(given()) == FeatureSet{Feature::weights});
  CHECK(needed_by(asked_for({Part::output})).empty());
  CHECK(needed_by(projected()) == FeatureSet{Feature::projections, Feature::weights});
  CHECK(needed_by(asked_for({Part::output, Part::lse})) == FeatureSet{Feature::lse});
  CHECK(needed_by(asked_for({Part::scores})) == FeatureSet{Feature::scores});
  for (const Part part : {Part::queries, Part::keys, Part::values}) {
    CHECK(needed_by(asked_for({part})) == FeatureSet{Feature::queries_keys_values});
  }
  const auto needed_with = [](const std::function<void(How&)>& choose) {
    Problem problem = asked_for({Part::output});
    choose(problem.how);
    return needed_by(problem);
  };
  CHECK(needed_with([](How& how) { how.scale = 0.5; }) == FeatureSet{Feature::scale});
  CHECK(needed_with([](How& how) { how.causal = Causal::top_left; }) == FeatureSet{Feature::causal_top_left});
  CHECK(needed_with([](How& how) { how.causal = Causal::bottom_right; }) == FeatureSet{Feature::causal_bottom_right});
  CHECK(needed_with([](How& how) { how.window = Window{1, 1}; }) == FeatureSet{Feature::window});
  CHECK(needed_with([](How& how) { how.softcap = 30; }) == FeatureSet{Feature::softcap});
  CHECK(needed_by(of_many_heads()) ==
        FeatureSet{Feature::weights, Feature::batch, Feature::heads, Feature::grouped_heads});
}

TEST_CASE("parts: a scale, any output and NaN in empty rows are computed, and masks and their like are not") {
  CHECK(is_computed(given()));
  CHECK(is_computed(projected()));
  Problem all = asked_for(computed_outputs);
  all.how.scale = 0.5;
  all.how.empty_row = EmptyRow::nans;
  all.dtypes = {{Part::lse, all.dtype()}};
  CHECK(is_computed(all));
  const auto refusal = [](const std::function<void(Problem&)>& change) {
    Problem problem = given();
    change(problem);
    CHECK(!is_computed(problem));
    return first_not_computed(problem).value_or(NotComputed{}).why();
  };
  const std::string only = ", as attnref computes nothing else yet, found ";
  CHECK(refusal([](Problem& p) { p.how.causal = Causal::bottom_right; }) ==
        "causal: expected none" + only + "bottom_right");
  CHECK(refusal([](Problem& p) { p.how.window = Window{1, 2}; }) == "window: expected none" + only + "1,2");
  CHECK(refusal([](Problem& p) { p.how.softcap = 30; }) == "softcap: expected none" + only + "30");
  CHECK(refusal([](Problem& p) { p.dtypes.add(Part::lse, Dtype::f32); }) == "dtype.lse: expected f64" + only + "f32");
  CHECK(refusal([](Problem& p) { p.tensors.add(Part::bias, Tensor(Dtype::f64, 2, 3)); }) ==
        "bias: expected none" + only + "one");
  CHECK(refusal([](Problem& p) { p.tensors.add(Part::sinks, Tensor(Dtype::f64, 1, 1)); }) ==
        "sinks: expected none" + only + "one");
  CHECK(refusal([](Problem& p) { p.wanted.insert(Part::dq); }) == "dq: expected none" + only + "one");
  CHECK(refusal([](Problem& p) { p = of_many_heads(); }).starts_with("heads: expected 1" + only));
}

TEST_CASE("parts: what a backend does not declare, it is asked about and refuses") {
  for (const AnyBackend& backend : {reference(), textbook()}) {
    const auto reason = [&](const std::function<void(Problem&)>& change) {
      Problem problem = given();
      change(problem);
      const Reply reply = backend.attend(problem);
      REQUIRE(std::holds_alternative<Unsupported>(reply));
      return std::get<Unsupported>(reply).reason;
    };
    CHECK(reason([](Problem& p) { p.how.softcap = 30; }) ==
          "softcap: expected none, as attnref computes nothing else yet, found 30");
    CHECK(reason([](Problem& p) { p.how.empty_row = EmptyRow::nans; }) ==
          "empty_row: expected zero, as attnref computes nothing else yet, found nan");
  }
}

TEST_CASE("parts: two problems are equal only where every choice, every output and every bit are") {
  for (const Problem& problem : {given(), projected()}) {
    CHECK(problem == Problem(problem));
    const auto differs = [&](const std::function<void(Problem&)>& change) {
      Problem other = problem;
      change(other);
      return other != problem;
    };
    CHECK(differs([](Problem& p) { p.how.scale = 0.5; }));
    CHECK(differs([](Problem& p) { p.how.causal = Causal::top_left; }));
    CHECK(differs([](Problem& p) { p.how.window = Window{1, 1}; }));
    CHECK(differs([](Problem& p) { p.how.softcap = 30; }));
    CHECK(differs([](Problem& p) { p.how.empty_row = EmptyRow::nans; }));
    CHECK(differs([](Problem& p) { p.wanted.insert(Part::lse); }));
    CHECK(differs([](Problem& p) { p.wanted.erase(Part::weights); }));
    CHECK(differs([](Problem& p) { p.dtypes.add(Part::output, Dtype::f32); }));
    for (const Part part : problem.tensors.parts()) {
      INFO(name_of(part));
      CHECK(differs([part](Problem& p) { p.at(part).values.back() = -0.0; }));
      CHECK(differs([part](Problem& p) { p.at(part).dtype = Dtype::f32; }));
      CHECK(differs([part](Problem& p) { std::reverse(p.at(part).shape.begin(), p.at(part).shape.end()); }));
      CHECK(differs([part](Problem& p) { p.at(part).values.pop_back(); }));
      CHECK(differs([part](Problem& p) { p.tensors.erase(part); }));
    }
  }
}

TEST_CASE("parts: a given scale of exactly 1/sqrt(d_k) is another problem than none") {
  Problem problem = attention_problem(Tensor(Dtype::f64, 1, 4), Tensor(Dtype::f64, 2, 4), Tensor(Dtype::f64, 2, 1));
  const Problem without = problem;
  problem.how.scale = 0.5;
  CHECK(problem != without);
}

TEST_CASE("parts: NaN equals the same NaN alone") {
  Problem one = given(), other = given();
  one.at(Part::k).values[3] = other.at(Part::k).values[3] = nan_of_payload(1);
  CHECK(one == other);
  other.at(Part::k).values[3] = nan_of_payload(2);
  CHECK(one != other);
  other.at(Part::k).values[3] = -nan_of_payload(1);
  CHECK(one != other);
}

TEST_CASE("parts: what there is one of for each of some parts is found by part") {
  PerPart<int> numbers{{Part::weights, 2}, {Part::x, 1}};
  CHECK(numbers.size() == 2);
  CHECK(numbers.begin()->first == Part::x);  // in the table's order
  CHECK(numbers.parts() == PartSet{Part::x, Part::weights});
  CHECK(numbers.at(Part::weights) == 2);
  CHECK(*numbers.find(Part::x) == 1);
  CHECK(numbers.find(Part::lse) == nullptr);
  CHECK_THROWS_WITH(numbers.at(Part::lse), "there is no lse");
  CHECK_THROWS_AS(std::as_const(numbers)[Part::lse], std::out_of_range);
  CHECK(!numbers.contains(Part::lse));
  CHECK(!numbers.add(Part::x, 7));
  CHECK(numbers.add(Part::lse, 3));
  CHECK(numbers.at(Part::x) == 1);
  numbers.erase(Part::x);
  CHECK(numbers.parts() == PartSet{Part::weights, Part::lse});
}
