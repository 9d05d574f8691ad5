// What the fuzz targets share: a check that ends the process, and equality of numbers that may be NaN.
//
// A target is one function, LLVMFuzzerTestOneInput, of a file's bytes. libFuzzer calls it with bytes of its making
// (ATTNREF_FUZZ, by clang); replay.cpp calls it with the files of corpus/ in the ordinary suite, by any compiler.
#pragma once

#include "files/safetensors.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace attnref::fuzz {

/// Ends the process, as a sanitizer does, where what must be isn't.
inline void require(bool is, const char* what) {
  if (is) return;
  std::fprintf(stderr, "fuzz: not so: %s\n", what);
  std::abort();
}

/// A refusal is one line that says something.
inline void require_one_line(const std::exception& error) {
  const std::string_view what = error.what();
  require(!what.empty() && what.find('\n') == std::string_view::npos, "an error is one line");
}

inline bool same(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b); }

inline bool same(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!same(a[i], b[i])) return false;
  }
  return true;
}

inline bool same(const Document& a, const Document& b) {
  if (a.metadata != b.metadata || a.tensors.size() != b.tensors.size()) return false;
  for (auto left = a.tensors.begin(), right = b.tensors.begin(); left != a.tensors.end(); ++left, ++right) {
    const StoredTensor &one = left->second, &other = right->second;
    if (left->first != right->first || one.type != other.type || one.shape != other.shape) return false;
    if (!same(one.values, other.values)) return false;
  }
  return true;
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace attnref::fuzz
