// attnref's reference behind the C door, as a library that a user could have written: strides are read, answers written
// one by one.
#include "attnref/abi.h"
#include "attnref/reference.hpp"
#include "documents/hello.hpp"
#include "files/float_bits.hpp"

#include <cstring>
#include <exception>
#include <string>

namespace {

using namespace attnref;

std::size_t offset(const attnref_tensor& t, std::size_t i, std::size_t j) {
  const auto row = static_cast<int64_t>(i), column = static_cast<int64_t>(j);
  return static_cast<std::size_t>(t.rank == 2 ? row * t.strides[0] + column * t.strides[1] : column * t.strides[0]);
}

std::size_t rows(const attnref_tensor& t) { return t.rank == 2 ? static_cast<std::size_t>(t.shape[0]) : 1; }
std::size_t columns(const attnref_tensor& t) { return static_cast<std::size_t>(t.shape[t.rank - 1]); }

Tensor read(const attnref_tensor& t) {
  const auto dtype = static_cast<Dtype>(t.dtype);
  Tensor tensor(dtype, rows(t), columns(t));
  for (std::size_t i = 0; i < tensor.rows(); ++i) {
    for (std::size_t j = 0; j < tensor.columns(); ++j) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, static_cast<const char*>(t.data) + offset(t, i, j) * bytes_of(dtype), bytes_of(dtype));
      tensor(i, j) = from_bits(dtype, bits);
    }
  }
  return tensor;
}

void write(const attnref_tensor& t, const Tensor& tensor) {
  for (std::size_t n = 0; n < tensor.values.size(); ++n) {
    const std::uint64_t bits = to_bits(tensor.dtype, tensor.values[n]).value();
    const std::size_t at = offset(t, n / columns(t), n % columns(t)) * bytes_of(tensor.dtype);
    std::memcpy(static_cast<char*>(t.data) + at, &bits, bytes_of(tensor.dtype));
  }
}

Problem problem_behind(const attnref_problem& p) {
  Problem problem = p.x.data != nullptr ? self_attention_problem(read(p.x), read(p.wq), read(p.wk), read(p.wv))
                                        : attention_problem(read(p.q), read(p.k), read(p.v));
  if (p.scale_is_given != 0) problem.scale = p.scale;
  return problem;
}

struct Output {
  const char* name;
  const attnref_tensor* place;
};

int32_t attend(const attnref_problem& p) {
  Problem problem = problem_behind(p);
  const Output outputs[] = {{"output", &p.output}, {"weights", &p.weights}, {"lse", &p.lse},
                            {"scores", &p.scores}, {"queries", &p.queries}, {"keys", &p.keys},
                            {"values", &p.values}};
  problem.outputs.clear();
  for (const Output& output : outputs) {
    if (output.place->data != nullptr) problem.outputs.insert(output.name);
  }
  const Reply reply = reference().attend(problem);
  if (!std::holds_alternative<Answer>(reply)) return ATTNREF_FAILED;
  for (const Output& output : outputs) {
    if (output.place->data != nullptr) write(*output.place, std::get<Answer>(reply).at(output.name));
  }
  return ATTNREF_DONE;
}

}  // namespace

extern "C" int32_t attnref_abi_version(void) { return ATTNREF_ABI_VERSION; }

extern "C" int32_t attnref_describe(attnref_description* description) {
  static const attnref::Document said = attnref::hello_of(attnref::reference().describe());
  const auto word = [](const char* key) {
    const auto found = said.metadata.find(key);
    return found == said.metadata.end() ? nullptr : found->second.c_str();
  };
  description->name = word("name");
  description->version = word("version");
  description->dtypes = word("dtypes");
  description->features = word("features");
  description->constraints = word("constraints");
  description->profile = word("profile");
  description->deterministic = 1;
  return ATTNREF_DONE;
}

extern "C" int32_t attnref_attend(const attnref_problem* problem, char* reason, size_t reason_size) {
  try {
    return attend(*problem);
  } catch (const std::exception& error) {
    std::strncpy(reason, error.what(), reason_size - 1);
    return ATTNREF_FAILED;
  }
}
