// NumPy's .npy files, read strictly and written as NumPy writes them: arrays of float16, float32 and float64, nothing
// else.
//
// Format: numpy.lib.format, versions 1.0, 2.0 and 3.0. Magic "\x93NUMPY", two version bytes, the header's length
// (2 bytes in version 1, 4 from 2 on, little-endian), the header (a Python dictionary), the data.
#pragma once

#include "attnref/problem.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/file_error.hpp"

namespace attnref {

/// The element types attnref reads and writes: NumPy's float16, float32 and float64.
enum class NpyDtype { f2, f4, f8 };

/// The format of an element type, and the element type of a format; NumPy has none for bf16.
Dtype dtype_of(NpyDtype dtype);
std::optional<NpyDtype> npy_dtype_of(Dtype dtype);

/// An array: `values` in C order (the last axis runs fastest), exact in double for each dtype.
struct NpyArray {
  NpyDtype dtype = NpyDtype::f8;
  std::vector<std::size_t> shape;
  std::vector<double> values;
};

/// The array as a tensor, and the other way; the tensor is not one of bf16.
Tensor tensor_of(NpyArray array);
NpyArray npy_array_of(const Tensor& tensor);

/// A header is refused beyond this many bytes; NumPy's own are 128 bytes long for these arrays.
inline constexpr std::size_t npy_header_limit = std::size_t{1} << 20;

/// No axis is longer than this, however little data it claims: BLAS counts in int.
inline constexpr std::size_t npy_axis_limit = 2147483647;

/// Reads an array of any rank up to 32. Accepts versions 1.0 to 3.0, C and Fortran order, either byte order.
/// Throws file_error, its message starting with `option` if given, for whatever else: another dtype, a key that is
/// missing, doubled or unknown, a shape that wraps or doesn't match the data, missing or trailing bytes.
NpyArray read_npy(const std::filesystem::path& path, std::string_view option = {});

/// Reads an array of rank 2 (an axis may be of size zero); throws file_error as read_npy does, and for other ranks.
NpyArray read_matrix(const std::filesystem::path& path, std::string_view option = {});

/// As read_npy, from the bytes of a file; `source` stands for the file in messages.
NpyArray parse_npy(std::string_view bytes, const std::string& source);

/// The bytes of a .npy file (version 1.0, C order, little-endian), the same that numpy.save writes. Values are rounded
/// to nearest where the dtype is f4 or f2. Throws std::invalid_argument if there are not as many values as the shape
/// says.
std::string encode_npy(const NpyArray& array);

/// Writes encode_npy(array) so that the file appears whole or not at all; throws file_error.
void write_npy(const std::filesystem::path& path, const NpyArray& array, std::string_view option = {});

/// A shape as Python writes it: (), (6,), (6, 8).
std::string shape_text(const std::vector<std::size_t>& shape);

}  // namespace attnref
