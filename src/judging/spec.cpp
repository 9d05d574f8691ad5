// A Spec as one line and back.
#include "attnref/law.hpp"

#include "judging/largest_size.hpp"
#include "problem/one_line.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <set>

namespace attnref {
namespace {

constexpr std::array<std::string_view, 7> regime_names{"flat",    "moderate",  "peaked", "tied",
                                                       "shifted", "underflow", "special"};

template <class Integer>
Integer number(std::string_view key, std::string_view text, Integer least, Integer most) {
  Integer value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
    throw problem_error(
        fmt::format("replay: {}: expected an integer from {} to {}, found '{}'", key, least, most, on_one_line(text)));
  }
  return value;
}

Regime regime_of(std::string_view text) {
  for (std::size_t i = 0; i < regime_names.size(); ++i) {
    if (regime_names[i] == text) return static_cast<Regime>(i);
  }
  throw problem_error(
      fmt::format("replay: regime: expected one of {}, found '{}'", fmt::join(regime_names, ", "), on_one_line(text)));
}

void read_key(Spec& spec, std::string_view key, std::string_view text) {
  const auto size = [&](std::size_t& field) { field = number<std::size_t>(key, text, 0, largest_size); };
  if (key == "law") {
    if (!law_named(text))
      throw problem_error(
          fmt::format("replay: law: expected an id that `attnref laws` lists, found '{}'", on_one_line(text)));
    spec.law = text;
  } else if (key == "dtype") {
    const auto dtype = dtype_named(text);
    if (!dtype)
      throw problem_error(fmt::format("replay: dtype: expected f64, f32, f16 or bf16, found '{}'", on_one_line(text)));
    spec.dtype = *dtype;
  } else if (key == "regime") {
    spec.regime = regime_of(text);
  } else if (key == "t_q") {
    size(spec.sizes.t_q);
  } else if (key == "t_k") {
    size(spec.sizes.t_k);
  } else if (key == "d_model") {
    size(spec.sizes.d_model);
  } else if (key == "d_k") {
    size(spec.sizes.d_k);
  } else if (key == "d_v") {
    size(spec.sizes.d_v);
  } else if (key == "form") {
    if (text != "projected" && text != "given") {
      throw problem_error(fmt::format("replay: form: expected projected or given, found '{}'", on_one_line(text)));
    }
    spec.projected = text == "projected";
  } else if (key == "seed") {
    spec.seed = number<std::uint64_t>(key, text, 0, ~std::uint64_t{0});
  } else if (key == "bits") {
    spec.bits = number<int>(key, text, 0, 52);
  } else if (key == "zeroed") {
    spec.zeroed = number<int>(key, text, 0, 100);
  } else {
    throw problem_error(
        fmt::format("replay: expected one of the keys law, dtype, regime, t_q, t_k, d_model, d_k, d_v, form, bits, "
                    "zeroed, seed, found '{}'",
                    on_one_line(key)));
  }
}

}  // namespace

std::string_view name_of(Regime regime) { return regime_names[static_cast<std::size_t>(regime)]; }

std::string to_string(const Spec& spec) {
  return fmt::format(
      "law={},dtype={},regime={},form={},t_q={},t_k={},d_model={},d_k={},d_v={},bits={},zeroed={},seed={}", spec.law,
      name_of(spec.dtype), name_of(spec.regime), spec.projected ? "projected" : "given", spec.sizes.t_q, spec.sizes.t_k,
      spec.sizes.d_model, spec.sizes.d_k, spec.sizes.d_v, spec.bits, spec.zeroed, spec.seed);
}

Spec spec_of(std::string_view line) {
  Spec spec;
  std::set<std::string_view> read;
  while (!line.empty()) {
    const std::string_view item = line.substr(0, line.find(','));
    line.remove_prefix(std::min(line.size(), item.size() + 1));
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos) {
      throw problem_error(fmt::format("replay: expected key=value, found '{}'", on_one_line(item)));
    }
    const std::string_view key = item.substr(0, equals);
    read_key(spec, key, item.substr(equals + 1));
    if (!read.insert(key).second) throw problem_error(fmt::format("replay: {}: expected once, found again", key));
  }
  if (spec.law.empty()) throw problem_error("replay: expected the key law, found none");
  return spec;
}

}  // namespace attnref
