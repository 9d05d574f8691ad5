// For targets whose input is a document: libFuzzer's own mutations, of which half are of the header alone and put its
// new length before it. Without that hardly any mutation would come past the first eight bytes.
#pragma once

#ifdef ATTNREF_LIBFUZZER

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  constexpr std::size_t prefix = 8;
  std::size_t length = 0;
  for (std::size_t i = prefix; i-- > 0 && size >= prefix;) length = (length << 8) | data[i];
  if (seed % 2 == 0 || size < prefix || length > size - prefix) return LLVMFuzzerMutate(data, size, most);
  const std::vector<std::uint8_t> rest(data + prefix + length, data + size);
  const std::size_t room = most - prefix - rest.size();
  std::vector<std::uint8_t> header(data + prefix, data + prefix + length);
  header.resize(std::max(room, length));
  length = LLVMFuzzerMutate(header.data(), length, room);
  std::memcpy(data + prefix, header.data(), length);
  std::copy(rest.begin(), rest.end(), data + prefix + length);
  for (std::size_t i = 0; i < prefix; ++i) data[i] = static_cast<std::uint8_t>(length >> (8 * i));
  return prefix + length + rest.size();
}

#endif
