#include "lesson/arrays.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "files/embedded_file.hpp"
#include "files/npy.hpp"

namespace attnref::lesson {

/// Defined in the generated source.
const std::vector<EmbeddedFile>& embedded_arrays();

std::vector<std::string_view> array_names() {
  std::vector<std::string_view> names;
  for (const EmbeddedFile& file : embedded_arrays()) names.push_back(file.name);
  return names;
}

std::string_view array_bytes(std::string_view name) {
  for (const EmbeddedFile& file : embedded_arrays()) {
    if (file.name == name) return file.bytes;
  }
  throw std::out_of_range("lesson array: expected one of array_names(), found " + std::string(name));
}

PlainMatrix array(std::string_view name) {
  const std::string file = std::string(name) + ".npy";
  NpyArray read = parse_npy(array_bytes(file), file);
  if (read.shape.size() != 2) throw file_error(file, "shape", "rank 2", shape_text(read.shape));
  PlainMatrix matrix;
  matrix.rows = read.shape[0];
  matrix.columns = read.shape[1];
  matrix.values = std::move(read.values);
  return matrix;
}

}  // namespace attnref::lesson
