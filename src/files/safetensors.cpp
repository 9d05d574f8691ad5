#include "files/safetensors.hpp"

#include "files/file_bytes.hpp"
#include "files/float_bits.hpp"
#include "files/kind_of_file.hpp"
#include "files/safetensors_header.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>

namespace attnref {
namespace {

/// Elements are read and written in pieces of so many bytes, a multiple of each element's.
constexpr std::size_t piece = std::size_t{1} << 20;

/// The doubles hold each integer up to here.
constexpr std::int64_t largest_integer = std::int64_t{1} << 53;

/// Where bytes come from: at most so many as asked for, fewer only at the end.
struct ByteSource {
  std::function<std::string(std::size_t most)> read;
  std::optional<std::size_t> left;  ///< bytes in all, where that is known
};

std::uint64_t load(const char* bytes, std::size_t count) {
  std::uint64_t bits = 0;
  for (std::size_t i = count; i-- > 0;) bits = (bits << 8) | static_cast<unsigned char>(bytes[i]);
  return bits;
}

void append(std::string& bytes, std::uint64_t bits, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) bytes += static_cast<char>((bits >> (8 * i)) & 0xFF);
}

// ---- reading

double decoded(const SafetensorsEntry& entry, std::uint64_t bits, std::size_t index, const std::string& source) {
  if (const std::optional<Dtype> dtype = dtype_of(entry.type)) return from_bits(*dtype, bits);
  const auto fail = [&](std::string_view expected, auto found) {
    throw file_error(source, fmt::format("'{}' element {}", on_one_line(entry.name), index), expected,
                     std::to_string(found));
  };
  if (entry.type == ElementType::boolean && bits > 1) fail("0 or 1", bits);
  const auto integer = static_cast<std::int64_t>(bits);
  if (integer > largest_integer || integer < -largest_integer) fail("an integer of at most 2^53", integer);
  return static_cast<double>(integer);
}

StoredTensor read_tensor(const SafetensorsEntry& entry, ByteSource& bytes, const std::string& source) {
  StoredTensor tensor{entry.type, entry.shape, {}};
  const std::size_t item = bytes_of(entry.type);
  // What a file of known length holds was compared with the header already; a pipe's tensors grow as they arrive.
  if (bytes.left) tensor.values.reserve(entry.elements);
  for (std::size_t at = entry.begin; at < entry.end;) {
    const std::size_t wanted = std::min(piece, entry.end - at);
    const std::string part = bytes.read(wanted);
    if (part.size() < wanted) {
      throw file_error(source, fmt::format("'{}'", on_one_line(entry.name)),
                       fmt::format("{} bytes of data", entry.end - entry.begin),
                       fmt::format("the end of the file after {}", at - entry.begin + part.size()));
    }
    for (std::size_t i = 0; i < part.size(); i += item) {
      tensor.values.push_back(decoded(entry, load(part.data() + i, item), tensor.values.size(), source));
    }
    at += wanted;
  }
  return tensor;
}

std::string read_header_bytes(ByteSource& bytes, const std::string& source) {
  const std::string length_bytes = bytes.read(8);
  if (length_bytes.size() < 8) {
    throw file_error(source, "header length", "8 bytes", fmt::format("a file of {}", length_bytes.size()));
  }
  const std::uint64_t length = load(length_bytes.data(), 8);
  const bool is_short = length <= safetensors_header_limit;
  std::string header = bytes.read(is_short ? static_cast<std::size_t>(length) : telling_bytes);
  if (!is_short || !header.starts_with('{')) {
    const auto kind = kind_of_file(length_bytes + header.substr(0, telling_bytes));
    if (kind) throw file_error(source, "file", "a .safetensors file", *kind);
  }
  if (!is_short) {
    throw file_error(source, "header length", fmt::format("at most {} bytes", safetensors_header_limit),
                     std::to_string(length));
  }
  if (header.size() < length) {
    throw file_error(source, "header", fmt::format("{} bytes", length), fmt::format("{}", header.size()));
  }
  return header;
}

Document read_document(ByteSource& bytes, const std::string& source) {
  const std::string header_bytes = read_header_bytes(bytes, source);
  SafetensorsHeader header = parse_safetensors_header(header_bytes, source);
  const std::string expected = fmt::format("{} bytes as the header says", header.data_bytes());
  if (bytes.left && *bytes.left - 8 - header_bytes.size() != header.data_bytes()) {
    throw file_error(source, "data", expected, std::to_string(*bytes.left - 8 - header_bytes.size()));
  }
  Document document{std::move(header.metadata), {}};
  for (const SafetensorsEntry& entry : header.entries) {
    document.tensors.emplace(entry.name, read_tensor(entry, bytes, source));
  }
  if (!bytes.read(1).empty()) throw file_error(source, "data", expected, "more bytes after them");
  return document;
}

// ---- writing

/// The entries of a document's tensors, laid out: wider elements first, then by name.
std::vector<SafetensorsEntry> layout(const Document& document) {
  std::vector<SafetensorsEntry> entries;
  for (const auto& [name, tensor] : document.tensors) {
    std::size_t elements = 1;
    for (const std::size_t length : tensor.shape) elements *= length;
    if (elements != tensor.values.size()) {
      throw std::invalid_argument(fmt::format("tensor {}: expected {} values for shape ({}), found {}", name, elements,
                                              fmt::join(tensor.shape, ", "), tensor.values.size()));
    }
    entries.push_back({name, tensor.type, tensor.shape, elements, 0, 0});
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return bytes_of(a.type) > bytes_of(b.type); });
  std::size_t at = 0;
  for (SafetensorsEntry& entry : entries) {
    entry.begin = at;
    entry.end = at += entry.elements * bytes_of(entry.type);
  }
  return entries;
}

std::optional<std::uint64_t> encoded(ElementType type, double value) {
  if (const std::optional<Dtype> dtype = dtype_of(type)) return to_bits(*dtype, value);
  const double most = type == ElementType::boolean ? 1 : type == ElementType::u8 ? 255 : 0x1p53;
  const double least = type == ElementType::i64 ? -most : 0;
  // NaN fails both comparisons.
  if (!(value >= least && value <= most) || value != static_cast<double>(static_cast<std::int64_t>(value))) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

void encode_tensor(const std::string& name, const StoredTensor& tensor, const ByteSink& sink) {
  const std::size_t item = bytes_of(tensor.type);
  std::string part;
  part.reserve(std::min(piece, tensor.values.size() * item));
  for (const double value : tensor.values) {
    const std::optional<std::uint64_t> bits = encoded(tensor.type, value);
    if (!bits) {
      throw std::invalid_argument(
          fmt::format("tensor {}: expected numbers of {}, found {}", name, name_of(tensor.type), value));
    }
    append(part, *bits, item);
    if (part.size() < piece) continue;
    sink(part);
    part.clear();
  }
  if (!part.empty()) sink(part);
}

}  // namespace

Document parse_safetensors(std::string_view bytes, const std::string& source) {
  std::string_view rest = bytes;
  const auto read = [&rest](std::size_t most) {
    const std::string part(rest.substr(0, most));
    rest.remove_prefix(part.size());
    return part;
  };
  ByteSource from{read, bytes.size()};
  return read_document(from, source);
}

Document read_safetensors(const std::filesystem::path& path, std::string_view option) {
  InputFile file(path, option);
  ByteSource from{[&file](std::size_t most) { return file.read_up_to(most); }, file.size()};
  return read_document(from, source_name(path, option));
}

void encode_safetensors(const Document& document, const ByteSink& sink) {
  const SafetensorsHeader header{document.metadata, layout(document)};
  sink(encode_safetensors_header(header));
  for (const SafetensorsEntry& entry : header.entries) {
    encode_tensor(entry.name, document.tensors.find(entry.name)->second, sink);
  }
}

std::string encode_safetensors(const Document& document) {
  std::string bytes;
  encode_safetensors(document, [&bytes](std::string_view part) { bytes += part; });
  return bytes;
}

void write_safetensors(const std::filesystem::path& path, const Document& document, std::string_view option) {
  write_file(
      path, [&document](const ByteSink& sink) { encode_safetensors(document, sink); }, option);
}

}  // namespace attnref
