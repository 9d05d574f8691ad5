// The header of a .safetensors file: what its JSON says of each array. The data is safetensors.cpp's.
#pragma once

#include "files/safetensors.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attnref {

/// One array as the header has it.
struct SafetensorsEntry {
  std::string name;
  ElementType type = ElementType::f64;
  std::vector<std::size_t> shape;
  std::size_t elements = 0;  ///< product of the shape
  std::size_t begin = 0;     ///< first byte, relative to the data
  std::size_t end = 0;       ///< one past the last
};

/// What a header says, checked: entries in the order of their data, which they cover without gap or overlap.
struct SafetensorsHeader {
  std::map<std::string, std::string, std::less<>> metadata;
  std::vector<SafetensorsEntry> entries;
  std::size_t data_bytes() const { return entries.empty() ? 0 : entries.back().end; }
};

/// Bytes of one element.
std::size_t bytes_of(ElementType type);

/// Parses the JSON of a header, without the 8 bytes before it. Throws file_error.
SafetensorsHeader parse_safetensors_header(std::string_view json, const std::string& source);

/// The header of a document, with the 8 bytes before it, padded by blanks to a multiple of 8 bytes.
std::string encode_safetensors_header(const SafetensorsHeader& header);

}  // namespace attnref
