// attnref's reference behind the C interface, as a library that a user could have written: strides are read, answers
// written one by one.
#include "attnref/abi.h"
#include "attnref/reference.hpp"
#include "documents/hello.hpp"
#include "files/float_bits.hpp"

#include <cstring>
#include <exception>
#include <string>
#include <vector>

namespace {

using namespace attnref;

std::size_t rows(const attnref_array& a) { return a.rank == 2 ? static_cast<std::size_t>(a.shape[0]) : 1; }
std::size_t columns(const attnref_array& a) { return static_cast<std::size_t>(a.shape[a.rank - 1]); }

/// Where element number n in row-major order lies.
void* place(const attnref_array& a, std::size_t n) {
  return attnref_at(&a, static_cast<int64_t>(n / columns(a)), static_cast<int64_t>(n % columns(a)));
}

Tensor read(const attnref_array& a) {
  const auto dtype = static_cast<Dtype>(a.dtype);
  Tensor tensor(dtype, rows(a), columns(a));
  for (std::size_t n = 0; n < tensor.values.size(); ++n) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, place(a, n), bytes_of(dtype));
    tensor.values[n] = from_bits(dtype, bits);
  }
  return tensor;
}

void write(const attnref_array& a, const Tensor& tensor) {
  for (std::size_t n = 0; n < tensor.values.size(); ++n) {
    const std::uint64_t bits = to_bits(tensor.dtype, tensor.values[n]).value();
    std::memcpy(place(a, n), &bits, bytes_of(tensor.dtype));
  }
}

Problem problem_behind(const attnref_problem& p) {
  const auto input = [&p](const char* name) { return read(*attnref_input(&p, name)); };
  Problem problem = attnref_input(&p, "x") != nullptr
                        ? self_attention_problem(input("x"), input("wq"), input("wk"), input("wv"))
                        : attention_problem(input("q"), input("k"), input("v"));
  if (attnref_chosen(&p, "scale") != nullptr) problem.how.scale = p.scale;
  return problem;
}

std::vector<const attnref_array*> outputs_of(const attnref_problem& p) {
  std::vector<const attnref_array*> outputs;
  const attnref_array* output = p.outputs;
  for (int32_t n = 0; n < p.output_count; ++n, output = attnref_next(output)) outputs.push_back(output);
  return outputs;
}

int32_t attend(const attnref_problem& p) {
  Problem problem = problem_behind(p);
  problem.wanted.clear();
  for (const attnref_array* output : outputs_of(p)) problem.wanted.insert(*part_named(output->name));
  const Reply reply = reference().attend(problem);
  if (!std::holds_alternative<Answer>(reply)) return ATTNREF_FAILED;
  for (const attnref_array* output : outputs_of(p))
    write(*output, std::get<Answer>(reply).at(*part_named(output->name)));
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
