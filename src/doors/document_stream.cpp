#include "doors/document_stream.hpp"

#include "files/safetensors_header.hpp"
#include "problem/one_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace attnref {
namespace {

constexpr std::size_t length_bytes = 8;

std::uint64_t header_length(std::string_view bytes) {
  std::uint64_t length = 0;
  for (std::size_t i = length_bytes; i-- > 0;) length = (length << 8) | static_cast<unsigned char>(bytes[i]);
  return length;
}

}  // namespace

std::optional<std::size_t> DocumentStream::length() {
  if (length_) return length_;
  if (bytes_.size() < length_bytes) return std::nullopt;
  const std::uint64_t header = header_length(bytes_);
  if (header > safetensors_header_limit) {
    // No text has bytes of zero, as a length has.
    if (header >> 48 == 0) {
      throw file_error(source_, "header length", fmt::format("at most {} bytes", safetensors_header_limit),
                       fmt::format("{}", header));
    }
    // Most often it is text: something was printed where only documents may be.
    throw file_error(source_, "document", "the length of a header in its first 8 bytes",
                     fmt::format("'{}'", on_one_line(bytes_)));
  }
  const std::size_t data_begin = length_bytes + static_cast<std::size_t>(header);
  if (bytes_.size() < data_begin) return std::nullopt;
  const std::string_view json = std::string_view(bytes_).substr(length_bytes, static_cast<std::size_t>(header));
  const std::size_t data = parse_safetensors_header(json, source_).data_bytes();
  if (data > most_) {
    throw file_error(source_, "document", fmt::format("at most {} bytes of data", most_), fmt::format("{}", data));
  }
  return length_ = data_begin + data;
}

std::optional<Document> DocumentStream::next() {
  const std::optional<std::size_t> end = length();
  if (!end || bytes_.size() < *end) return std::nullopt;
  Document document = parse_safetensors(std::string_view(bytes_).substr(0, *end), source_);
  bytes_.erase(0, *end);
  length_.reset();
  return document;
}

}  // namespace attnref
