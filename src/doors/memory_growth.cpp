#include "doors/memory_growth.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>

namespace attnref {
namespace {

constexpr std::size_t calls_a_sample = 8;
constexpr std::size_t parts = 8;
constexpr std::size_t least_samples_a_part = 16;

/// Less than this is what allocators and collectors of garbage do before they have found their size.
constexpr double least_bytes_a_call = 1000;
constexpr std::size_t least_bytes = std::size_t{16} << 20;

}  // namespace

std::optional<std::size_t> resident_bytes(pid_t process) {
  std::ifstream statm(fmt::format("/proc/{}/statm", process));
  std::size_t all = 0, resident = 0;
  if (!(statm >> all >> resident)) return std::nullopt;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

bool MemoryGrowth::is_due() { return ++calls_ % calls_a_sample == 0; }

// Problems differ in size, so that single samples do not compare. The least of many does: it is what stays when no
// large problem is at work. What grows with the largest problem so far, as an arena does, stops growing; a leak does
// not.
std::optional<MemoryGrowth::Rate> MemoryGrowth::rate() const {
  const std::size_t length = samples_.size() / parts;
  if (length < least_samples_a_part) return std::nullopt;
  std::array<std::size_t, parts> least{};
  for (std::size_t part = 0; part < parts; ++part) {
    const auto begin = samples_.begin() + static_cast<std::ptrdiff_t>(part * length);
    least[part] = *std::min_element(begin, begin + static_cast<std::ptrdiff_t>(length));
  }
  // The first part is left out: libraries are loaded and buffers allocated there.
  const std::size_t calls = length * calls_a_sample;
  double slowest = HUGE_VAL;
  for (std::size_t part = 2; part < parts; ++part) {
    const double grown = static_cast<double>(least[part]) - static_cast<double>(least[part - 1]);
    slowest = std::min(slowest, grown / static_cast<double>(calls));
  }
  if (slowest < least_bytes_a_call || least[parts - 1] - least[1] < least_bytes) return std::nullopt;
  const std::size_t all = (parts - 2) * calls;
  return Rate{static_cast<double>(least[parts - 1] - least[1]) / static_cast<double>(all), all};
}

}  // namespace attnref
