// .npy files built by hand for the tests, byte by byte, so that the reader is not judged by attnref's own writer.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

namespace npy_test {

/// Magic, version, header length and header. `length` overrides the length that the header really has.
inline std::string prefix(int major, const std::string& header, long length = -1) {
  std::string bytes = "\x93NUMPY";
  bytes += {static_cast<char>(major), '\0'};
  auto rest = length < 0 ? header.size() : static_cast<std::size_t>(length);
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i, rest /= 256) bytes += static_cast<char>(rest % 256);
  return bytes + header;
}

template <class Scalar>
std::string data(const std::vector<Scalar>& values, bool big_endian = false) {
  std::string bytes;
  for (const Scalar value : values) {
    char element[sizeof(Scalar)];
    std::memcpy(element, &value, sizeof value);  // x86 and ARM: little-endian
    if (big_endian) {
      for (std::size_t i = 0; i < sizeof(Scalar) / 2; ++i) std::swap(element[i], element[sizeof(Scalar) - 1 - i]);
    }
    bytes.append(element, sizeof(Scalar));
  }
  return bytes;
}

inline std::string header(const std::string& descr, const std::string& order, const std::string& shape) {
  return "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

/// A 2 x 3 matrix 1 2 3 / 4 5 6 as float64: the good file that the faults are made from.
inline std::string good_matrix() {
  return prefix(1, header("'<f8'", "False", "(2, 3)")) + data<double>({1, 2, 3, 4, 5, 6});
}

/// A folder of its own that disappears with the test.
class ScratchFolder {
 public:
  ScratchFolder() {
    static int made = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("attnref_npy_" + std::to_string(::getpid()) + "_" + std::to_string(made++));
    std::filesystem::create_directories(path_);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace npy_test
