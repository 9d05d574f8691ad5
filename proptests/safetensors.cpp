// .safetensors documents: what is written is read back to the last bit and by a second reader, and whatever is damaged
// is refused in one line.
#include "attnref/rounding.hpp"
#include "catch.hpp"
#include "files/float_bits.hpp"
#include "files/safetensors.hpp"
#include "generators/random.hpp"
#include "kinds_of_files.hpp"
#include "run_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <thread>

#include <sys/stat.h>

using namespace attnref;
using attnref::test::Folder;
using attnref::test::has;
using Catch::Matchers::Contains;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::uint64_t bits_of(double value) { return std::bit_cast<std::uint64_t>(value); }

/// A little of everything that the format has.
Document small_document() {
  Document document;
  document.metadata = {{"attnref", "1"}, {"quotes \" and \\", "two\nlines, \xc3\xa4"}};
  document.tensors["f64"] = {ElementType::f64, {2, 3}, {1, -0.0, 0x1p-1074, inf, nan, 0x1.fffffffffffffp1023}};
  document.tensors["f32"] = {ElementType::f32, {3}, {0x1p-149, 0x1.fffffep127, -inf}};
  document.tensors["f16"] = {ElementType::f16, {2, 1, 2}, {65504, 0x1p-24, -0x1.ff8p-15, nan}};
  document.tensors["bf16"] = {ElementType::bf16, {1}, {0x1p-133}};
  document.tensors["bool"] = {ElementType::boolean, {3}, {1, 0, 1}};
  document.tensors["i64"] = {ElementType::i64, {}, {-0x1p53}};
  document.tensors["u8"] = {ElementType::u8, {2, 0}, {}};
  return document;
}

bool same(const Document& a, const Document& b) {
  if (a.metadata != b.metadata || a.tensors.size() != b.tensors.size()) return false;
  for (const auto& [name, tensor] : a.tensors) {
    const auto other = b.tensors.find(name);
    if (other == b.tensors.end() || other->second.type != tensor.type || other->second.shape != tensor.shape)
      return false;
    if (other->second.values.size() != tensor.values.size()) return false;
    for (std::size_t i = 0; i < tensor.values.size(); ++i) {
      if (bits_of(tensor.values[i]) != bits_of(other->second.values[i])) return false;
    }
  }
  return true;
}

std::string file_of(const std::string& header, const std::string& data = {}) {
  std::string bytes;
  for (std::size_t i = 0; i < 8; ++i) bytes += static_cast<char>((header.size() >> (8 * i)) & 0xFF);
  return bytes + header + data;
}

std::string refusal_of(const std::string& bytes) {
  try {
    parse_safetensors(bytes, "file");
  } catch (const file_error& error) {
    const std::string line = error.what();
    CHECK(line.find('\n') == std::string::npos);
    CHECK(line.starts_with("file: "));
    return line;
  }
  return "";
}

enum class Outcome { read, refused };

/// A document that was read must be one that can be written.
Outcome outcome_of(const std::string& bytes) {
  try {
    const Document document = parse_safetensors(bytes, "fuzz");
    REQUIRE(same(parse_safetensors(encode_safetensors(document), "again"), document));
    return Outcome::read;
  } catch (const file_error& error) {
    REQUIRE(std::string(error.what()).find('\n') == std::string::npos);
    return Outcome::refused;
  }
}

std::string damaged(std::string bytes, Random& dice) {
  static const std::string telling = "0123456789{}[],:\"\\ -eE.";
  for (std::size_t faults = 1 + dice.below(3); faults > 0 && !bytes.empty(); --faults) {
    const std::size_t at = dice.below(bytes.size());
    switch (dice.below(5)) {
      case 0:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << dice.below(8)));
        break;
      case 1:
        bytes[at] = telling[dice.below(telling.size())];
        break;
      case 2:
        bytes.resize(at);
        break;
      case 3:
        bytes.erase(at, 1);
        break;
      default:
        bytes.insert(at, 1, telling[dice.below(telling.size())]);
    }
  }
  return bytes;
}

}  // namespace

TEST_CASE("safetensors: all bits of the narrow formats go to doubles and back") {
  for (const Dtype dtype : {Dtype::f16, Dtype::bf16}) {
    for (std::uint64_t bits = 0; bits < 65536; ++bits) {
      const double value = from_bits(dtype, bits);
      REQUIRE(to_bits(dtype, value) == bits);
      if (!std::isnan(value)) REQUIRE(round_to(dtype, value) == value);
    }
  }
  Random random(1);
  for (int i = 0; i < 200000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random.bits());
    const float value = std::bit_cast<float>(bits);
    REQUIRE(to_bits(Dtype::f32, from_bits(Dtype::f32, bits)) == bits);
    if (!std::isnan(value)) REQUIRE(from_bits(Dtype::f32, bits) == static_cast<double>(value));
  }
}

TEST_CASE("safetensors: a double is a number of a format exactly where rounding leaves it alone") {
  Random random(2);
  for (const Dtype dtype : {Dtype::f32, Dtype::f16, Dtype::bf16}) {
    std::size_t fits = 0;
    for (int i = 0; i < 100000; ++i) {
      const int bits = 1 + static_cast<int>(random.below(26));
      const double value =
          std::ldexp(random.integer((std::uint64_t{1} << bits) - 1), static_cast<int>(random.below(320)) - 160);
      const bool is_number = round_to(dtype, value) == value;
      REQUIRE(to_bits(dtype, value).has_value() == is_number);
      fits += is_number;
    }
    CHECK(fits > 5000);
    CHECK(fits < 95000);
  }
}

TEST_CASE("safetensors: what is written is read back, from a file and from memory") {
  const Document document = small_document();
  const std::string bytes = encode_safetensors(document);
  CHECK(same(parse_safetensors(bytes, "memory"), document));
  const Folder folder;
  write_safetensors(folder.file("a.safetensors"), document);
  CHECK(test::contents(folder.file("a.safetensors")) == bytes);
  CHECK(same(read_safetensors(folder.file("a.safetensors")), document));
  CHECK(folder.count() == 1);
  CHECK(same(parse_safetensors(encode_safetensors(Document{}), "memory"), Document{}));
}

TEST_CASE("safetensors: arrays of several megabytes pass piece by piece") {
  Document document;
  StoredTensor& tensor = document.tensors["large"];
  tensor = {ElementType::f32, {3, 500000}, {}};
  Random random(3);
  for (int i = 0; i < 1500000; ++i) tensor.values.push_back(random.integer(1u << 24));
  const Folder folder;
  write_safetensors(folder.file("large"), document);
  CHECK(same(read_safetensors(folder.file("large")), document));
}

TEST_CASE("safetensors: a second reader, in Python, finds the same") {
  const Folder folder;
  Document document = small_document();
  document.metadata.erase("quotes \" and \\");
  write_safetensors(folder.file("a.safetensors"), document);
  const std::string command = fmt::format("python3 '{}/read_safetensors.py' '{}' 2>&1", attnref::test::proptests_dir,
                                          folder.file("a.safetensors"));
  if (std::system("python3 -c '' 2> /dev/null") != 0) {
    WARN("no python3: skipped");
    return;
  }
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe);
  std::string found;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) found += static_cast<char>(c);
  CHECK(::pclose(pipe) == 0);
  CHECK(found ==
        "attnref=1\n"
        "bf16 BF16 [1] 0x1.0000000000000p-133\n"
        "bool BOOL [3] 0x1.0000000000000p+0 0x0.0p+0 0x1.0000000000000p+0\n"
        "f16 F16 [2, 1, 2] 0x1.ffc0000000000p+15 0x1.0000000000000p-24 -0x1.ff80000000000p-15 nan\n"
        "f32 F32 [3] 0x1.0000000000000p-149 0x1.fffffe0000000p+127 -inf\n"
        "f64 F64 [2, 3] 0x1.0000000000000p+0 -0x0.0p+0 0x0.0000000000001p-1022 inf nan 0x1.fffffffffffffp+1023\n"
        "i64 I64 [] -0x1.0000000000000p+53\n"
        "u8 U8 [2, 0]\n");
}

TEST_CASE("safetensors: the bytes of a document are fixed") {
  Document document;
  document.metadata["b"] = "1";
  document.metadata["a"] = "2";
  document.tensors["z"] = {ElementType::f64, {1}, {1}};
  document.tensors["y"] = {ElementType::f16, {2}, {1, -2}};
  CHECK(encode_safetensors(document) ==
        file_of(R"({"__metadata__":{"a":"2","b":"1"},"y":{"dtype":"F16","shape":[2],"data_offsets":[8,12]},)"
                R"("z":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}})"
                "   ",
                std::string("\0\0\0\0\0\0\xf0\x3f\0\x3c\0\xc0", 12)));
}

TEST_CASE("safetensors: another kind of file is named") {
  for (const auto& [bytes, kind] : kinds_of_files()) {
    INFO(kind);
    CHECK_THAT(refusal_of(bytes), Contains("file: expected a .safetensors file, found " + kind));
  }
}

TEST_CASE("safetensors: each contradiction is refused in words") {
  const auto entry = [](const std::string& name, const std::string& dtype, const std::string& shape,
                        const std::string& offsets) {
    return fmt::format(R"("{}":{{"dtype":"{}","shape":{},"data_offsets":{}}})", name, dtype, shape, offsets);
  };
  const auto one = [&](const std::string& dtype, const std::string& shape, const std::string& offsets,
                       std::size_t bytes) {
    return file_of("{" + entry("a", dtype, shape, offsets) + "}", std::string(bytes, '\0'));
  };
  REQUIRE(refusal_of(one("F32", "[2]", "[0,8]", 8)).empty());
  CHECK_THAT(refusal_of(""), Contains("header length: expected 8 bytes, found a file of 0"));
  CHECK_THAT(refusal_of("\xff\xff\xff\xff\xff\xff\xff\xff"), Contains("header length: expected at most"));
  CHECK_THAT(refusal_of(std::string("\x10\0\0\0\0\0\0\0{}", 10)), Contains("header: expected 16 bytes, found 2"));
  CHECK_THAT(refusal_of(file_of(" {}")), Contains("header: expected '{'"));
  CHECK_THAT(refusal_of(file_of("{")), Contains("header: expected JSON"));
  CHECK_THAT(refusal_of(file_of("{}x")), Contains("header: expected JSON"));
  CHECK_THAT(refusal_of(file_of(std::string("{}\0x", 4))), Contains("a null character"));
  CHECK_THAT(refusal_of(file_of("{\"\xff\":1}")), Contains("header: expected JSON"));
  CHECK_THAT(refusal_of(file_of("{}", "x")), Contains("data: expected 0 bytes"));
  CHECK_THAT(refusal_of(one("F32", "[2]", "[0,8]", 7)), Contains("data: expected 8 bytes"));
  CHECK_THAT(refusal_of(one("F32", "[2]", "[0,8]", 9)), Contains("data: expected 8 bytes"));
  CHECK_THAT(refusal_of(one("F31", "[2]", "[0,8]", 8)), Contains("expected one of F64, F32"));
  CHECK_THAT(refusal_of(one("F32", "[3]", "[0,8]", 8)), Contains("12 bytes for F32 of shape (3)"));
  CHECK_THAT(refusal_of(one("F32", "[2]", "[8,0]", 8)), Contains("data_offsets [8, 0]"));
  CHECK_THAT(refusal_of(one("F32", "[2]", "[4,12]", 12)), Contains("at byte 0"));
  CHECK_THAT(refusal_of(one("F32", "[2]", "[0]", 8)), Contains("two data_offsets"));
  CHECK_THAT(refusal_of(one("F32", "[2]", "[0,8,9]", 8)), Contains("at most 2 numbers"));
  CHECK_THAT(refusal_of(one("F32", "[-2]", "[0,8]", 8)), Contains("integers from 0, found -2"));
  CHECK_THAT(refusal_of(one("F32", "[2.0]", "[0,8]", 8)), Contains("integers from 0, found 2.0"));
  CHECK_THAT(refusal_of(one("F32", "[[2]]", "[0,8]", 8)), Contains("found an array"));
  CHECK_THAT(refusal_of(one("F32", "2", "[0,8]", 8)), Contains("an array of integers, found 2"));
  // Products that wrap to what the offsets say.
  CHECK_THAT(refusal_of(one("F64", "[2305843009213693953]", "[0,8]", 8)), Contains("a shape that memory can hold"));
  CHECK_THAT(refusal_of(one("U8", "[4294967296,4294967296]", "[0,0]", 0)), Contains("a shape that memory can hold"));
  CHECK_THAT(refusal_of(one("U8", "[99999999999999999999]", "[0,0]", 0)), Contains("integers from 0"));
  const std::string many = fmt::format("[{}]", fmt::join(std::vector<int>(33, 1), ","));
  CHECK_THAT(refusal_of(one("U8", many, "[0,1]", 1)), Contains("at most 32 numbers"));
  CHECK_THAT(refusal_of(one("BOOL", "[1]", "[0,1]", 0) + "\x02"), Contains("expected 0 or 1, found 2"));
  CHECK_THAT(refusal_of(one("I64", "[1]", "[0,8]", 0) + std::string("\x01\0\0\0\0\0\x20\0", 8)), Contains("2^53"));
  const auto two = [&](const std::string& first, const std::string& second) {
    return file_of("{" + first + "," + second + "}", std::string(16, '\0'));
  };
  const std::string a = entry("a", "F64", "[1]", "[0,8]");
  REQUIRE(refusal_of(two(a, entry("b", "F64", "[1]", "[8,16]"))).empty());
  CHECK_THAT(refusal_of(two(a, entry("b", "F64", "[1]", "[0,8]"))), Contains("at byte 8"));
  CHECK_THAT(refusal_of(two(a, entry("b", "F64", "[1]", "[4,12]"))), Contains("found byte 4"));
  CHECK_THAT(refusal_of(two(a, entry("a", "F64", "[1]", "[8,16]"))), Contains("'a' twice"));
  CHECK_THAT(refusal_of(file_of(R"({"__metadata__":{"k":"1","k":"2"}})")), Contains("one such key"));
  CHECK_THAT(refusal_of(file_of(R"({"__metadata__":{"k":1}})")), Contains("metadata 'k': expected a string, found 1"));
  CHECK_THAT(refusal_of(file_of(R"({"__metadata__":{},"__metadata__":{}})")), Contains("twice"));
  CHECK_THAT(refusal_of(file_of(R"({"__metadata__":"k"})")), Contains("__metadata__: expected an object"));
  CHECK_THAT(refusal_of(file_of(R"({"a":{"dtype":"U8","shape":[0]}})")), Contains("a key data_offsets"));
  CHECK_THAT(refusal_of(file_of(R"({"a":{"dtype":"U8","dtype":"U8"}})")), Contains("one key dtype"));
  CHECK_THAT(refusal_of(file_of(R"({"a":{"type":"U8"}})")), Contains("the keys dtype, shape and data_offsets"));
  CHECK_THAT(refusal_of(file_of(R"({"a":null})")), Contains("expected an object, found null"));
  CHECK_THAT(refusal_of(file_of("[" + std::string(100000, '['))), Contains("expected '{'"));
  CHECK_THAT(refusal_of(file_of(R"({"a":{"shape":)" + std::string(100000, '['))), Contains("found an array"));
}

TEST_CASE("safetensors: a claim of terabytes costs nothing") {
  const std::string bytes =
      file_of(R"({"a":{"dtype":"U8","shape":[9000000000000],"data_offsets":[0,9000000000000]}})", "x");
  CHECK_THAT(refusal_of(bytes), Contains("expected 9000000000000 bytes"));
  // Through a pipe, whose length nobody knows.
  const Folder folder;
  const std::string pipe = folder.file("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const auto read_through_pipe = [&](const std::string& written) {
    std::thread writer([&] { test::write(pipe, written); });
    std::string refusal;
    Document document;
    try {
      document = read_safetensors(pipe);
    } catch (const file_error& error) {
      refusal = error.what();
    }
    writer.join();
    return std::pair(document, refusal);
  };
  CHECK_THAT(read_through_pipe(bytes).second,
             Contains("'a': expected 9000000000000 bytes of data, found the end of the file after 1"));
  CHECK(same(read_through_pipe(encode_safetensors(small_document())).first, small_document()));
  CHECK_THAT(read_through_pipe(encode_safetensors(small_document()) + "x").second,
             Contains("found more bytes after them"));
}

TEST_CASE("safetensors: a document that contradicts itself is not written") {
  Document wrong_count, wrong_number;
  wrong_count.tensors["a"] = {ElementType::f64, {2}, {1}};
  wrong_number.tensors["a"] = {ElementType::f16, {1}, {0.1}};
  CHECK_THROWS_AS(encode_safetensors(wrong_count), std::invalid_argument);
  CHECK_THROWS_AS(encode_safetensors(wrong_number), std::invalid_argument);
  const Folder folder;
  test::write(folder.file("a"), "old");
  CHECK_THROWS_AS(write_safetensors(folder.file("a"), wrong_number), std::invalid_argument);
  CHECK(test::contents(folder.file("a")) == "old");
  CHECK(folder.count() == 1);
}

TEST_CASE("safetensors: every truncation is refused") {
  const std::string good = encode_safetensors(small_document());
  for (std::size_t length = 0; length < good.size(); ++length) {
    INFO(length);
    CHECK(outcome_of(good.substr(0, length)) == Outcome::refused);
  }
  CHECK(outcome_of(good) == Outcome::read);
  CHECK(outcome_of(good + '\0') == Outcome::refused);
}

TEST_CASE("safetensors: a header that lies about its length is refused") {
  const std::string good = encode_safetensors(small_document());
  Random random(4);
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t length = i < 1000 ? static_cast<std::uint64_t>(i) : random.bits() >> random.below(64);
    std::string bytes = good;
    for (std::size_t j = 0; j < 8; ++j) bytes[j] = static_cast<char>((length >> (8 * j)) & 0xFF);
    if (bytes != good) CHECK(outcome_of(bytes) == Outcome::refused);
  }
}

TEST_CASE("safetensors: 20,000 damaged files are read or refused, nothing else") {
  const std::string good = encode_safetensors(small_document());
  Random dice(2024);
  std::size_t read = 0, refused = 0;
  for (int i = 0; i < 20000; ++i) ++(outcome_of(damaged(good, dice)) == Outcome::read ? read : refused);
  // Damage to the data alone, or to the text of metadata, leaves a file valid.
  CHECK(read > 500);
  CHECK(refused > 10000);
}
