// How many maps are alive at once. A Matrix takes its numbers from the operator new that is given an alignment, so that
// this one is replaced here and counts.
#include "draw.hpp"
#include "property.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

std::size_t alive = 0, most_alive = 0;  // bytes; the claims run on one thread

// In front of each block stands its size, so that a block is aligned as it was asked for.
char* front(void* block, std::align_val_t alignment) {
  return static_cast<char*>(block) - static_cast<std::size_t>(alignment);
}

}  // namespace

void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto step = static_cast<std::size_t>(alignment);
  void* whole = std::aligned_alloc(step, (size / step + 2) * step);
  if (whole == nullptr) throw std::bad_alloc();
  std::memcpy(whole, &size, sizeof size);
  alive += size;
  most_alive = std::max(most_alive, alive);
  return static_cast<char*>(whole) + step;
}

void operator delete(void* block, std::align_val_t alignment) noexcept {
  if (block == nullptr) return;
  std::size_t size = 0;
  std::memcpy(&size, front(block, alignment), sizeof size);
  alive -= size;
  std::free(front(block, alignment));
}

void operator delete(void* block, std::size_t, std::align_val_t alignment) noexcept {
  operator delete(block, alignment);
}

namespace attnref::claims {
namespace {

// The most bytes that were alive in a call beyond those before it, in maps.
template <class Call>
std::size_t maps_alive_in(Call call, std::size_t bytes_of_map) {
  const std::size_t before = most_alive = alive;
  call();
  return (most_alive - before) / bytes_of_map;
}

template <class S>
void maps_are_counted() {
  constexpr std::size_t t_q = 500, t_k = 300;  // one column elsewhere: nothing but maps counts
  const auto q = draw<Matrix<S, T<Y>, Dk>>(t_q, 1, 1);
  const auto k = draw<Matrix<S, T<X>, Dk>>(t_k, 1, 2);
  const auto v = draw<Matrix<S, T<X>, Dv>>(t_k, 1, 3);
  const std::size_t rectangle = t_q * t_k * sizeof(S), square = t_k * t_k * sizeof(S);
  CHECK(maps_alive_in([&] { attention(q, k, v); }, rectangle) == 1);
  CHECK(maps_alive_in([&] { attention_trace(q, k, v); }, rectangle) == 2);
  CHECK(maps_alive_in([&] { self_attention(k, k, v); }, square) == 1);

  const auto x = draw<Matrix<S, T<X>, DModel>>(t_k, 1, 4);
  const auto w = draw_projections<S>(1, 1, 1, 5);
  CHECK(maps_alive_in([&] { self_attention(x, w); }, square) == 1);
  CHECK(maps_alive_in([&] { self_attention_trace(x, w); }, square) == 2);
  CHECK(maps_alive_in([&] { unprojected_attention(x); }, square) == 1);
}

TEST_CASE("claim.one_map_is_alive") {
  maps_are_counted<float>();
  maps_are_counted<double>();
}

}  // namespace
}  // namespace attnref::claims
