#include "files/npy.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>
#include <utility>

#include "files/file_bytes.hpp"
#include "files/float_bits.hpp"
#include "files/npy_header.hpp"

namespace attnref {

namespace {

/// The unsigned integer whose bits are the element's, whatever the byte order of file and machine.
template <class Bits>
Bits load(const char* bytes, bool big_endian) {
  Bits bits = 0;
  for (std::size_t i = 0; i < sizeof(Bits); ++i) {
    const std::size_t at = big_endian ? i : sizeof(Bits) - 1 - i;
    bits = static_cast<Bits>((bits << 8) | static_cast<unsigned char>(bytes[at]));
  }
  return bits;
}

double element(Dtype dtype, const char* bytes, bool big_endian) {
  switch (bytes_of(dtype)) {
    case 8:
      return from_bits(dtype, load<std::uint64_t>(bytes, big_endian));
    case 4:
      return from_bits(dtype, load<std::uint32_t>(bytes, big_endian));
    default:
      return from_bits(dtype, load<std::uint16_t>(bytes, big_endian));
  }
}

/// The number rounded, little-endian.
void append(std::string& bytes, Dtype dtype, double value) {
  const std::uint64_t bits = to_bits(dtype, round_to(dtype, value)).value();
  for (std::size_t i = 0; i < bytes_of(dtype); ++i) bytes += static_cast<char>((bits >> (8 * i)) & 0xFF);
}

std::vector<double> decode(const NpyHeader& header, std::string_view data) {
  const Dtype dtype = dtype_of(header.dtype);
  const std::size_t item = npy_item_bytes(header.dtype);
  std::vector<double> values(header.elements);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = element(dtype, data.data() + i * item, header.big_endian);
  }
  return values;
}

/// The same array with its last axis running fastest, given the first axis running fastest.
std::vector<double> from_fortran_order(const std::vector<std::size_t>& shape, const std::vector<double>& values) {
  std::vector<double> reordered(values.size());
  std::vector<std::size_t> index(shape.size(), 0);
  for (const double value : values) {
    std::size_t at = 0;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) at = at * shape[axis] + index[axis];
    reordered[at] = value;
    for (std::size_t axis = 0; axis < shape.size() && ++index[axis] == shape[axis]; ++axis) index[axis] = 0;
  }
  return reordered;
}

NpyArray array_of(const NpyHeader& header, std::string_view bytes, const std::string& source) {
  const std::size_t found = bytes.size() - header.data_begin;
  const std::string expected = fmt::format("{} bytes for shape {}", header.data_bytes, shape_text(header.shape));
  if (found < header.data_bytes) throw file_error(source, "data", expected, std::to_string(found));
  if (found > header.data_bytes) throw file_error(source, "data", expected, "more bytes after them");
  NpyArray array{header.dtype, header.shape, decode(header, bytes.substr(header.data_begin))};
  if (header.fortran_order) array.values = from_fortran_order(array.shape, array.values);
  return array;
}

}  // namespace

Dtype dtype_of(NpyDtype dtype) {
  switch (dtype) {
    case NpyDtype::f2:
      return Dtype::f16;
    case NpyDtype::f4:
      return Dtype::f32;
    case NpyDtype::f8:
      break;
  }
  return Dtype::f64;
}

std::optional<NpyDtype> npy_dtype_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::f64:
      return NpyDtype::f8;
    case Dtype::f32:
      return NpyDtype::f4;
    case Dtype::f16:
      return NpyDtype::f2;
    case Dtype::bf16:
      break;
  }
  return std::nullopt;
}

Tensor tensor_of(NpyArray array) {
  Tensor tensor;
  tensor.dtype = dtype_of(array.dtype);
  tensor.shape = std::move(array.shape);
  tensor.values = std::move(array.values);
  return tensor;
}

NpyArray npy_array_of(const Tensor& tensor) {
  return {npy_dtype_of(tensor.dtype).value(), tensor.shape, tensor.values};
}

NpyArray parse_npy(std::string_view bytes, const std::string& source) {
  return array_of(parse_npy_header(bytes, source), bytes, source);
}

NpyArray read_npy(const std::filesystem::path& path, std::string_view option) {
  const std::string source = source_name(path, option);
  InputFile file(path, option);
  std::string bytes = file.read_up_to(npy_prefix_limit);
  const NpyHeader header = parse_npy_header(bytes, source);
  // One byte more than the data, to see whether there is one.
  const std::size_t wanted = header.data_begin + header.data_bytes + 1;
  if (wanted > bytes.size()) bytes += file.read_up_to(wanted - bytes.size());
  return array_of(header, bytes, source);
}

NpyArray read_matrix(const std::filesystem::path& path, std::string_view option) {
  NpyArray array = read_npy(path, option);
  if (array.shape.size() != 2) {
    throw file_error(source_name(path, option), "shape", "rank 2",
                     fmt::format("rank {}, {}", array.shape.size(), shape_text(array.shape)));
  }
  return array;
}

std::string encode_npy(const NpyArray& array) {
  std::size_t elements = 1;
  for (const std::size_t length : array.shape) elements *= length;
  if (elements != array.values.size()) {
    throw std::invalid_argument(fmt::format("encode_npy: expected {} values for shape {}, found {}", elements,
                                            shape_text(array.shape), array.values.size()));
  }
  std::string bytes = encode_npy_header(array.dtype, array.shape);
  bytes.reserve(bytes.size() + elements * npy_item_bytes(array.dtype));
  for (const double value : array.values) append(bytes, dtype_of(array.dtype), value);
  return bytes;
}

void write_npy(const std::filesystem::path& path, const NpyArray& array, std::string_view option) {
  write_file(path, encode_npy(array), option);
}

std::string shape_text(const std::vector<std::size_t>& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

}  // namespace attnref
