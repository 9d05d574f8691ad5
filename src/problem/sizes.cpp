// The sizes of a problem, read off its tensors, and the shapes that they give its parts.
#include "attnref/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace attnref {
namespace {

/// The axes of each part in the rank-2 form, in which those of batch and heads are left out.
constexpr auto axes_at_rank_2 = [] {
  std::array<Axes, part_table.size()> all;
  for (const PartInfo& info : part_table) {
    for (const Extent extent : info.axes) {
      if (extent == Extent::batch || extent == Extent::heads || extent == Extent::kv_heads) continue;
      all[static_cast<std::size_t>(info.part)].add(extent);
    }
  }
  return all;
}();

/// The axes that a tensor of that rank has: all of them, or those of the rank-2 form.
const Axes& axes_of(Part part, std::size_t rank) {
  return rank == info_of(part).axes.size() ? info_of(part).axes : axes_at_rank_2[static_cast<std::size_t>(part)];
}

/// The size that an axis counts; null for an axis whose size the problem has not.
std::size_t Sizes::*size_of(Extent extent) {
  switch (extent) {
    case Extent::batch:
      return &Sizes::batch;
    case Extent::heads:
      return &Sizes::heads;
    case Extent::kv_heads:
      return &Sizes::kv_heads;
    case Extent::t_q:
      return &Sizes::t_q;
    case Extent::t_k:
      return &Sizes::t_k;
    case Extent::d_model:
      return &Sizes::d_model;
    case Extent::d_k:
      return &Sizes::d_k;
    case Extent::d_v:
      return &Sizes::d_v;
    case Extent::heads_times_d_v:
    case Extent::own:
      return nullptr;
  }
  return nullptr;
}

}  // namespace

Sizes Problem::sizes() const {
  Sizes sizes;
  EnumSet<Extent> read;  // the first tensor that has an axis gives its size: others are held against it
  for (const auto& [part, tensor] : tensors) {
    if (!taken_inputs.contains(part)) continue;
    const Axes& axes = axes_of(part, tensor.rank());
    for (std::size_t n = 0; n < std::min(axes.size(), tensor.rank()); ++n) {
      const auto size = size_of(axes[n]);
      if (size && !read.contains(axes[n])) sizes.*size = tensor.shape[n];
      read.insert(axes[n]);
    }
  }
  if (projected()) sizes.t_k = sizes.t_q;
  return sizes;
}

std::vector<std::size_t> shape_of(Part part, const Sizes& sizes) {
  std::vector<std::size_t> shape;
  for (const Extent extent : axes_at_rank_2[static_cast<std::size_t>(part)]) {
    const auto size = size_of(extent);
    if (!size) throw std::out_of_range(fmt::format("the sizes of a problem give {} no shape", name_of(part)));
    shape.push_back(sizes.*size);
  }
  return shape;
}

}  // namespace attnref
