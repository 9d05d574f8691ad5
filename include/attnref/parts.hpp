// Every named array of attention, once: what it is called, its shape, its elements, and the feature that it needs.
// Shapes, documents, the C interface, the command's options, bounds, golden values and reports derive from this table.
#pragma once

#include "attnref/features.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace attnref {

/// A named array. The names are those of documents (name_of).
// clang-format off
enum class Part : std::uint8_t {
  // Inputs: X and projections, or queries, keys and values.
  x, wq, wk, wv, wo, q, k, v, qv,
  // Which keys a query sees, and what is added to its scores.
  mask, bias, alibi_slopes, sinks, dropout_mask,
  // Lengths, positions and storage.
  q_lengths, kv_lengths, q_starts, kv_starts, q_offsets, cu_q, cu_kv, page_table, positions, k_new, v_new, rope_cos,
  rope_sin, q_descale, k_descale, v_descale,
  // Cotangents.
  d_output, d_lse,
  // Outputs.
  output, weights, lse, scores, scores_capped, scores_biased, row_max, queries, keys, values, k_cache, v_cache, dq,
  dk, dv, dx, dwq, dwk, dwv, dwo, dbias, dsinks,
};
// clang-format on

/// What a part is to a backend. Reserved names belong to attention that attnref does not compute yet.
enum class Role : std::uint8_t { input, output, reserved_input, reserved_output };

/// What a part's elements are: floating-point numbers, booleans, or integers.
enum class Elements : std::uint8_t { floating, boolean, integer };

/// What an axis of a part counts; Sizes (problem.hpp) has the numbers. `own` is a size that the part alone has.
enum class Extent : std::uint8_t { batch, heads, kv_heads, t_q, t_k, d_model, d_k, d_v, heads_times_d_v, own };

/// The axes of a part in the canonical form, the last one running fastest. At rank 2 the leading axes of batch and
/// heads, which are 1, are left out.
class Axes {
 public:
  constexpr Axes() = default;
  constexpr Axes(std::initializer_list<Extent> extents) {
    for (const Extent extent : extents) add(extent);
  }
  constexpr void add(Extent extent) { extents_[count_++] = extent; }
  constexpr std::size_t size() const { return count_; }
  constexpr Extent operator[](std::size_t n) const { return extents_[n]; }
  constexpr const Extent* begin() const { return extents_.data(); }
  constexpr const Extent* end() const { return extents_.data() + count_; }

 private:
  std::array<Extent, 6> extents_{};
  std::size_t count_ = 0;
};

/// A row of the table of parts.
struct PartInfo {
  Part part;
  std::string_view name;
  Role role;
  Axes axes;
  Elements elements;
  std::optional<Feature> needs;  ///< without it a backend is not asked for the part
  std::string_view says;         ///< what it is, as --help says it
};

inline constexpr auto part_table = [] {
  using enum Extent;
  using enum Role;
  using enum Elements;
  using F = Feature;
  constexpr std::nullopt_t none = std::nullopt;
  // clang-format off
  return std::to_array<PartInfo>({
      {Part::x, "x", input, {batch, t_q, d_model}, floating, F::projections, "The sequence, T x d_model"},
      {Part::wq, "wq", input, {heads, d_model, d_k}, floating, F::projections, "W^Q, d_model x d_k"},
      {Part::wk, "wk", input, {kv_heads, d_model, d_k}, floating, F::projections, "W^K, d_model x d_k"},
      {Part::wv, "wv", input, {kv_heads, d_model, d_v}, floating, F::projections, "W^V, d_model x d_v"},
      {Part::wo, "wo", reserved_input, {heads_times_d_v, d_model}, floating, F::output_projection, "projection of the output"},
      {Part::q, "q", input, {batch, heads, t_q, d_k}, floating, none, "Or queries, T x d_k (without projections)"},
      {Part::k, "k", input, {batch, kv_heads, t_k, d_k}, floating, none, "Keys, S x d_k"},
      {Part::v, "v", input, {batch, kv_heads, t_k, d_v}, floating, none, "Values, S x d_v"},
      {Part::qv, "qv", reserved_input, {batch, heads, t_q, d_v}, floating, none, "queries that meet the values"},
      {Part::mask, "mask", reserved_input, {batch, heads, t_q, t_k}, boolean, F::mask, "keys that each query sees"},
      {Part::bias, "bias", reserved_input, {batch, heads, t_q, t_k}, floating, F::bias, "added to the scores"},
      {Part::alibi_slopes, "alibi_slopes", reserved_input, {heads}, floating, F::bias, "slopes of a bias by distance"},
      {Part::sinks, "sinks", reserved_input, {heads}, floating, none, "logits without a value, one a head"},
      {Part::dropout_mask, "dropout_mask", reserved_input, {batch, heads, t_q, t_k}, boolean, none, "weights that are kept"},
      {Part::q_lengths, "q_lengths", reserved_input, {batch}, integer, F::lengths, "queries of each batch entry"},
      {Part::kv_lengths, "kv_lengths", reserved_input, {batch}, integer, F::lengths, "keys of each batch entry"},
      {Part::q_starts, "q_starts", reserved_input, {batch}, integer, F::lengths, "first query of each batch entry"},
      {Part::kv_starts, "kv_starts", reserved_input, {batch}, integer, F::lengths, "first key of each batch entry"},
      {Part::q_offsets, "q_offsets", reserved_input, {batch}, integer, F::lengths, "causal offset of each batch entry"},
      {Part::cu_q, "cu_q", reserved_input, {own}, integer, F::lengths, "where each packed sequence of queries begins"},
      {Part::cu_kv, "cu_kv", reserved_input, {own}, integer, F::lengths, "where each packed sequence of keys begins"},
      {Part::page_table, "page_table", reserved_input, {batch, own}, integer, F::lengths, "pages of each batch entry"},
      {Part::positions, "positions", reserved_input, {batch, t_q}, integer, none, "position of each query"},
      {Part::k_new, "k_new", reserved_input, {batch, kv_heads, own, d_k}, floating, none, "keys to append to the cache"},
      {Part::v_new, "v_new", reserved_input, {batch, kv_heads, own, d_v}, floating, none, "values to append to the cache"},
      {Part::rope_cos, "rope_cos", reserved_input, {own, own}, floating, none, "cosines of rotary positions"},
      {Part::rope_sin, "rope_sin", reserved_input, {own, own}, floating, none, "sines of rotary positions"},
      {Part::q_descale, "q_descale", reserved_input, {batch, heads}, floating, none, "factors of quantised queries"},
      {Part::k_descale, "k_descale", reserved_input, {batch, kv_heads}, floating, none, "factors of quantised keys"},
      {Part::v_descale, "v_descale", reserved_input, {batch, kv_heads}, floating, none, "factors of quantised values"},
      {Part::d_output, "d_output", reserved_input, {batch, heads, t_q, d_v}, floating, F::gradients, "cotangent of the output"},
      {Part::d_lse, "d_lse", reserved_input, {batch, heads, t_q}, floating, F::gradients, "cotangent of the log-sum-exp"},
      {Part::output, "output", output, {batch, heads, t_q, d_v}, floating, none, "Y = A V"},
      {Part::weights, "weights", output, {batch, heads, t_q, t_k}, floating, F::weights, "A, whose rows sum to 1"},
      {Part::lse, "lse", output, {batch, heads, t_q}, floating, F::lse, "log sum exp of each row of scores"},
      {Part::scores, "scores", output, {batch, heads, t_q, t_k}, floating, F::scores, "scale Q K^T"},
      {Part::scores_capped, "scores_capped", reserved_output, {batch, heads, t_q, t_k}, floating, F::scores, "scores after the softcap"},
      {Part::scores_biased, "scores_biased", reserved_output, {batch, heads, t_q, t_k}, floating, F::scores, "scores after the bias"},
      {Part::row_max, "row_max", reserved_output, {batch, heads, t_q}, floating, F::scores, "largest score of each row"},
      {Part::queries, "queries", output, {batch, heads, t_q, d_k}, floating, F::queries_keys_values, "Q"},
      {Part::keys, "keys", output, {batch, kv_heads, t_k, d_k}, floating, F::queries_keys_values, "K"},
      {Part::values, "values", output, {batch, kv_heads, t_k, d_v}, floating, F::queries_keys_values, "V"},
      {Part::k_cache, "k_cache", reserved_output, {batch, kv_heads, own, d_k}, floating, none, "the cache of keys after appending"},
      {Part::v_cache, "v_cache", reserved_output, {batch, kv_heads, own, d_v}, floating, none, "the cache of values after appending"},
      {Part::dq, "dq", reserved_output, {batch, heads, t_q, d_k}, floating, F::gradients, "gradient of q"},
      {Part::dk, "dk", reserved_output, {batch, kv_heads, t_k, d_k}, floating, F::gradients, "gradient of k"},
      {Part::dv, "dv", reserved_output, {batch, kv_heads, t_k, d_v}, floating, F::gradients, "gradient of v"},
      {Part::dx, "dx", reserved_output, {batch, t_q, d_model}, floating, F::gradients, "gradient of x"},
      {Part::dwq, "dwq", reserved_output, {heads, d_model, d_k}, floating, F::gradients, "gradient of wq"},
      {Part::dwk, "dwk", reserved_output, {kv_heads, d_model, d_k}, floating, F::gradients, "gradient of wk"},
      {Part::dwv, "dwv", reserved_output, {kv_heads, d_model, d_v}, floating, F::gradients, "gradient of wv"},
      {Part::dwo, "dwo", reserved_output, {heads_times_d_v, d_model}, floating, F::gradients, "gradient of wo"},
      {Part::dbias, "dbias", reserved_output, {batch, heads, t_q, t_k}, floating, F::gradients, "gradient of the bias"},
      {Part::dsinks, "dsinks", reserved_output, {heads}, floating, F::gradients, "gradient of the sinks"},
  });
  // clang-format on
}();

static_assert(detail::is_in_order(part_table, &PartInfo::part), "a row for each part, in the enum's order");

using PartSet = EnumSet<Part>;

/// The table's row of a part.
constexpr const PartInfo& info_of(Part part) { return part_table[static_cast<std::size_t>(part)]; }

/// As spelled in documents: "wq".
constexpr std::string_view name_of(Part part) { return info_of(part).name; }

/// The part of that name, reserved names included, if there is one.
constexpr std::optional<Part> part_named(std::string_view name) {
  for (const PartInfo& info : part_table) {
    if (info.name == name) return info.part;
  }
  return std::nullopt;
}

/// The parts of a role, in the table's order.
constexpr PartSet parts_of(Role role) {
  PartSet parts;
  for (const PartInfo& info : part_table) {
    if (info.role == role) parts.insert(info.part);
  }
  return parts;
}

/// The outputs that attnref computes.
inline constexpr PartSet computed_outputs = parts_of(Role::output);
/// The inputs that attnref takes.
inline constexpr PartSet taken_inputs = parts_of(Role::input);

/// Something for each of some parts, in the table's order. References to one stay good while others come and go.
template <class T>
class PerPart {
 public:
  using Map = std::map<Part, T>;

  PerPart() = default;
  PerPart(std::initializer_list<std::pair<const Part, T>> entries) : map_(entries) {}

  bool contains(Part part) const { return map_.contains(part); }
  bool empty() const { return map_.empty(); }
  std::size_t size() const { return map_.size(); }
  PartSet parts() const {
    PartSet parts;
    for (const auto& [part, value] : map_) parts.insert(part);
    return parts;
  }

  /// The value of a part. Throws std::out_of_range, naming the part, where there is none.
  const T& at(Part part) const { return found(map_, part); }
  T& at(Part part) { return found(map_, part); }
  const T& operator[](Part part) const { return at(part); }
  /// The value of a part, made first where there is none.
  T& operator[](Part part) { return map_[part]; }
  /// The value of a part, or null.
  const T* find(Part part) const { return looked_up(map_, part); }
  T* find(Part part) { return looked_up(map_, part); }

  /// Sets what has no value yet; true if it had none.
  bool add(Part part, T value) { return map_.emplace(part, std::move(value)).second; }
  void erase(Part part) { map_.erase(part); }
  void clear() { map_.clear(); }

  auto begin() const { return map_.begin(); }
  auto end() const { return map_.end(); }
  auto begin() { return map_.begin(); }
  auto end() { return map_.end(); }

  friend bool operator==(const PerPart&, const PerPart&) = default;

 private:
  static auto& found(auto& map, Part part) {
    const auto place = map.find(part);
    if (place == map.end()) throw std::out_of_range("there is no " + std::string(name_of(part)));
    return place->second;
  }
  static auto* looked_up(auto& map, Part part) {
    const auto place = map.find(part);
    return place == map.end() ? nullptr : &place->second;
  }
  Map map_;
};

}  // namespace attnref
