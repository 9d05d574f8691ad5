#include "search/case_generator.hpp"

#include "generators/draw.hpp"
#include "problem/largest_size.hpp"
#include "problem/spec_fields.hpp"
#include "search/cost.hpp"
#include "search/refused_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace attnref {
namespace {

/// Kernels' tiles die just past a multiple of their size, so those lengths are in the list twice.
constexpr std::array<std::size_t, 24> lengths{1,  2,  3,  5,  7,  8,  9,  9,  15,  16,  17,  17,
                                              31, 32, 33, 33, 63, 64, 65, 65, 127, 128, 129, 129};
/// Only where --max-length asks for more than the usual lengths.
constexpr std::array<std::size_t, 14> long_lengths{255,  256,  257,  511,  512,  513,  1023,
                                                   1024, 1025, 2047, 2048, 2049, 4095, 4096};
/// Widths: the small ones more often, since the cost of a case is their product with the lengths.
constexpr std::array<std::size_t, 28> widths{1,  1,  2,  2,  3,  3,  4,  4,  5,  5,  7,  8,   9,   9,
                                             15, 16, 17, 17, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129};
constexpr std::array<std::size_t, 4> powers_of_four{1, 4, 16, 64};
/// Of so many cases one has sizes that are in no list: mistakes need not sit beside a power of two.
constexpr std::size_t cases_a_free_one = 5;

template <class List>
std::vector<std::size_t> up_to(const List& list, std::size_t most) {
  std::vector<std::size_t> kept;
  std::copy_if(list.begin(), list.end(), std::back_inserter(kept), [most](std::size_t size) { return size <= most; });
  return kept;
}

std::vector<std::size_t> lengths_up_to(std::size_t most) {
  std::vector<std::size_t> kept = up_to(lengths, most);
  const std::vector<std::size_t> longer = up_to(long_lengths, most);
  kept.insert(kept.end(), longer.begin(), longer.end());
  return kept;
}

constexpr std::array<std::size_t Sizes::*, 5> axes{&Sizes::t_q, &Sizes::t_k, &Sizes::d_model, &Sizes::d_k, &Sizes::d_v};

/// Half of the cases have sizes that differ; the other half one equality that hides a confusion, or is needed to show
/// one.
void make_some_equal(Spec& spec, std::size_t choice) {
  Sizes& s = spec.sizes;
  switch (choice) {
    case 0:
      s.d_v = s.d_k;
      break;
    case 1:
      s.d_model = s.d_v;
      break;
    case 2:
      s.d_model = s.d_k = s.d_v;
      break;
    case 3:
      s.d_k = s.d_v = std::min<std::size_t>(s.t_k, 65);
      break;
    case 4:
      s.t_k = s.t_q;
      break;
    default:
      break;
  }
}

/// Widths that differ, none above `most`: where that is too small for three, as many as there is room for.
void make_different(Spec& spec, std::size_t most) {
  Sizes& s = spec.sizes;
  const auto apart_from = [most](std::size_t a, std::size_t b) {
    std::size_t width = std::max(a, b) + 1;
    while (width > 1 && (width > most || width == a || width == b)) --width;
    return width;
  };
  if (s.d_v == s.d_k) s.d_v = apart_from(s.d_k, s.d_k);
  if (s.d_model == s.d_k || s.d_model == s.d_v) s.d_model = apart_from(s.d_k, s.d_v);
}

/// At least one of everything: most laws are about positions that there are.
Spec not_empty(Spec spec) {
  for (std::size_t* size : {&spec.sizes.t_q, &spec.sizes.t_k, &spec.sizes.d_model, &spec.sizes.d_k, &spec.sizes.d_v}) {
    *size = std::max<std::size_t>(*size, 1);
  }
  return spec;
}

/// The Spec as the law's hypotheses have it. A width d_k there always is: no default scale belongs to none.
Spec fitted_to(const Law& law, Spec spec) {
  spec.sizes.d_k = std::max<std::size_t>(spec.sizes.d_k, 1);
  return law.fit(law.empty_too ? spec : not_empty(spec));
}

/// That a replay line can name it.
bool is_named_by_a_line(const Spec& spec) {
  const Sizes& s = spec.sizes;
  return std::max({s.t_q, s.t_k, s.d_model, s.d_k, s.d_v}) <= largest_size;
}

/// The Specs that are smaller in what is shrunk, the boldest steps first: one of all its fields together, then of each
/// alone. The least bold step is taken by one field alone.
std::vector<Spec> steps_smaller(const Spec& spec, Shrunk what) {
  std::vector<Spec> steps;
  for (std::size_t n = 0;; ++n) {
    std::vector<Spec> alone;
    Spec together = spec;
    bool is_bold = false;
    for (const SpecField& field : spec_fields()) {
      if (field.shrunk != what) continue;
      const std::vector<Spec> of_field = field.smaller(spec);
      if (n >= of_field.size()) continue;
      alone.push_back(of_field[n]);
      together = field.smaller(together)[n];
      is_bold = is_bold || n + 1 < of_field.size();
    }
    if (alone.empty()) return steps;
    if (is_bold) steps.push_back(together);
    steps.insert(steps.end(), alone.begin(), alone.end());
  }
}

/// How much there is to shrink, in the order in which it is shrunk.
std::array<std::size_t, shrinking_order.size()> amounts_of(const Spec& spec) {
  std::array<std::size_t, shrinking_order.size()> amounts{};
  for (std::size_t n = 0; n < amounts.size(); ++n) {
    for (const SpecField& field : spec_fields()) {
      if (field.shrunk == shrinking_order[n]) amounts[n] += field.amount(spec);
    }
  }
  return amounts;
}

/// The backend's constraints on sizes and form.
Spec constrained(Spec spec, const Constraints& limits) {
  Sizes& s = spec.sizes;
  s.t_q = limits.t.nearest(s.t_q);
  // Queries, keys and values of one length can still be asked of a backend that takes X only (as_projected).
  const bool one_length = limits.equal_lengths || limits.only_projected || spec.projected;
  s.t_k = one_length ? s.t_q : limits.t.nearest(s.t_k);
  s.d_k = limits.d_k.nearest(s.d_k);
  s.d_v = limits.d_v_equals_d_k ? s.d_k : limits.d_v.nearest(s.d_v);
  s.d_model = spec.projected ? limits.d_model.nearest(s.d_model) : s.d_model;
  return spec;
}

}  // namespace

CaseGenerator::CaseGenerator(const Law& law, Dtype dtype, const Capabilities& capabilities, std::uint64_t seed,
                             std::size_t max_length)
    : law_(&law),
      dtype_(dtype),
      capabilities_(&capabilities),
      seed_(Random(seed, law.id, static_cast<std::uint64_t>(dtype)).bits()),
      max_length_(max_length),
      lengths_(lengths_up_to(max_length)),
      widths_(up_to(widths, max_length)),
      powers_of_four_(up_to(powers_of_four, max_length)) {}

/// What stands at that place of the list repeated without end, shuffled in another order each time.
std::size_t CaseGenerator::listed(std::string_view name, const std::vector<std::size_t>& list,
                                  std::size_t place) const {
  std::vector<std::size_t> shuffled = list;
  Random random = choice(name, place / list.size());
  shuffle(shuffled, random);
  return shuffled[place % list.size()];
}

Sizes CaseGenerator::listed_sizes(std::size_t index, std::size_t place) const {
  Sizes sizes;
  sizes.t_q = listed("order of t_q", lengths_, place);
  sizes.t_k = listed("order of t_k", lengths_, place);
  sizes.d_model = listed("order of d_model", widths_, place);
  sizes.d_k = choice("scale is a power of two", index).below(3) == 0
                  ? listed("order of powers of four", powers_of_four_, place)
                  : listed("order of d_k", widths_, place);
  sizes.d_v = listed("order of d_v", widths_, place);
  return sizes;
}

Sizes CaseGenerator::free_sizes(std::size_t index) const {
  const std::size_t most = std::min(max_length_, lengths.back());
  const auto length = [&](std::string_view name) { return 1 + choice(name, index).below(max_length_); };
  const auto width = [&](std::string_view name) {
    Random random = choice(name, index);
    return 1 + random.below(1 + random.below(most));  // the small ones more often
  };
  Sizes sizes;
  sizes.t_q = length("t_q");
  sizes.t_k = length("t_k");
  sizes.d_model = width("d_model");
  sizes.d_k = width("d_k");
  sizes.d_v = width("d_v");
  return sizes;
}

std::optional<Spec> CaseGenerator::generate(std::size_t index, std::uint64_t seed) const {
  static const std::vector<std::size_t> regimes{0, 1, 2, 3, 4, 5, 6};
  Spec spec;
  spec.law = law_->id;
  spec.dtype = dtype_;
  // The engine's seeds are the same for all laws; half of the bits are plenty, and make a shorter line.
  spec.seed = mix(seed_ ^ seed) >> 32;
  spec.regime = static_cast<Regime>(listed("order of regimes", regimes, index));
  const bool chosen = choice("form", index).chance(0.4);
  spec.projected = capabilities_->can(Feature::projections) && (chosen || capabilities_->constraints.only_projected);
  const std::size_t free_before = index / cases_a_free_one;
  spec.sizes =
      index % cases_a_free_one == cases_a_free_one - 1 ? free_sizes(index) : listed_sizes(index, index - free_before);
  if (choice("all widths differ", index).chance(0.5)) {
    make_different(spec, max_length_);
  } else {
    make_some_equal(spec, choice("which sizes are equal", index).below(5));
  }
  const bool on_a_lattice = choice("lattice", index).chance(0.3);
  spec.bits = on_a_lattice ? static_cast<int>(1 + choice("bits", index).below(4)) : 0;
  const auto fit = fitted(spec);
  return fit ? affordable(*fit) : std::nullopt;
}

/// The Spec with its sizes halved, each time the one that makes it cheapest, until it costs no more than a case may.
std::optional<Spec> CaseGenerator::affordable(Spec spec) const {
  const auto share = [&](const Spec& s) { return share_of_most(cost_of(s, *capabilities_)); };
  while (share(spec) > 1) {
    Spec cheapest = spec;
    for (const auto axis : axes) {
      Spec step = spec;
      step.sizes.*axis = (spec.sizes.*axis + 1) / 2;
      const auto fit = fitted(step);
      if (fit && share(*fit) < share(cheapest)) cheapest = *fit;
    }
    if (cheapest == spec) return std::nullopt;
    spec = cheapest;
  }
  return spec;
}

bool CaseGenerator::all_cost_too_much() const {
  Spec least;
  least.law = law_->id;
  least.dtype = dtype_;
  least.projected = capabilities_->constraints.only_projected;
  const auto fit = fitted(least);
  return fit && !affordable(*fit);
}

double CaseGenerator::lengths_ruled_out() const {
  const AxisConstraint& t = capabilities_->constraints.t;
  const auto ruled_out = std::count_if(lengths_.begin(), lengths_.end(), [&](std::size_t length) {
    return !t.at_least(length) || 2 * t.nearest(length) < length;
  });
  return static_cast<double>(ruled_out) / static_cast<double>(lengths_.size());
}

std::optional<Spec> CaseGenerator::fitted(Spec spec) const {
  if (spec.projected) spec = equal_lengths(spec);
  // The law's hypotheses and the backend's constraints are met in turn; a Spec that both leave alone meets both.
  for (int round = 0; round < 4; ++round) {
    spec.bits = std::min(spec.bits, format_of(dtype_).precision - 1);
    const Spec fit = fitted_to(*law_, spec);
    const Spec within = constrained(fit, capabilities_->constraints);
    if (fit == spec && within == spec) return is_named_by_a_line(spec) ? std::optional(spec) : std::nullopt;
    spec = within;
  }
  return std::nullopt;
}

std::string CaseGenerator::refusal(const Spec& spec) const {
  return refusal_of(
      spec,
      {{"which X and projections have", [](const Spec& s) { return s.projected ? equal_lengths(s) : s; }},
       {fmt::format("which {} has room for", name_of(dtype_)),
        [this](Spec s) {
          s.bits = std::min(s.bits, format_of(dtype_).precision - 1);
          return s;
        }},
       {fmt::format("which law {} is about", law_->id), [this](const Spec& s) { return fitted_to(*law_, s); }},
       {"which the backend takes", [this](const Spec& s) { return constrained(s, capabilities_->constraints); }}},
      nearest(spec));
}

std::vector<Spec> CaseGenerator::smaller(const Spec& spec) const {
  std::vector<Spec> steps;
  for (const Shrunk what : shrinking_order) {
    for (const Spec& step : steps_smaller(spec, what)) {
      const auto fit = fitted(step);
      // The walk must end: a step that its hypotheses make no smaller is none.
      if (!fit || amounts_of(*fit) >= amounts_of(spec)) continue;
      if (std::find(steps.begin(), steps.end(), *fit) == steps.end()) steps.push_back(*fit);
    }
  }
  return steps;
}

}  // namespace attnref
