// What attnref writes as .npy is what NumPy writes, byte for byte, and it appears whole or not at all.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "catch.hpp"
#include "files/file_bytes.hpp"
#include "files/npy.hpp"
#include "lesson/arrays.hpp"
#include "npy_bytes.hpp"

using namespace npy_test;
using attnref::NpyArray;
using attnref::NpyDtype;

namespace {

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::size_t files_in(const std::filesystem::path& folder) {
  using entries = std::filesystem::directory_iterator;
  return static_cast<std::size_t>(std::distance(entries(folder), entries()));
}

/// No file grows beyond a size while this lives: a full disk, without filling one.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limited{bytes, old_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limited);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  void (*handler_)(int);
  rlimit old_{};
};

/// What numpy.save puts before the data: `text` padded with spaces to a header of so many bytes.
std::string numpy_file(const std::string& text, std::size_t header_bytes) {
  return prefix(1, text + std::string(header_bytes - text.size() - 1, ' ') + "\n");
}

}  // namespace

TEST_CASE("npy: the lesson's arrays, written by NumPy, are rewritten byte for byte") {
  REQUIRE(attnref::lesson::array_names().size() == 42);
  for (const std::string_view name : attnref::lesson::array_names()) {
    INFO(name);
    const std::string_view original = attnref::lesson::array_bytes(name);
    CHECK((attnref::encode_npy(attnref::parse_npy(original, std::string(name))) == original));
  }
}

TEST_CASE("npy: headers are numpy.save's for every rank") {
  // Taken from NumPy 1.24.2: text, then header bytes after padding.
  const auto written = [](std::vector<std::size_t> shape, std::vector<double> values) {
    return attnref::encode_npy({NpyDtype::f4, std::move(shape), std::move(values)});
  };
  CHECK(written({}, {1}) ==
        numpy_file("{'descr': '<f4', 'fortran_order': False, 'shape': (), }", 118) + data<float>({1}));
  CHECK(written({2}, {1, 2}) ==
        numpy_file("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", 118) + data<float>({1, 2}));
  CHECK(written({0, 3}, {}) == numpy_file("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3), }", 118));
  // One byte of padding, and a whole 64 where none is needed.
  CHECK(written({0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10}, {}).size() == 128);
  CHECK(written({0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 100}, {}).size() == 192);
}

TEST_CASE("npy: f4 rounds to nearest, f8 keeps every bit") {
  const std::vector<double> values = {0.1, -0.0, 1e-320, 16777217.0};
  CHECK(attnref::parse_npy(attnref::encode_npy({NpyDtype::f8, {4}, values}), "").values == values);
  const NpyArray narrowed = attnref::parse_npy(attnref::encode_npy({NpyDtype::f4, {4}, values}), "");
  CHECK(narrowed.values == std::vector<double>{double{0.1F}, 0.0, 0.0, 16777216.0});
  CHECK(std::signbit(narrowed.values[1]));
}

TEST_CASE("npy: f2 rounds to nearest, ties to even") {
  const std::string bytes = attnref::encode_npy({NpyDtype::f2, {5}, {1.0 / 3, 2049, 65519, 65520, -0.0}});
  CHECK(bytes == numpy_file("{'descr': '<f2', 'fortran_order': False, 'shape': (5,), }", 118) +
                     data<std::uint16_t>({0x3555, 0x6800, 0x7BFF, 0x7C00, 0x8000}));
}

TEST_CASE("npy: a count that doesn't match the shape is refused") {
  CHECK_THROWS_AS(attnref::encode_npy({NpyDtype::f8, {2, 3}, {1, 2}}), std::invalid_argument);
}

TEST_CASE("npy: a file appears whole, replaces the old one, and leaves nothing beside it") {
  const ScratchFolder folder;
  const NpyArray array{NpyDtype::f8, {2, 3}, {1, 2, 3, 4, 5, 6}};
  attnref::write_npy(folder / "y.npy", array);
  CHECK(bytes_of(folder / "y.npy") == attnref::encode_npy(array));
  attnref::write_npy(folder / "y.npy", {NpyDtype::f4, {1}, {1}});
  CHECK(attnref::read_npy(folder / "y.npy").shape == std::vector<std::size_t>{1});
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("npy: a failed write says why and leaves nothing behind") {
  const ScratchFolder folder;
  const auto write_fault = [](const std::filesystem::path& path) -> std::string {
    try {
      attnref::write_file(path, "bytes", "--output");
    } catch (const attnref::file_error& error) {
      return error.what();
    }
    return "no fault";
  };
  const std::filesystem::path nowhere = folder / "no/y.npy";
  CHECK(write_fault(nowhere) ==
        "--output " + nowhere.string() + ": file: expected to write it, found No such file or directory");
  CHECK(write_fault(folder.path()) ==
        "--output " + folder.path().string() + ": file: expected a file, found a directory");
  CHECK(files_in(folder.path()) == 0);
}

TEST_CASE("npy: a disk that fills up leaves the old file and nothing beside it") {
  const ScratchFolder folder;
  attnref::write_file(folder / "y.npy", "old");
  std::string fault = "no fault";
  {
    const FileSizeLimit limit(4096);
    try {
      attnref::write_file(folder / "y.npy", std::string(10000, 'x'));
    } catch (const attnref::file_error& error) {
      fault = error.what();
    }
  }
  CHECK(fault == (folder / "y.npy").string() + ": file: expected to write it, found File too large");
  CHECK(bytes_of(folder / "y.npy") == "old");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("npy: a pipe is written in place, a link stays a link") {
  const ScratchFolder folder;
  const std::filesystem::path pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  attnref::write_file(pipe, "bytes");
  char arrived[16];
  CHECK(::read(reader, arrived, sizeof arrived) == 5);
  ::close(reader);
  CHECK(std::filesystem::is_fifo(pipe));

  attnref::write_file(folder / "target", "old");
  std::filesystem::create_symlink(folder / "target", folder / "link");
  attnref::write_file(folder / "link", "new");
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(bytes_of(folder / "target") == "new");
}
