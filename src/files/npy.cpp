#include "files/npy.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "files/file_bytes.hpp"
#include "files/npy_header.hpp"

namespace attnref {

static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);

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

template <class Scalar, class Bits>
double element(const char* bytes, bool big_endian) {
  const Bits bits = load<Bits>(bytes, big_endian);
  Scalar value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class Scalar, class Bits>
void append(std::string& bytes, double value) {
  const auto rounded = static_cast<Scalar>(value);
  Bits bits;
  std::memcpy(&bits, &rounded, sizeof bits);
  for (std::size_t i = 0; i < sizeof(Bits); ++i) bytes += static_cast<char>((bits >> (8 * i)) & 0xFF);
}

std::vector<double> decode(const NpyHeader& header, std::string_view data) {
  const std::size_t item = npy_item_bytes(header.dtype);
  std::vector<double> values(header.elements);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const char* const bytes = data.data() + i * item;
    values[i] = header.dtype == NpyDtype::f4 ? element<float, std::uint32_t>(bytes, header.big_endian)
                                             : element<double, std::uint64_t>(bytes, header.big_endian);
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
  for (const double value : array.values) {
    if (array.dtype == NpyDtype::f4) {
      append<float, std::uint32_t>(bytes, value);
    } else {
      append<double, std::uint64_t>(bytes, value);
    }
  }
  return bytes;
}

void write_npy(const std::filesystem::path& path, const NpyArray& array, std::string_view option) {
  write_file(path, encode_npy(array), option);
}

std::string shape_text(const std::vector<std::size_t>& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

}  // namespace attnref
