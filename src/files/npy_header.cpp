#include "files/npy_header.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <limits>
#include <optional>

#include "files/file_error.hpp"
#include "files/kind_of_file.hpp"

namespace attnref {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t rank_limit = 32;  // NumPy's own
constexpr std::string_view spaces = " \t\n\r\f";

/// As a header has it after the byte order.
constexpr std::string_view spelled(NpyDtype dtype) {
  return dtype == NpyDtype::f2 ? "f2" : dtype == NpyDtype::f4 ? "f4" : "f8";
}

/// The ways in which NumPy takes an element type's name: a code, after a byte order or not, or a word.
struct Spelling {
  NpyDtype dtype;
  std::string_view name;
  bool may_have_order = true;
};

constexpr std::array<Spelling, 9> spellings{{{NpyDtype::f2, "f2"},
                                             {NpyDtype::f2, "e"},
                                             {NpyDtype::f2, "float16", false},
                                             {NpyDtype::f4, "f4"},
                                             {NpyDtype::f4, "f"},
                                             {NpyDtype::f4, "float32", false},
                                             {NpyDtype::f8, "f8"},
                                             {NpyDtype::f8, "d"},
                                             {NpyDtype::f8, "float64", false}}};

/// A reader of the one Python dictionary that a header is. Its faults name the key they were found at.
class Dictionary {
 public:
  Dictionary(std::string_view text, bool has_longs, const std::string& source)
      : text_(text), has_longs_(has_longs), source_(source) {}

  NpyHeader parse() {
    expect('{', "header");
    while (!take('}')) {
      entry();
      if (take(',')) continue;
      expect('}', "header");
      break;
    }
    skip_spaces();
    if (at_ != text_.size()) fail("header", "nothing after the dictionary", rest());
    return finish();
  }

 private:
  [[noreturn]] void fail(std::string_view field, std::string_view expected, std::string_view found) const {
    throw file_error(source_, field, expected, found.empty() ? "the end of the header" : on_one_line(found));
  }

  std::string_view rest() const { return text_.substr(at_); }

  void skip_spaces() {
    while (at_ < text_.size() && spaces.find(text_[at_]) != std::string_view::npos) ++at_;
  }

  bool take(char wanted) {
    skip_spaces();
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  void expect(char wanted, std::string_view field) {
    if (!take(wanted)) fail(field, fmt::format("'{}'", wanted), rest());
  }

  /// A quoted string without escapes: no key or dtype of ours has any. Python 2 may have put a u before it.
  std::optional<std::string_view> quoted() {
    skip_spaces();
    const std::string_view text = rest();
    if (text.starts_with("u'") || text.starts_with("u\"")) ++at_;
    if (at_ == text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) return std::nullopt;
    const std::size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return inside;
  }

  void entry() {
    skip_spaces();
    const std::string_view from_here = rest();
    const std::optional<std::string_view> key = quoted();
    if (!key) fail("header", "a quoted key", from_here);
    expect(':', *key == "descr" || *key == "shape" ? *key : "header");
    skip_spaces();
    if (*key == "descr") {
      once(seen_descr_, *key);
      descr();
    } else if (*key == "fortran_order") {
      once(seen_order_, *key);
      fortran_order();
    } else if (*key == "shape") {
      once(seen_shape_, *key);
      shape();
    } else {
      fail("header", "the keys 'descr', 'fortran_order' and 'shape'", from_here.substr(0, key->size() + 2));
    }
  }

  void once(bool& seen, std::string_view key) const {
    if (seen) fail("header", "each key once", fmt::format("'{}' twice", key));
    seen = true;
  }

  void descr() {
    const std::string_view from_here = rest();
    const std::optional<std::string_view> name = quoted();
    const bool has_order = name && !name->empty() && std::string_view("<>=|").find(name->front()) != std::string::npos;
    const std::string_view code = name ? name->substr(has_order ? 1 : 0) : std::string_view();
    for (const Spelling& spelling : spellings) {
      if (spelling.name != code || (has_order && !spelling.may_have_order)) continue;
      header_.dtype = spelling.dtype;
      // '=', '|' and none: the order of the machine that reads.
      const char order = has_order ? name->front() : '=';
      header_.big_endian = order == '>' || (order != '<' && std::endian::native == std::endian::big);
      return;
    }
    fail("descr", "float16, float32 or float64, as '<f2', '<f4' or '<f8'",
         name ? fmt::format("'{}'", *name) : from_here);
  }

  void fortran_order() {
    if (take_word("True")) {
      header_.fortran_order = true;
    } else if (!take_word("False")) {
      fail("fortran_order", "True or False", rest());
    }
  }

  bool take_word(std::string_view word) {
    if (rest().substr(0, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  void shape() {
    const std::string_view from_here = rest();
    const auto refuse = [&] { fail("shape", "a tuple of non-negative integers", from_here); };
    if (!take('(')) refuse();
    bool comma = true;
    while (!take(')')) {
      const std::optional<std::size_t> length = integer();
      if (!comma || !length) refuse();
      if (*length > npy_axis_limit) {
        fail("shape", fmt::format("no axis longer than {}", npy_axis_limit), from_here);
      }
      header_.shape.push_back(*length);
      if (header_.shape.size() > rank_limit) fail("shape", "at most 32 axes", from_here);
      comma = take(',');
    }
    // (6) is an integer in brackets; the tuple is (6,).
    if (header_.shape.size() == 1 && !comma) refuse();
  }

  /// A decimal integer without sign or leading zeros, as Python has them, of Python 2 with an L behind it; one too
  /// large for size_t comes back as the largest.
  std::optional<std::size_t> integer() {
    skip_spaces();
    std::size_t value = 0;
    const char* const first = text_.data() + at_;
    const char* const last = text_.data() + text_.size();
    const auto [end, error] = std::from_chars(first, last, value);
    if (end == first || (*first == '0' && end != first + 1)) return std::nullopt;
    at_ += static_cast<std::size_t>(end - first);
    if (has_longs_) take('L');
    return error == std::errc::result_out_of_range ? std::numeric_limits<std::size_t>::max() : value;
  }

  NpyHeader finish() {
    for (const auto& [seen, key] : {std::pair{seen_descr_, "'descr'"}, std::pair{seen_order_, "'fortran_order'"},
                                    std::pair{seen_shape_, "'shape'"}}) {
      if (!seen) fail("header", fmt::format("the key {}", key), "none");
    }
    count();
    return header_;
  }

  /// The product must fit whatever zeros are in it, so that no part of it can wrap in anyone's hands.
  void count() {
    std::size_t nonzero_product = npy_item_bytes(header_.dtype);
    bool empty = false;
    for (const std::size_t length : header_.shape) {
      if (length == 0) empty = true;
      if (length > 1 && nonzero_product > std::numeric_limits<std::ptrdiff_t>::max() / length) {
        fail("shape", "a product that fits in memory", shape_text(header_.shape));
      }
      if (length > 1) nonzero_product *= length;
    }
    header_.data_bytes = empty ? 0 : nonzero_product;
    header_.elements = header_.data_bytes / npy_item_bytes(header_.dtype);
  }

  std::string_view text_;
  bool has_longs_;  ///< versions 1 and 2, which Python 2 wrote too
  const std::string& source_;
  std::size_t at_ = 0;
  bool seen_descr_ = false;
  bool seen_order_ = false;
  bool seen_shape_ = false;
  NpyHeader header_;
};

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value * 256 + static_cast<unsigned char>(bytes[i]);
  return value;
}

std::string count_of_bytes(std::size_t count) { return fmt::format("{} byte{}", count, count == 1 ? "" : "s"); }

}  // namespace

NpyHeader parse_npy_header(std::string_view bytes, const std::string& source) {
  if (!bytes.starts_with(magic)) {
    if (const auto kind = kind_of_file(bytes)) throw file_error(source, "file", "a .npy file", *kind);
    throw file_error(source, "magic", "'\\x93NUMPY', a .npy file",
                     bytes.empty() ? "an empty file" : fmt::format("'{}'", on_one_line(bytes.substr(0, magic.size()))));
  }
  if (bytes.size() < 8) throw file_error(source, "version", "two bytes", "the end of the file");
  const int major = static_cast<unsigned char>(bytes[6]);
  const int minor = static_cast<unsigned char>(bytes[7]);
  if (major < 1 || major > 3 || minor != 0) {
    throw file_error(source, "version", "1.0, 2.0 or 3.0", fmt::format("{}.{}", major, minor));
  }
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  const std::size_t begin = 8 + length_bytes;
  if (bytes.size() < begin)
    throw file_error(source, "header length", count_of_bytes(length_bytes), "the end of the file");
  const std::size_t length = little_endian(bytes.substr(8, length_bytes));
  if (length > npy_header_limit) {
    throw file_error(source, "header length", "at most " + count_of_bytes(npy_header_limit), count_of_bytes(length));
  }
  if (length > bytes.size() - begin) {
    throw file_error(source, "header", count_of_bytes(length), count_of_bytes(bytes.size() - begin));
  }
  NpyHeader header = Dictionary(bytes.substr(begin, length), major < 3, source).parse();
  header.data_begin = begin + length;
  return header;
}

std::string encode_npy_header(NpyDtype dtype, const std::vector<std::size_t>& shape) {
  std::string text =
      fmt::format("{{'descr': '<{}', 'fortran_order': False, 'shape': {}, }}", spelled(dtype), shape_text(shape));
  // NumPy leaves room to lengthen the first axis in place (21 digits hold any), then aligns the data to 64 bytes.
  constexpr std::size_t room = 21;
  if (!shape.empty()) text.append(room - std::to_string(shape.front()).size(), ' ');
  constexpr std::size_t before_text = 10;
  constexpr std::size_t newline = 1;
  text.append(64 - (before_text + text.size() + newline) % 64, ' ');
  text += '\n';
  std::string bytes(magic);
  bytes += {'\x01', '\x00', static_cast<char>(text.size() % 256), static_cast<char>(text.size() / 256)};
  return bytes + text;
}

std::size_t npy_item_bytes(NpyDtype dtype) { return dtype == NpyDtype::f2 ? 2 : dtype == NpyDtype::f4 ? 4 : 8; }

}  // namespace attnref
