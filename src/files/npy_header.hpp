// The header of a .npy file: what the bytes before the data say. The data is npy.cpp's.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "files/npy.hpp"

namespace attnref {

/// What a header says, checked: the sizes are consistent with each other, though not yet with the data.
struct NpyHeader {
  NpyDtype dtype = NpyDtype::f8;
  bool big_endian = false;
  bool fortran_order = false;
  std::vector<std::size_t> shape;
  std::size_t elements = 0;    ///< product of the shape
  std::size_t data_begin = 0;  ///< byte at which the data starts
  std::size_t data_bytes = 0;  ///< elements times the size of one
};

/// No header reaches beyond this many bytes from the start of the file.
inline constexpr std::size_t npy_prefix_limit = 12 + npy_header_limit;

/// Parses the header at the start of `bytes`, which is a whole file or at least its first npy_prefix_limit bytes.
/// Throws file_error.
NpyHeader parse_npy_header(std::string_view bytes, const std::string& source);

/// The bytes before the data, padded as numpy.save pads them.
std::string encode_npy_header(NpyDtype dtype, const std::vector<std::size_t>& shape);

/// Bytes of one element.
std::size_t npy_item_bytes(NpyDtype dtype);

}  // namespace attnref
