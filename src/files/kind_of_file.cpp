#include "files/kind_of_file.hpp"

#include "problem/one_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace attnref {
namespace {

struct Kind {
  std::string_view begin;
  std::string_view words;
};

constexpr std::array<Kind, 11> kinds{{
    {"version https://git-lfs", "a Git LFS pointer: `git lfs pull` fetches the file"},
    {"\x93NUMPY", "a .npy file"},
    {"PK\x03\x04", "a zip archive, as .npz and PyTorch's .pt are"},
    {"\x1f\x8b", "a gzip file: unpack it first"},
    {"\x28\xb5\x2f\xfd", "a zstd file: unpack it first"},
    {"\xfd"
     "7zXZ",
     "an xz file: unpack it first"},
    {"\x89HDF", "an HDF5 file"},
    {"GGUF", "a GGUF file"},
    {"\x80\x02", "a Python pickle"},
    {"\x80\x04", "a Python pickle"},
    {"\x80\x05", "a Python pickle"},
}};

/// True for text of ASCII, as far as it goes.
bool is_text(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(),
                     [](unsigned char c) { return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\r' || c == '\t'; });
}

bool is_markup(std::string_view text) {
  std::string lower(text.substr(std::min(text.size(), text.find_first_not_of(" \t\r\n"))));
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower.starts_with("<!doctype html") || lower.starts_with("<html");
}

/// The length of a header in 8 bytes, of which the upper 4 are zero, and its first character.
bool is_safetensors(std::string_view begin) {
  return begin.size() > 8 && begin.substr(4, 4) == std::string_view("\0\0\0\0", 4) && begin[8] == '{';
}

}  // namespace

std::optional<std::string> kind_of_file(std::string_view begin) {
  begin = begin.substr(0, telling_bytes);
  for (const Kind& kind : kinds) {
    if (begin.starts_with(kind.begin)) return std::string(kind.words);
  }
  if (is_safetensors(begin)) return "a .safetensors file";
  if (is_markup(begin)) return "an HTML page";
  if (begin.size() >= 8 && is_text(begin)) return fmt::format("text, '{}'", on_one_line(begin, 32));
  return std::nullopt;
}

}  // namespace attnref
