// What the .npy reader accepts, and that every fault is one line that says where, what was expected and what was found.
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>

#include "catch.hpp"
#include "files/npy.hpp"
#include "kinds_of_files.hpp"
#include "npy_bytes.hpp"

using namespace npy_test;
using attnref::NpyArray;
using attnref::NpyDtype;

namespace {

NpyArray parse(const std::string& bytes) { return attnref::parse_npy(bytes, "--x x.npy"); }

std::string fault_of(const std::function<void()>& read) {
  try {
    read();
  } catch (const attnref::file_error& error) {
    return error.what();
  }
  return "no fault";
}

std::string fault(const std::string& bytes) {
  return fault_of([&] { parse(bytes); });
}

/// A file whose header is `text` and whose data would fit (2, 3) of f8.
std::string with_header(const std::string& text) { return prefix(1, text) + data<double>({1, 2, 3, 4, 5, 6}); }

const std::vector<double> counting = {1, 2, 3, 4, 5, 6};

}  // namespace

TEST_CASE("npy: versions 1, 2 and 3 are read alike") {
  for (const int major : {1, 2, 3}) {
    const NpyArray array = parse(prefix(major, header("'<f8'", "False", "(2, 3)")) + data<double>({1, 2, 3, 4, 5, 6}));
    CHECK(array.dtype == NpyDtype::f8);
    CHECK(array.shape == std::vector<std::size_t>{2, 3});
    CHECK(array.values == counting);
  }
}

TEST_CASE("npy: each dtype in both byte orders, exactly") {
  const float least = std::numeric_limits<float>::denorm_min();
  const double tiny = std::numeric_limits<double>::denorm_min();
  for (const bool big : {false, true}) {
    const std::string order = big ? ">" : "<";
    const NpyArray f4 =
        parse(prefix(1, header("'" + order + "f4'", "False", "(3,)")) + data<float>({0.1F, least, -1.5F}, big));
    CHECK(f4.dtype == NpyDtype::f4);
    CHECK(f4.values == std::vector<double>{double{0.1F}, double{least}, -1.5});
    const NpyArray f8 =
        parse(prefix(1, header("'" + order + "f8'", "False", "(3,)")) + data<double>({0.1, tiny, -1.5}, big));
    CHECK(f8.dtype == NpyDtype::f8);
    CHECK(f8.values == std::vector<double>{0.1, tiny, -1.5});
    // What NumPy's float16 has for 1/3, the smallest subnormal, -1.5, the largest number and infinity.
    const NpyArray f2 = parse(prefix(1, header("'" + order + "f2'", "False", "(5,)")) +
                              data<std::uint16_t>({0x3555, 0x0001, 0xBE00, 0x7BFF, 0x7C00}, big));
    CHECK(f2.dtype == NpyDtype::f2);
    CHECK(f2.values == std::vector<double>{0x1.554p-2, 0x1p-24, -1.5, 65504, std::numeric_limits<double>::infinity()});
  }
}

TEST_CASE("npy: Fortran order comes back in C order") {
  CHECK(parse(prefix(1, header("'<f8'", "True", "(2, 3)")) + data<double>({1, 4, 2, 5, 3, 6})).values == counting);
  // 2 x 1 x 3 and 3-D in full: element (i, j, k) lies at i + 2 j + 4 k.
  CHECK(parse(prefix(1, header("'<f8'", "True", "(2, 1, 3)")) + data<double>({1, 4, 2, 5, 3, 6})).values == counting);
  const NpyArray cube = parse(prefix(1, header("'<f8'", "True", "(2, 2, 2)")) + data<double>({0, 4, 2, 6, 1, 5, 3, 7}));
  CHECK(cube.values == std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("npy: special values keep their bits, the sign of zero too") {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const NpyArray array =
      parse(prefix(1, header("'<f8'", "False", "(4,)")) + data<double>({-0.0, infinity, -infinity, nan}));
  CHECK(std::signbit(array.values[0]));
  CHECK(array.values[1] == infinity);
  CHECK(array.values[2] == -infinity);
  CHECK(std::isnan(array.values[3]));
}

TEST_CASE("npy: keys in any order, either quote, any spacing, with or without the last comma") {
  for (const std::string text : {
           "{'shape': (2, 3), 'descr': '<f8', 'fortran_order': False}\n",
           "{\"fortran_order\":False,\"shape\":(2,3,),\"descr\":\"<f8\",}",
           " { 'descr' : '<f8' , 'fortran_order' : False , 'shape' : ( 2 , 3 ) , } \n",
       }) {
    INFO(text);
    CHECK(parse(with_header(text)).values == counting);
  }
}

TEST_CASE("npy: element types and byte orders as NumPy takes them") {
  // NumPy 1.24.2 reads each of these as float64 in this machine's order.
  for (const std::string descr : {"'<f8'", "'=f8'", "'|f8'", "'f8'", "'<d'", "'d'", "'float64'", "u'<f8'", "\"=d\""}) {
    INFO(descr);
    const NpyArray array = parse(prefix(1, header(descr, "False", "(2, 3)")) + data<double>({1, 2, 3, 4, 5, 6}));
    CHECK(array.dtype == attnref::NpyDtype::f8);
    CHECK(array.values == std::vector<double>{1, 2, 3, 4, 5, 6});
  }
  for (const std::string descr : {"'=f4'", "'f'", "'float32'"}) {
    CHECK(parse(prefix(1, header(descr, "False", "(2,)")) + data<float>({1, 2})).values == std::vector<double>{1, 2});
  }
  for (const std::string descr : {"'=f2'", "'e'", "'float16'"}) {
    CHECK(parse(prefix(1, header(descr, "False", "(1,)")) + std::string("\x00\x3c", 2)).values ==
          std::vector<double>{1});
  }
}

TEST_CASE("npy: Python 2 wrote long integers, in the versions that it had") {
  for (const std::string shape : {"(2L, 3L)", "(2L,3)", "(2, 3L, )", "( 2 L , 3 )"}) {
    INFO(shape);
    for (const int version : {1, 2}) {
      const NpyArray array = parse(prefix(version, header("'<f8'", "False", shape)) + data<double>({1, 2, 3, 4, 5, 6}));
      CHECK(array.shape == std::vector<std::size_t>{2, 3});
    }
    CHECK(fault(prefix(3, header("'<f8'", "False", shape)) + data<double>({1, 2, 3, 4, 5, 6})) != "no fault");
  }
  CHECK(parse(prefix(1, header("'<f8'", "False", "(1L,)")) + data<double>({7})).shape == std::vector<std::size_t>{1});
}

TEST_CASE("npy: another kind of file is named") {
  for (const auto& [bytes, kind] : kinds_of_files()) {
    if (kind != "a .npy file") CHECK(fault(bytes) == "--x x.npy: file: expected a .npy file, found " + kind);
  }
  CHECK(fault(std::string("\x40\0\0\0\0\0\0\0{\"q\": {", 14)) ==
        "--x x.npy: file: expected a .npy file, found a .safetensors file");
}

TEST_CASE("npy: a scalar, an empty axis and a single axis have their shapes") {
  CHECK(parse(prefix(1, header("'<f8'", "False", "()")) + data<double>({7})).values == std::vector<double>{7});
  const NpyArray empty = parse(prefix(1, header("'<f8'", "True", "(0, 3)")));
  CHECK(empty.shape == std::vector<std::size_t>{0, 3});
  CHECK(empty.values.empty());
  CHECK(parse(prefix(1, header("'<f8'", "False", "(2,)")) + data<double>({1, 2})).shape == std::vector<std::size_t>{2});
}

TEST_CASE("npy: faults before the header") {
  CHECK(fault("") == "--x x.npy: magic: expected '\\x93NUMPY', a .npy file, found an empty file");
  CHECK(fault("OPUS\x03\x04....") == "--x x.npy: magic: expected '\\x93NUMPY', a .npy file, found 'OPUS\\x03\\x04'");
  CHECK(fault("\x93NUMPY\x01") == "--x x.npy: version: expected two bytes, found the end of the file");
  CHECK(fault(prefix(4, "{}")) == "--x x.npy: version: expected 1.0, 2.0 or 3.0, found 4.0");
  std::string minor = good_matrix();
  minor[7] = 1;
  CHECK(fault(minor) == "--x x.npy: version: expected 1.0, 2.0 or 3.0, found 1.1");
  CHECK(fault("\x93NUMPY\x02" + std::string("\0ab", 3)) ==
        "--x x.npy: header length: expected 4 bytes, found the end of the file");
  CHECK(fault(prefix(1, "{}", 60)) == "--x x.npy: header: expected 60 bytes, found 2 bytes");
  CHECK(fault(prefix(2, "{}", 4294967295)) ==
        "--x x.npy: header length: expected at most 1048576 bytes, found 4294967295 bytes");
}

TEST_CASE("npy: faults in the dictionary") {
  const auto header_fault = [](const std::string& text) { return fault(with_header(text)); };
  CHECK(header_fault("") == "--x x.npy: header: expected '{', found the end of the header");
  CHECK(header_fault("[1]") == "--x x.npy: header: expected '{', found [1]");
  CHECK(header_fault("{'descr': '<f8', 'shape': (2, 3)}") ==
        "--x x.npy: header: expected the key 'fortran_order', found none");
  CHECK(header_fault("{'fortran_order': False, 'shape': (2, 3)}") ==
        "--x x.npy: header: expected the key 'descr', found none");
  CHECK(header_fault("{'descr': '<f8', 'fortran_order': False}") ==
        "--x x.npy: header: expected the key 'shape', found none");
  CHECK(header_fault("{'descr': '<f8', 'descr': '<f8'}") ==
        "--x x.npy: header: expected each key once, found 'descr' twice");
  CHECK(header_fault("{'strides': 1}") ==
        "--x x.npy: header: expected the keys 'descr', 'fortran_order' and 'shape', found 'strides'");
  CHECK(header_fault("{descr: '<f8'}") == "--x x.npy: header: expected a quoted key, found descr: '<f8'}");
  CHECK(header_fault("{'descr': '<f8' 'shape': (2, 3)}") == "--x x.npy: header: expected '}', found 'shape': (2, 3)}");
  CHECK(header_fault("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)} 1") ==
        "--x x.npy: header: expected nothing after the dictionary, found 1");
}

TEST_CASE("npy: faults in a value name the key") {
  const auto value_fault = [](const std::string& descr, const std::string& order, const std::string& shape) {
    return fault(with_header(header(descr, order, shape)));
  };
  const std::string no_descr =
      "--x x.npy: descr: expected float16, float32 or float64, as '<f2', '<f4' or '<f8', found ";
  for (const std::string other :
       {"'<i8'", "'<f2 '", "'|b1'", "'<c16'", "'|O'", "'<f80'", "''", "'<'", "'=='", "'<<f8'", "'<float64'", "'F8'"}) {
    CHECK(value_fault(other, "False", "(2, 3)") == no_descr + other);
  }
  CHECK(value_fault("[('a', '<f8')]", "False", "(2, 3)").substr(0, no_descr.size() + 14) ==
        no_descr + "[('a', '<f8')]");
  CHECK(value_fault("'<f8'", "0", "(2, 3)").substr(0, 63) ==
        "--x x.npy: fortran_order: expected True or False, found 0, 'sha");

  const std::string no_shape = "--x x.npy: shape: expected a tuple of non-negative integers, found ";
  for (const std::string other : {"[2, 3]",   "(6)",      "(2, -3)", "('x', 3)", "(2 3)",    "(2,, 3)",  "(,)",
                                  "(2.0, 3)", "(02, 3)",  "(2, 3",   "6",        "(+2, 3)",  "(0x2, 3)", "(2l, 3)",
                                  "(2LL, 3)", "(02L, 3)", "(L, 3)",  "(6L)",     "(1_0, 3)", "None"}) {
    INFO(other);
    CHECK(value_fault("'<f8'", "False", other).substr(0, no_shape.size() + other.size()) == no_shape + other);
  }
}

TEST_CASE("npy: a shape that wraps or claims more than there is, before anything is allocated") {
  const auto shape_fault = [](const std::string& shape) { return fault(with_header(header("'<f8'", "False", shape))); };
  // Rounds to one element of 8 bytes in 64-bit arithmetic.
  CHECK(shape_fault("(2305843009213693953,)").substr(0, 53) == "--x x.npy: shape: expected no axis longer than 214748");
  CHECK(shape_fault("(99999999999999999999999999, 0)").substr(0, 47) ==
        "--x x.npy: shape: expected no axis longer than ");
  CHECK(shape_fault("(1073741824, 1073741824, 1073741824)") ==
        "--x x.npy: shape: expected a product that fits in memory, found (1073741824, 1073741824, 1073741824)");
  CHECK(shape_fault("(1073741824, 1073741824, 1073741824, 0)").substr(0, 57) ==
        "--x x.npy: shape: expected a product that fits in memory,");
  CHECK(shape_fault("(2147483647, 2147483647)") ==
        "--x x.npy: shape: expected a product that fits in memory, found (2147483647, 2147483647)");
  CHECK(shape_fault("(2147483647, 1000)") ==
        "--x x.npy: data: expected 17179869176000 bytes for shape (2147483647, 1000), found 48");
  std::string axes = "(";
  for (int i = 0; i < 33; ++i) axes += "1,";
  CHECK(shape_fault(axes + ")").substr(0, 52) == "--x x.npy: shape: expected at most 32 axes, found (1");
}

TEST_CASE("npy: missing and trailing data") {
  const std::string good = good_matrix();
  CHECK(fault(good) == "no fault");
  CHECK(fault(good.substr(0, good.size() - 1)) == "--x x.npy: data: expected 48 bytes for shape (2, 3), found 47");
  CHECK(fault(good + '\0') == "--x x.npy: data: expected 48 bytes for shape (2, 3), found more bytes after them");
}

TEST_CASE("npy: files that can't be opened, and ranks other than two") {
  const ScratchFolder folder;
  const auto read_fault = [&](const std::filesystem::path& path) {
    return fault_of([&] { attnref::read_matrix(path, "--wq"); });
  };
  const auto write = [&](const std::string& name, const std::string& bytes) {
    std::ofstream(folder / name, std::ios::binary) << bytes;
    return folder / name;
  };
  const std::filesystem::path missing = folder / "missing.npy";
  CHECK(read_fault(missing) ==
        "--wq " + missing.string() + ": file: expected to read it, found No such file or directory");
  CHECK(read_fault(folder.path()) == "--wq " + folder.path().string() + ": file: expected a file, found a directory");
  CHECK(read_fault("/dev/zero") ==
        "--wq /dev/zero: magic: expected '\\x93NUMPY', a .npy file, found "
        "'\\x00\\x00\\x00\\x00\\x00\\x00'");

  CHECK(attnref::read_matrix(write("good.npy", good_matrix())).values == counting);
  const auto cube =
      write("cube.npy", prefix(1, header("'<f8'", "False", "(1, 2, 3)")) + data<double>({1, 2, 3, 4, 5, 6}));
  CHECK(read_fault(cube) == "--wq " + cube.string() + ": shape: expected rank 2, found rank 3, (1, 2, 3)");
  const auto scalar = write("scalar.npy", prefix(1, header("'<f8'", "False", "()")) + data<double>({1}));
  CHECK(read_fault(scalar) == "--wq " + scalar.string() + ": shape: expected rank 2, found rank 0, ()");
  const auto longer = write("longer.npy", good_matrix() + "x");
  CHECK(read_fault(longer) ==
        "--wq " + longer.string() + ": data: expected 48 bytes for shape (2, 3), found more bytes after them");
  // Longer than what is read to find the header.
  const std::string large = prefix(1, header("'<f8'", "False", "(2, 100000)")) + std::string(1600000, '\0');
  CHECK(attnref::read_matrix(write("large.npy", large)).values.size() == 200000);
  const auto larger = write("larger.npy", large + "x");
  CHECK(read_fault(larger) == "--wq " + larger.string() +
                                  ": data: expected 1600000 bytes for shape (2, 100000), found more bytes after them");
  CHECK(fault_of([&] { attnref::read_matrix(folder / "a\nb.npy"); }).find('\n') == std::string::npos);
}
