// Where a Matrix keeps its numbers. A T x T map of some thousand positions is tens of MiB, and most of the time of
// first writing it would go into 4 KiB page faults; on Linux such a block is aligned to, and asks for, pages of 2 MiB.
#pragma once

#include <cstddef>
#include <limits>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace attnref::detail {

template <class V>
struct allocator {
  using value_type = V;

  allocator() = default;
  template <class U>
  allocator(const allocator<U>&) noexcept {}

  V* allocate(std::size_t n) {
    if (n > std::numeric_limits<std::size_t>::max() / sizeof(V)) throw std::bad_array_new_length();
    void* block = ::operator new(n * sizeof(V), alignment(n));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (alignment(n) == huge_page) ::madvise(block, n * sizeof(V), MADV_HUGEPAGE);  // a hint: it may be refused
#endif
    return static_cast<V*>(block);
  }
  void deallocate(V* block, std::size_t n) noexcept { ::operator delete(block, alignment(n)); }

  friend bool operator==(const allocator&, const allocator&) { return true; }

 private:
  static constexpr std::align_val_t cache_line{64};
  static constexpr std::align_val_t huge_page{std::size_t{1} << 21};
  static std::align_val_t alignment(std::size_t n) {
    return n * sizeof(V) >= 2 * static_cast<std::size_t>(huge_page) ? huge_page : cache_line;
  }
};

}  // namespace attnref::detail
