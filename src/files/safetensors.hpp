// .safetensors files, read strictly and written deterministically: named arrays and string metadata. What the names
// mean is document.hpp's.
//
// Format: 8 bytes, the header's length (little-endian); the header, a JSON object {"__metadata__": {KEY: TEXT},
// NAME: {"dtype", "shape", "data_offsets": [BEGIN, END]}}, ended by blanks or not; the data, little-endian, row-major,
// to which the offsets are relative and which they cover without gap or overlap.
#pragma once

#include "attnref/problem.hpp"
#include "files/file_bytes.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnref {

/// The element types that attnref reads and writes. The floating-point ones come first, in the order of Dtype.
enum class ElementType { f64, f32, f16, bf16, boolean, i64, u8 };

/// As files spell it: "F64", "F32", "F16", "BF16", "BOOL", "I64", "U8".
std::string_view name_of(ElementType type);

/// The element type of a format, and the format of an element type if it is a floating-point one.
constexpr ElementType element_type_of(Dtype dtype) { return static_cast<ElementType>(dtype); }
constexpr std::optional<Dtype> dtype_of(ElementType type) {
  if (type > ElementType::bf16) return std::nullopt;
  return static_cast<Dtype>(type);
}

/// An array of a document. Each element is held as a double, exactly; a BOOL is 0 or 1.
struct StoredTensor {
  ElementType type = ElementType::f64;
  std::vector<std::size_t> shape;
  std::vector<double> values;  ///< row-major
};

/// A file's content.
struct Document {
  std::map<std::string, std::string, std::less<>> metadata;
  std::map<std::string, StoredTensor, std::less<>> tensors;
};

/// A header is refused beyond this many bytes, whatever the length of the file.
inline constexpr std::size_t safetensors_header_limit = std::size_t{4} << 20;

/// Reads a file or a pipe to its end. Memory grows with what arrives, so that a size which a header merely claims costs
/// nothing. Throws file_error, its message starting with `option` if given, for whatever is not as above: another
/// element type, a doubled or unknown key, a shape that wraps or doesn't match its offsets, a gap, an overlap, missing
/// or trailing bytes, a BOOL that is neither 0 nor 1, an I64 beyond 2^53, which no double holds.
Document read_safetensors(const std::filesystem::path& path, std::string_view option = {});

/// As read_safetensors, from the bytes of a file; `source` stands for the file in messages.
Document parse_safetensors(std::string_view bytes, const std::string& source);

/// The bytes of a document, the same for the same document everywhere: metadata and tensors in the order of their
/// names, the data of wider elements first, so that each begins at a multiple of its size. Throws std::invalid_argument
/// where a tensor's values don't fill its shape or aren't of its type.
void encode_safetensors(const Document& document, const ByteSink& sink);
std::string encode_safetensors(const Document& document);

/// Writes encode_safetensors(document), a megabyte at a time. After a failure the old content of `path` stands; throws
/// file_error.
void write_safetensors(const std::filesystem::path& path, const Document& document, std::string_view option = {});

}  // namespace attnref
