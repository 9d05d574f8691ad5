// What a backend may be able to do beyond softmax(Q K^T / sqrt(d_k)) V of one head, once.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace attnref {

/// An ability that a backend declares, and without which it is not asked for what needs it.
enum class Feature : std::uint8_t {
  projections,
  output_projection,
  weights,
  lse,
  scores,
  queries_keys_values,
  scale,
  mask,
  bias,
  causal_top_left,
  causal_bottom_right,
  window,
  softcap,
  heads,
  grouped_heads,
  batch,
  lengths,
  empty_row_zero,
  empty_row_nan,
  gradients,
};

/// A feature's name in documents, and what a backend without it says.
struct FeatureInfo {
  Feature feature;
  std::string_view name;
  std::string_view lacking;  ///< "takes no projections"
};

inline constexpr auto feature_table = std::to_array<FeatureInfo>({
    {Feature::projections, "projections", "takes no projections"},
    {Feature::output_projection, "output_projection", "takes no output projection"},
    {Feature::weights, "weights", "returns no weights"},
    {Feature::lse, "lse", "returns no log-sum-exp"},
    {Feature::scores, "scores", "returns no scores"},
    {Feature::queries_keys_values, "queries_keys_values", "returns no projected queries, keys and values"},
    {Feature::scale, "scale", "takes no scale of its caller's"},
    {Feature::mask, "mask", "takes no mask"},
    {Feature::bias, "bias", "takes no bias"},
    {Feature::causal_top_left, "causal_top_left", "has no causal mask aligned at the top left"},
    {Feature::causal_bottom_right, "causal_bottom_right", "has no causal mask aligned at the bottom right"},
    {Feature::window, "window", "has no window"},
    {Feature::softcap, "softcap", "has no softcap"},
    {Feature::heads, "heads", "takes one head only"},
    {Feature::grouped_heads, "grouped_heads", "takes as many heads of keys as of queries only"},
    {Feature::batch, "batch", "takes no batch"},
    {Feature::lengths, "lengths", "takes no lengths"},
    {Feature::empty_row_zero, "empty_row_zero", "gives no zeros in rows without keys"},
    {Feature::empty_row_nan, "empty_row_nan", "gives no NaN in rows without keys"},
    {Feature::gradients, "gradients", "returns no gradients"},
});

/// Members of an enum whose table has at most 64 rows.
template <class Enum>
class EnumSet {
 public:
  constexpr EnumSet() = default;
  constexpr EnumSet(std::initializer_list<Enum> members) {
    for (const Enum member : members) insert(member);
  }

  constexpr bool contains(Enum member) const { return (bits_ & bit(member)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr std::size_t size() const { return static_cast<std::size_t>(std::popcount(bits_)); }
  constexpr void insert(Enum member) { bits_ |= bit(member); }
  constexpr void insert(EnumSet members) { bits_ |= members.bits_; }
  constexpr void erase(Enum member) { bits_ &= ~bit(member); }
  constexpr void clear() { bits_ = 0; }

  /// The members that `other` does not have.
  constexpr EnumSet without(EnumSet other) const {
    EnumSet rest = *this;
    rest.bits_ &= ~other.bits_;
    return rest;
  }
  /// The members that `other` has too.
  constexpr EnumSet among(EnumSet other) const {
    EnumSet common = *this;
    common.bits_ &= other.bits_;
    return common;
  }

  /// Members in the order of the enum.
  class Iterator {
   public:
    using value_type = Enum;
    using difference_type = std::ptrdiff_t;
    constexpr Iterator() = default;
    constexpr explicit Iterator(std::uint64_t bits) : bits_(bits) {}
    constexpr Enum operator*() const { return static_cast<Enum>(std::countr_zero(bits_)); }
    constexpr Iterator& operator++() {
      bits_ &= bits_ - 1;
      return *this;
    }
    constexpr Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    std::uint64_t bits_ = 0;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

  friend constexpr bool operator==(EnumSet, EnumSet) = default;

 private:
  static constexpr std::uint64_t bit(Enum member) { return std::uint64_t{1} << static_cast<unsigned>(member); }
  std::uint64_t bits_ = 0;
};

using FeatureSet = EnumSet<Feature>;

/// What attnref computes: one head, no mask, any scale.
inline constexpr FeatureSet computed_features{
    Feature::projections, Feature::weights,        Feature::lse,          Feature::scores, Feature::queries_keys_values,
    Feature::scale,       Feature::empty_row_zero, Feature::empty_row_nan};

/// As spelled in documents: "queries_keys_values".
constexpr std::string_view name_of(Feature feature) { return feature_table[static_cast<std::size_t>(feature)].name; }

/// What a backend without the feature says: "takes no projections".
constexpr std::string_view lacking(Feature feature) { return feature_table[static_cast<std::size_t>(feature)].lacking; }

/// The feature of that name, if there is one.
constexpr std::optional<Feature> feature_named(std::string_view name) {
  for (const FeatureInfo& info : feature_table) {
    if (info.name == name) return info.feature;
  }
  return std::nullopt;
}

namespace detail {
constexpr bool is_in_order(const auto& table, auto member) {
  for (std::size_t n = 0; n < table.size(); ++n) {
    if (static_cast<std::size_t>(table[n].*member) != n) return false;
  }
  return table.size() <= 64;
}
}  // namespace detail

static_assert(detail::is_in_order(feature_table, &FeatureInfo::feature), "a row for each feature, in the enum's order");

}  // namespace attnref
