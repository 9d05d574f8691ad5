// A Spec as one line and back, by the table of its fields.
#include "attnref/spec.hpp"

#include "problem/largest_size.hpp"
#include "problem/one_line.hpp"
#include "problem/spec_fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>

namespace attnref {
namespace {

/// Of lines and of what they draw. It changes when a Spec of before draws another problem, or none.
constexpr std::string_view version_key = "v";
constexpr std::string_view version = "2";

constexpr std::array<std::string_view, 7> regime_names{"flat",    "moderate",  "peaked", "tied",
                                                       "shifted", "underflow", "special"};

[[noreturn]] void refuse(std::string_view key, std::string_view expected, std::string_view found) {
  throw problem_error(fmt::format("replay: {}: expected {}, found '{}'", key, expected, on_one_line(found)));
}

template <class Integer>
Integer number(std::string_view key, std::string_view text, Integer least, Integer most) {
  Integer value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most)
    refuse(key, fmt::format("an integer from {} to {}", least, most), text);
  return value;
}

Regime regime_of(std::string_view text) {
  const auto* const found = std::find(regime_names.begin(), regime_names.end(), text);
  if (found == regime_names.end()) refuse("regime", fmt::format("one of {}", fmt::join(regime_names, ", ")), text);
  return static_cast<Regime>(found - regime_names.begin());
}

Dtype dtype_of(std::string_view text) {
  const auto dtype = dtype_named(text);
  if (!dtype) refuse("dtype", "f64, f32, f16 or bf16", text);
  return *dtype;
}

bool is_projected(std::string_view text) {
  if (text != "projected" && text != "given") refuse("form", "projected or given", text);
  return text == "projected";
}

/// Which size, with its key.
struct Axis {
  std::string_view key;
  std::size_t Sizes::*size;
};
constexpr Axis t_q{"t_q", &Sizes::t_q}, t_k{"t_k", &Sizes::t_k}, d_model{"d_model", &Sizes::d_model},
    d_k{"d_k", &Sizes::d_k}, d_v{"d_v", &Sizes::d_v};

/// 1, half of it, one less.
std::vector<std::size_t> smaller_sizes(std::size_t size) {
  if (size <= 1) return {};
  return {1, (size + 1) / 2, size - 1};
}

/// From all bits over 4 to 1.
std::vector<int> fewer_bits(int bits) {
  if (bits == 1) return {};
  return {bits == 0 ? 4 : bits - 1};
}

std::vector<int> more_zeros(int percent) {
  std::vector<int> more;
  for (const int zeroed : {90, 75, 50, 25}) {
    if (zeroed > percent) more.push_back(zeroed);
  }
  return more;
}

/// The Spec with each of the values in turn.
template <class Value, class Set>
std::vector<Spec> with_each(const Spec& spec, const std::vector<Value>& values, Set set) {
  std::vector<Spec> specs(values.size(), spec);
  for (std::size_t n = 0; n < values.size(); ++n) set(specs[n], values[n]);
  return specs;
}

template <const Axis& axis>
constexpr SpecField size_field() {
  return {
      .key = axis.key,
      .print = [](const Spec& s) { return fmt::to_string(s.sizes.*axis.size); },
      .parse = [](Spec& s,
                  std::string_view text) { s.sizes.*axis.size = number<std::size_t>(axis.key, text, 0, largest_size); },
      .shrunk = Shrunk::size,
      .amount = [](const Spec& s) { return s.sizes.*axis.size; },
      .smaller =
          [](const Spec& s) {
            return with_each(s, smaller_sizes(s.sizes.*axis.size),
                             [](Spec& step, std::size_t size) { step.sizes.*axis.size = size; });
          }};
}

constexpr std::array fields{
    SpecField{.key = "law",
              .print = [](const Spec& s) { return s.law; },
              .parse = [](Spec& s, std::string_view text) { s.law = text; }},
    SpecField{.key = "dtype",
              .print = [](const Spec& s) { return std::string(name_of(s.dtype)); },
              .parse = [](Spec& s, std::string_view text) { s.dtype = dtype_of(text); }},
    SpecField{.key = "regime",
              .print = [](const Spec& s) { return std::string(name_of(s.regime)); },
              .parse = [](Spec& s, std::string_view text) { s.regime = regime_of(text); }},
    SpecField{.key = "form",
              .print = [](const Spec& s) { return std::string(s.projected ? "projected" : "given"); },
              .parse = [](Spec& s, std::string_view text) { s.projected = is_projected(text); }},
    size_field<t_q>(),
    size_field<t_k>(),
    size_field<d_model>(),
    size_field<d_k>(),
    size_field<d_v>(),
    SpecField{.key = "bits",
              .print = [](const Spec& s) { return fmt::to_string(s.bits); },
              .parse = [](Spec& s, std::string_view text) { s.bits = number<int>("bits", text, 0, 52); },
              .shrunk = Shrunk::bits,
              .amount = [](const Spec& s) { return static_cast<std::size_t>(s.bits == 0 ? 99 : s.bits); },
              .smaller =
                  [](const Spec& s) {
                    return with_each(s, fewer_bits(s.bits), [](Spec& step, int bits) { step.bits = bits; });
                  }},
    SpecField{.key = "zeroed",
              .print = [](const Spec& s) { return fmt::to_string(s.zeroed); },
              .parse = [](Spec& s, std::string_view text) { s.zeroed = number<int>("zeroed", text, 0, 100); },
              .shrunk = Shrunk::zeros,
              .amount = [](const Spec& s) { return static_cast<std::size_t>(100 - s.zeroed); },
              .smaller =
                  [](const Spec& s) {
                    return with_each(s, more_zeros(s.zeroed), [](Spec& step, int zeroed) { step.zeroed = zeroed; });
                  }},
    SpecField{
        .key = "seed",
        .print = [](const Spec& s) { return fmt::to_string(s.seed); },
        .parse = [](Spec& s,
                    std::string_view text) { s.seed = number<std::uint64_t>("seed", text, 0, ~std::uint64_t{0}); }},
};

using Item = std::pair<std::string_view, std::string_view>;

/// The line's keys and texts, each key once.
std::vector<Item> items_of(std::string_view line) {
  std::vector<Item> items;
  std::set<std::string_view> read;
  while (!line.empty()) {
    const std::string_view item = line.substr(0, line.find(','));
    line.remove_prefix(std::min(line.size(), item.size() + 1));
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos) {
      throw problem_error(fmt::format("replay: expected key=value, found '{}'", on_one_line(item)));
    }
    const std::string_view key = item.substr(0, equals);
    if (!read.insert(key).second)
      throw problem_error(fmt::format("replay: {}: expected once, found again", on_one_line(key)));
    items.emplace_back(key, item.substr(equals + 1));
  }
  return items;
}

void require_this_version(const std::vector<Item>& items) {
  const auto found =
      std::find_if(items.begin(), items.end(), [](const Item& item) { return item.first == version_key; });
  if (found == items.end() || found->second == "1") {
    throw problem_error(fmt::format(
        "replay: {}: expected {}, found {}: the line is of an earlier version of attnref, whose cases can't be drawn "
        "again",
        version_key, version, found == items.end() ? "none" : "1"));
  }
  if (found->second != version) refuse(version_key, version, found->second);
}

void read_item(Spec& spec, const Item& item) {
  const auto* const field =
      std::find_if(fields.begin(), fields.end(), [&](const SpecField& one) { return one.key == item.first; });
  if (field != fields.end()) return field->parse(spec, item.second);
  std::vector<std::string_view> keys{version_key};
  for (const SpecField& one : fields) keys.push_back(one.key);
  throw problem_error(
      fmt::format("replay: expected one of the keys {}, found '{}'", fmt::join(keys, ", "), on_one_line(item.first)));
}

}  // namespace

std::string_view name_of(Regime regime) { return regime_names[static_cast<std::size_t>(regime)]; }

std::span<const SpecField> spec_fields() { return fields; }

std::string to_string(const Spec& spec) {
  std::string line = fmt::format("{}={}", version_key, version);
  for (const SpecField& field : fields) line += fmt::format(",{}={}", field.key, field.print(spec));
  return line;
}

Spec spec_of(std::string_view line) {
  const std::vector<Item> items = items_of(line);
  if (!items.empty()) require_this_version(items);
  Spec spec;
  for (const Item& item : items) {
    if (item.first != version_key) read_item(spec, item);
  }
  if (spec.law.empty()) throw problem_error("replay: expected the key law, found none");
  return spec;
}

}  // namespace attnref
