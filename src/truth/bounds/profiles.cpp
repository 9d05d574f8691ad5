// The named profiles: how implementations of a format usually round.
#include "attnref/error_bound.hpp"

namespace attnref {
namespace {

/// Keys a block of an online softmax, where a profile names none: what fused kernels commonly hold in a tile.
constexpr std::size_t usual_block = 64;

/// Every operation in the format, nothing stored narrower.
Profile everything_in(std::string_view name, Dtype dtype, int exp_ulp) {
  Profile p;
  p.name = name;
  p.output = p.accumulator = dtype;
  p.u_proj = p.u_dot = p.u_add = p.u_acc = unit_roundoff(dtype);
  p.exp_ulp = exp_ulp;
  return p;
}

Profile in_f32(std::string_view name) { return everything_in(name, Dtype::f32, 3); }

/// f32 inside; projected queries, keys and values, scores (raw, scaled, biased), weights and output in the format.
Profile stored_in(std::string_view name, Dtype dtype) {
  Profile p = in_f32(name);
  p.output = dtype;
  p.stored_qkv = p.stored_scores = p.stored_weights = dtype;
  p.c_s = 3;
  return p;
}

/// A fused kernel: scores never leave the unit, the softmax is online, and the exponential is a power of two, for which
/// log2 e may be folded into the scale (c = 5).
Profile online(Profile p) {
  p.stored_scores.reset();
  p.c_s = 0;
  p.block = usual_block;
  p.c = 5;
  p.c_sub = 3;
  return p;
}

Profile tf32() {
  Profile p = in_f32("tf32");
  p.u_in = 0x1p-11L;
  return p;
}

}  // namespace

Profile plain_profile(Dtype dtype) {
  switch (dtype) {
    case Dtype::f64:
      return everything_in("f64", Dtype::f64, 1);
    case Dtype::f32:
      return in_f32("f32");
    case Dtype::f16:
      return stored_in("f16", Dtype::f16);
    case Dtype::bf16:
      return stored_in("bf16", Dtype::bf16);
  }
  return {};
}

std::optional<Profile> profile_named(std::string_view name) {
  if (const auto dtype = dtype_named(name); dtype && name == name_of(*dtype)) return plain_profile(*dtype);
  if (name == "tf32") return tf32();
  if (name == "fp32_online") return online(in_f32(name));
  if (name == "flash_f16") return online(stored_in(name, Dtype::f16));
  if (name == "flash_bf16") return online(stored_in(name, Dtype::bf16));
  if (name == "f16_all") return everything_in(name, Dtype::f16, 1);
  if (name == "bf16_all") return everything_in(name, Dtype::bf16, 1);
  return std::nullopt;
}

}  // namespace attnref
