#include "files/safetensors_header.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

namespace attnref {
namespace {

constexpr std::string_view metadata_key = "__metadata__";
constexpr std::size_t rank_limit = 32;

constexpr std::array<std::string_view, 7> type_names{"F64", "F32", "F16", "BF16", "BOOL", "I64", "U8"};

std::optional<ElementType> element_type_named(std::string_view name) {
  const auto found = std::find(type_names.begin(), type_names.end(), name);
  if (found == type_names.end()) return std::nullopt;
  return static_cast<ElementType>(found - type_names.begin());
}

/// Follows the JSON as it is read and accepts nothing but a header, so that memory is never more than a header's and
/// nothing is looked at twice. Names of the members are the parser's (nlohmann::json_sax).
class HeaderReader {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  explicit HeaderReader(const std::string& source) : source_(source) {}

  SafetensorsHeader take() { return std::move(header_); }

  bool key(string_t& name) {
    if (state_ == State::names) return begin_entry(name);
    if (state_ == State::metadata) {
      if (header_.metadata.contains(name)) fail(metadata_field(name), "one such key", "two");
      key_ = name;
      return true;
    }
    if (name != "dtype" && name != "shape" && name != "data_offsets") {
      fail(on_one_line(entry_.name), "the keys dtype, shape and data_offsets", in_quotes(name));
    }
    if (!seen_.insert(name).second) fail(on_one_line(entry_.name), "one key " + name, "two");
    key_ = name;
    return true;
  }

  bool start_object(std::size_t) {
    switch (state_) {
      case State::start:
        state_ = State::names;
        return true;
      case State::names:
        state_ = in_metadata_ ? State::metadata : State::entry;
        return true;
      default:
        return refuse("an object");
    }
  }

  bool end_object() {
    switch (state_) {
      case State::metadata:
        state_ = State::names;
        return true;
      case State::entry:
        finish_entry();
        state_ = State::names;
        return true;
      default:
        state_ = State::done;
        return true;
    }
  }

  bool start_array(std::size_t) {
    if (state_ != State::entry || key_ == "dtype") return refuse("an array");
    state_ = State::numbers;
    return true;
  }

  bool end_array() {
    state_ = State::entry;
    return true;
  }

  bool string(string_t& text) {
    if (state_ == State::metadata) {
      header_.metadata.emplace(key_, text);
      return true;
    }
    if (state_ != State::entry || key_ != "dtype") return refuse("a string");
    const std::optional<ElementType> type = element_type_named(text);
    if (!type) fail(field(), fmt::format("one of {}", fmt::join(type_names, ", ")), in_quotes(text));
    entry_.type = *type;
    return true;
  }

  bool number_unsigned(number_unsigned_t number) {
    if (state_ != State::numbers) return refuse(std::to_string(number));
    std::vector<std::size_t>& numbers = key_ == "shape" ? entry_.shape : offsets_;
    const std::size_t most = key_ == "shape" ? rank_limit : 2;
    if (numbers.size() == most) fail(field(), fmt::format("at most {} numbers", most), "more");
    if (number > std::numeric_limits<std::size_t>::max()) return refuse(std::to_string(number));
    numbers.push_back(static_cast<std::size_t>(number));
    return true;
  }

  bool null() { return refuse("null"); }
  bool boolean(bool value) { return refuse(value ? "true" : "false"); }
  bool number_integer(number_integer_t number) { return refuse(std::to_string(number)); }
  bool number_float(number_float_t, const string_t& text) { return refuse(on_one_line(text)); }
  bool binary(binary_t&) { return refuse("bytes"); }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) {
    fail("header", "JSON", fmt::format("something else at its byte {}", position));
  }

 private:
  enum class State { start, names, metadata, entry, numbers, done };

  [[noreturn]] void fail(std::string_view where, std::string_view expected, std::string_view found) const {
    throw file_error(source_, where, expected, found);
  }
  static std::string in_quotes(std::string_view text) { return fmt::format("'{}'", on_one_line(text)); }
  static std::string metadata_field(std::string_view key) { return fmt::format("metadata {}", in_quotes(key)); }

  /// Where in the header the parser stands.
  std::string field() const {
    if (state_ == State::start || state_ == State::done) return "header";
    if (state_ == State::metadata) return metadata_field(key_);
    if (state_ == State::names) return in_metadata_ ? std::string(metadata_key) : in_quotes(entry_.name);
    return fmt::format("{} {}", on_one_line(entry_.name), key_);
  }

  bool refuse(const std::string& found) const {
    std::string_view expected = "an object";
    if (state_ == State::metadata) expected = "a string";
    if (state_ == State::numbers) expected = "integers from 0";
    if (state_ == State::entry) expected = key_ == "dtype" ? "a string" : "an array of integers";
    fail(field(), expected, found);
  }

  bool begin_entry(const std::string& name) {
    if (!names_.insert(name).second) fail("header", "one entry of each name", fmt::format("{} twice", in_quotes(name)));
    in_metadata_ = name == metadata_key;
    entry_ = {};
    entry_.name = name;
    offsets_.clear();
    seen_.clear();
    return true;
  }

  void finish_entry() {
    for (const char* needed : {"dtype", "shape", "data_offsets"}) {
      if (!seen_.contains(needed)) fail(in_quotes(entry_.name), fmt::format("a key {}", needed), "none");
    }
    if (offsets_.size() != 2) fail(in_quotes(entry_.name), "two data_offsets", std::to_string(offsets_.size()));
    entry_.begin = offsets_[0];
    entry_.end = offsets_[1];
    entry_.elements = product_of_shape();
    const std::size_t bytes = entry_.elements * bytes_of(entry_.type);
    if (entry_.end < entry_.begin || entry_.end - entry_.begin != bytes) {
      fail(in_quotes(entry_.name),
           fmt::format("{} bytes for {} of shape ({})", bytes, name_of(entry_.type), fmt::join(entry_.shape, ", ")),
           fmt::format("data_offsets [{}, {}]", entry_.begin, entry_.end));
    }
    header_.entries.push_back(std::move(entry_));
  }

  /// A shape may hold a zero beside lengths whose product alone would wrap; such a shape is refused too.
  std::size_t product_of_shape() const {
    const std::size_t most = std::numeric_limits<std::ptrdiff_t>::max() / 8;
    std::size_t product = 1;
    for (const std::size_t length : entry_.shape) {
      if (length == 0) continue;
      if (product > most / length) {
        fail(in_quotes(entry_.name), "a shape that memory can hold",
             fmt::format("({})", fmt::join(entry_.shape, ", ")));
      }
      product *= length;
    }
    const bool empty = std::find(entry_.shape.begin(), entry_.shape.end(), std::size_t{0}) != entry_.shape.end();
    return empty ? 0 : product;
  }

  const std::string& source_;
  SafetensorsHeader header_;
  State state_ = State::start;
  bool in_metadata_ = false;
  std::string key_;
  SafetensorsEntry entry_;
  std::vector<std::size_t> offsets_;
  std::set<std::string, std::less<>> seen_, names_;
};

/// Puts the entries in the order of their data and checks that they cover it.
void expect_contiguous(std::vector<SafetensorsEntry>& entries, const std::string& source) {
  std::stable_sort(entries.begin(), entries.end(), [](const SafetensorsEntry& a, const SafetensorsEntry& b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  std::size_t covered = 0;
  for (const SafetensorsEntry& entry : entries) {
    if (entry.begin != covered) {
      throw file_error(source, fmt::format("'{}'", on_one_line(entry.name)),
                       fmt::format("its data at byte {}, where what is before it ends", covered),
                       fmt::format("byte {}", entry.begin));
    }
    covered = entry.end;
  }
}

}  // namespace

std::string_view name_of(ElementType type) { return type_names[static_cast<std::size_t>(type)]; }

std::size_t bytes_of(ElementType type) {
  constexpr std::array<std::size_t, 7> sizes{8, 4, 2, 2, 1, 8, 1};
  return sizes[static_cast<std::size_t>(type)];
}

SafetensorsHeader parse_safetensors_header(std::string_view json, const std::string& source) {
  if (!json.starts_with('{')) throw file_error(source, "header", "'{'", fmt::format("'{}'", on_one_line(json, 8)));
  // The JSON parser takes a null character for the end of its input.
  if (json.find('\0') != std::string_view::npos) throw file_error(source, "header", "JSON", "a null character");
  HeaderReader reader(source);
  nlohmann::json::sax_parse(json.begin(), json.end(), &reader);
  SafetensorsHeader header = reader.take();
  expect_contiguous(header.entries, source);
  return header;
}

std::string encode_safetensors_header(const SafetensorsHeader& header) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  if (!header.metadata.empty()) {
    nlohmann::ordered_json& metadata = json[std::string(metadata_key)];
    for (const auto& [key, text] : header.metadata) metadata[key] = text;
  }
  std::vector<SafetensorsEntry> by_name = header.entries;
  std::sort(by_name.begin(), by_name.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  for (const SafetensorsEntry& entry : by_name) {
    nlohmann::ordered_json& value = json[entry.name];
    value["dtype"] = name_of(entry.type);
    value["shape"] = entry.shape;
    value["data_offsets"] = {entry.begin, entry.end};
  }
  // Metadata may be somebody else's words: bytes that are not UTF-8 are replaced.
  std::string text = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  text.append((8 - text.size() % 8) % 8, ' ');
  std::string bytes;
  for (std::size_t i = 0; i < 8; ++i) bytes += static_cast<char>((std::uint64_t{text.size()} >> (8 * i)) & 0xFF);
  return bytes + text;
}

}  // namespace attnref
