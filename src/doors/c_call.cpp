#include "doors/c_call.hpp"

#include "documents/document.hpp"
#include "files/float_bits.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace attnref {
namespace {

int64_t length(std::size_t size) { return static_cast<int64_t>(size); }

attnref_problem numbers_of(const Problem& problem) {
  attnref_problem numbers{};
  numbers.size = sizeof numbers;
  numbers.dtype = static_cast<int32_t>(problem.dtype());
  const Sizes s = problem.sizes();
  numbers.batch = length(s.batch);
  numbers.heads = length(s.heads);
  numbers.kv_heads = length(s.kv_heads);
  numbers.t_q = length(s.t_q);
  numbers.t_k = length(s.t_k);
  numbers.d_model = length(s.d_model);
  numbers.d_k = length(s.d_k);
  numbers.d_v = length(s.d_v);
  numbers.scale = problem.how.scale.value_or(1 / std::sqrt(static_cast<double>(s.d_k)));
  return numbers;
}

attnref_choice choice_of(const std::string& key, const std::string& text) {
  attnref_choice choice{sizeof choice, key.c_str(), text.c_str(), 0};
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, choice.number);
  if (error != std::errc{} || stopped != end) choice.number = std::numeric_limits<double>::quiet_NaN();
  return choice;
}

/// How the arrays of one call lie. In every second problem they have no gaps, as most callers of kernels have them.
class Layouts {
 public:
  Layouts(const Sizes& s, const Constraints& constraints)
      : mixed_(s.t_q + 3 * s.t_k + 5 * s.d_k + 7 * s.d_v + 11 * s.d_model),
        random_(mixed_),
        has_gaps_(!constraints.contiguous && mixed_ % 2 != 0),
        takes_any_(constraints.any_strides) {}

  /// The next array's layout.
  ArrayLayout next(std::vector<std::size_t> shape, Dtype dtype, const std::vector<bool>& repeats) {
    const std::size_t item = bytes_of(dtype);
    if (has_gaps_ && takes_any_) return scattered(std::move(shape), item, repeats, random_);
    return by_rows(std::move(shape), item, has_gaps_ ? 1 + mixed_ / 2 % 3 : 0);
  }
  bool may_repeat() const { return has_gaps_ && takes_any_; }

 private:
  std::size_t mixed_;
  Random random_;
  bool has_gaps_, takes_any_;
};

/// What an array of that name lay in last, in this thread. Most callers' allocators hand the same memory out again, and
/// a cache that is keyed by an address is wrong then.
FencedArray::Memory& memory_of(Part part) {
  static thread_local PerPart<FencedArray::Memory> all;
  return all[part];
}

template <class Struct>
bool is_same(const std::vector<Struct>& a, const std::vector<Struct>& b) {
  return a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Struct)) == 0;
}

}  // namespace

CCall::CCall(const Problem& problem, const Constraints& constraints, Fillings fillings)
    : choices_(choices_of(problem)) {
  const Sizes sizes = problem.sizes();
  Layouts layouts(sizes, constraints);
  for (const auto& [part, tensor] : problem.tensors) {
    const auto repeats = layouts.may_repeat() ? repeats_of(tensor) : std::vector<bool>();
    inputs_.emplace(part, FencedArray(tensor, layouts.next(tensor.shape, tensor.dtype, repeats), fillings.guards,
                                      std::move(memory_of(part))));
  }
  for (const Part part : problem.wanted) {
    const Dtype dtype = problem.dtype_of(part);
    std::vector<std::size_t> shape = shape_of(part, sizes);
    const std::vector<bool> repeats(shape.size(), false);
    outputs_.emplace(part, FencedArray(dtype, layouts.next(std::move(shape), dtype, repeats), fillings.guards,
                                       fillings.outputs, std::move(memory_of(part))));
  }
  for (auto& [part, array] : inputs_) given_.inputs.push_back(array.view(name_of(part).data()));
  for (auto& [part, array] : outputs_) given_.outputs.push_back(array.view(name_of(part).data()));
  for (const auto& [key, text] : choices_) given_.choices.push_back(choice_of(key, text));
  given_.problem = numbers_of(problem);
  given_.problem.inputs = given_.inputs.data();
  given_.problem.outputs = given_.outputs.data();
  given_.problem.choices = given_.choices.data();
  given_.problem.input_count = static_cast<int32_t>(given_.inputs.size());
  given_.problem.output_count = static_cast<int32_t>(given_.outputs.size());
  given_.problem.choice_count = static_cast<int32_t>(given_.choices.size());
  at_first_ = given_;
}

CCall::~CCall() {
  for (auto* arrays : {&inputs_, &outputs_}) {
    for (auto& [part, array] : *arrays) memory_of(part) = array.release();
  }
}

std::optional<std::string> CCall::harmed_struct() const {
  if (std::memcmp(&given_.problem, &at_first_.problem, sizeof given_.problem) != 0)
    return "wrote to the attnref_problem itself";
  if (!is_same(given_.inputs, at_first_.inputs)) return "wrote to an attnref_array of its inputs";
  if (!is_same(given_.outputs, at_first_.outputs)) return "wrote to an attnref_array of its outputs";
  if (!is_same(given_.choices, at_first_.choices)) return "wrote to an attnref_choice";
  return std::nullopt;
}

std::optional<std::string> CCall::harm() const {
  for (const auto* arrays : {&outputs_, &inputs_}) {
    for (const auto& [part, array] : *arrays) {
      if (const auto where = array.broken_fence()) return fmt::format("wrote outside of {}: {}", name_of(part), *where);
    }
  }
  for (const auto& [part, array] : inputs_) {
    if (const auto where = array.changed_element())
      return fmt::format("wrote to its input {}, at {}", name_of(part), *where);
  }
  return harmed_struct();
}

Outputs CCall::written() const {
  Outputs written;
  for (const auto& [part, array] : outputs_) written.add(part, Written{array.tensor(), array.unchanged()});
  return written;
}

}  // namespace attnref
