#include "problem/cost.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace attnref {
namespace {

/// Bytes of memory that this machine has.
double memory() {
  static const double bytes =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  return bytes;
}

double bytes_of(PartSet outputs, const Sizes& sizes) {
  double bytes = 0;
  for (const Part part : outputs) {
    double numbers = 1;
    for (const std::size_t length : shape_of(part, sizes)) numbers *= static_cast<double>(length);
    bytes += numbers * sizeof(double);
  }
  return bytes;
}

}  // namespace

void require_paid_sizes(const Problem& problem) {
  std::size_t numbers = 0;
  for (const auto& [name, tensor] : problem.tensors) numbers += tensor.values.size();
  const std::size_t most = std::max(numbers, most_unpaid_size);
  const Sizes& s = problem.sizes();
  for (const auto& [name, size] : std::array<std::pair<std::string_view, std::size_t>, 5>{
           {{"t_q", s.t_q}, {"t_k", s.t_k}, {"d_model", s.d_model}, {"d_k", s.d_k}, {"d_v", s.d_v}}}) {
    if (size <= most) continue;
    throw problem_error(fmt::format("{}: expected at most {}, where the inputs have {} numbers in all, found {}", name,
                                    most, numbers, size));
  }
}

void require_memory(PartSet outputs, const Sizes& s, double beside) {
  constexpr double gigabyte = 1e9;
  const double needed = bytes_of(outputs, s) + beside, most = memory();
  if (needed <= most) return;
  throw problem_error(
      fmt::format("memory: expected at most {:.3g} GB, which this machine has, found {:.3g} GB for t_q = {}, t_k = {}, "
                  "d_k = {}, d_v = {}",
                  most / gigabyte, needed / gigabyte, s.t_q, s.t_k, s.d_k, s.d_v));
}

}  // namespace attnref
