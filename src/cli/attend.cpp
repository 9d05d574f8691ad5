#include "cli/attend.hpp"

#include "attnref/problem.hpp"
#include "cli/usage.hpp"
#include "files/file_bytes.hpp"
#include "files/npy.hpp"
#include "attnref/reference.hpp"
#include "reports/numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <list>
#include <utility>
#include <vector>

namespace attnref::cli {
namespace {

constexpr std::array<const char*, 4> projected_inputs{"x", "wq", "wk", "wv"};
constexpr std::array<const char*, 3> given_inputs{"q", "k", "v"};
constexpr std::array<const char*, 7> inputs_in_order{"x", "wq", "wk", "wv", "q", "k", "v"};
constexpr std::array<const char*, 7> outputs_in_order{"output",  "weights", "lse",   "scores",
                                                      "queries", "keys",    "values"};

/// A summary prints numbers up to these sizes.
constexpr std::size_t most_rows = 16;
constexpr std::size_t most_columns = 10;

std::string option_of(std::string_view tensor) { return fmt::format("--{}", tensor); }

/// What was given of the names, in their order, which is the one that people say them in.
template <class Given, std::size_t Count>
std::vector<std::string> names_in_order(const std::array<const char*, Count>& names, const Given& given) {
  std::vector<std::string> found;
  std::copy_if(names.begin(), names.end(), std::back_inserter(found),
               [&](const char* name) { return given.find(name) != given.end(); });
  return found;
}

/// Throws unless the inputs are just --x --wq --wk --wv, or just --q --k --v.
void require_one_form(const AttendVerb& verb) {
  const auto present = [&](const char* name) { return verb.inputs.contains(name); };
  const auto count = [&](const auto& names) { return std::count_if(names.begin(), names.end(), present); };
  const auto projected = count(projected_inputs), given = count(given_inputs);
  if ((projected == 4 && given == 0) || (projected == 0 && given == 3)) return;
  std::vector<std::string> found;
  for (const std::string& name : names_in_order(inputs_in_order, verb.inputs)) found.push_back(option_of(name));
  throw usage_error(fmt::format("attend: expected --x --wq --wk --wv, or --q --k --v, found {}",
                                found.empty() ? "none of them" : fmt::format("{}", fmt::join(found, " "))));
}

/// Throws if an output would replace an input or another output, by whatever path or link.
void require_own_files(const AttendVerb& verb) {
  std::vector<std::pair<std::string, std::string>> taken;
  for (const std::string& name : names_in_order(inputs_in_order, verb.inputs))
    taken.emplace_back(name, verb.inputs.at(name));
  for (const std::string& name : names_in_order(outputs_in_order, verb.outputs)) {
    const std::string& file = verb.outputs.at(name);
    for (const auto& [other, others_file] : taken) {
      if (!same_file(file, others_file)) continue;
      throw usage_error(fmt::format("--{}: expected a file of its own, found {}, which is --{}'s", name,
                                    on_one_line(file, 4096), other));
    }
    taken.emplace_back(name, file);
  }
}

Tensor read_tensor(const std::string& name, const std::string& file) {
  NpyArray array = read_matrix(file, option_of(name));
  Tensor tensor;
  tensor.dtype = array.dtype == NpyDtype::f8 ? Dtype::f64 : Dtype::f32;
  tensor.shape = std::move(array.shape);
  tensor.values = std::move(array.values);
  return tensor;
}

/// Reads the inputs, all of one dtype.
Tensors read_inputs(const AttendVerb& verb) {
  Tensors tensors;
  for (const std::string& name : names_in_order(inputs_in_order, verb.inputs))
    tensors.emplace(name, read_tensor(name, verb.inputs.at(name)));
  const std::string_view first = tensors.contains("x") ? "x" : "q";
  const Dtype dtype = tensors.find(first)->second.dtype;
  for (const std::string& name : names_in_order(inputs_in_order, tensors)) {
    const Dtype found = tensors.find(name)->second.dtype;
    if (found == dtype) continue;
    throw usage_error(fmt::format("--{}: expected dtype {} as --{} has, found {}", name, attnref::name_of(dtype), first,
                                  attnref::name_of(found)));
  }
  return tensors;
}

enum class Side { rows, columns };

/// One side of one input.
struct Place {
  const char* name;
  Side side;
};

void require_same(const Tensors& tensors, Place a, Place b) {
  const auto size = [&](Place place) {
    const Tensor& tensor = tensors.find(place.name)->second;
    return place.side == Side::rows ? tensor.rows() : tensor.columns();
  };
  const auto says = [&](Place place) {
    const std::string_view side = place.side == Side::rows ? "row" : "column";
    return fmt::format("--{} has {} {}{}", place.name, size(place), side, size(place) == 1 ? "" : "s");
  };
  if (size(a) != size(b)) throw usage_error(fmt::format("attend: {} but {}", says(a), says(b)));
}

Problem problem_of(Tensors tensors) {
  if (tensors.contains("x")) {
    for (const char* w : {"wq", "wk", "wv"}) require_same(tensors, {"x", Side::columns}, {w, Side::rows});
    require_same(tensors, {"wq", Side::columns}, {"wk", Side::columns});
    return self_attention_problem(std::move(tensors.at("x")), std::move(tensors.at("wq")), std::move(tensors.at("wk")),
                                  std::move(tensors.at("wv")));
  }
  require_same(tensors, {"q", Side::columns}, {"k", Side::columns});
  require_same(tensors, {"k", Side::rows}, {"v", Side::rows});
  return attention_problem(std::move(tensors.at("q")), std::move(tensors.at("k")), std::move(tensors.at("v")));
}

/// Every number of f32 is one of f64, so that widening changes none.
void widen(Problem& problem, Dtype dtype) {
  problem.dtype = dtype;
  for (auto& [name, tensor] : problem.tensors) tensor.dtype = dtype;
}

void round_once(Tensor& tensor, Dtype dtype) {
  if (tensor.dtype == dtype) return;
  tensor.dtype = dtype;
  for (double& value : tensor.values) value = round_to(dtype, value);
}

/// The scale as the arithmetic holds it.
double scale_in(Dtype dtype, double scale) {
  const double held = round_to(dtype, scale);
  if (!std::isfinite(held))
    throw usage_error("--scale", fmt::format("a number of {}", attnref::name_of(dtype)), round_trip(scale));
  return held;
}

Answer answer_of(Problem& problem, Dtype dtype) {
  if (dtype == Dtype::f64) widen(problem, Dtype::f64);
  if (problem.scale) problem.scale = scale_in(problem.dtype, *problem.scale);
  Reply reply = reference().attend(problem);
  if (const auto* no = std::get_if<Unsupported>(&reply)) throw usage_error("attend: " + no->reason);
  if (const auto* no = std::get_if<Failed>(&reply)) throw usage_error("attend: " + no->reason);
  Answer answer = std::move(std::get<Answer>(reply));
  for (auto& [name, tensor] : answer.tensors) round_once(tensor, dtype);
  return answer;
}

/// Writes every output or, after a failure, none: all are on the disk before the first is to be seen.
void write_outputs(const AttendVerb& verb, const Answer& answer) {
  std::list<StagedFile> staged;
  for (const std::string& name : names_in_order(outputs_in_order, verb.outputs)) {
    const Tensor& tensor = answer.at(name);
    const NpyDtype dtype = tensor.dtype == Dtype::f64 ? NpyDtype::f8 : NpyDtype::f4;
    staged.emplace_back(verb.outputs.at(name), encode_npy({dtype, tensor.shape, tensor.values}), option_of(name));
  }
  appear_together(staged);
}

bool is_small(const Tensor& tensor) { return tensor.rows() <= most_rows && tensor.columns() <= most_columns; }

std::string row_sums(const Tensor& weights) {
  Tensor sums;
  sums.shape = {weights.rows()};
  for (std::size_t i = 0; i < weights.rows(); ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < weights.columns(); ++j) sum += weights(i, j);
    sums.values.push_back(sum);
  }
  if (sums.values.empty()) return "";
  const auto [least, most] = std::minmax_element(sums.values.begin(), sums.values.end());
  return fmt::format("row sums of weights: {} to {}\n", round_trip(*least), round_trip(*most));
}

std::string summary(const Problem& problem, const Answer& answer) {
  std::string text;
  for (const std::string& name : names_in_order(inputs_in_order, problem.tensors))
    text += fmt::format("{} ({})  ", name, shape_of(problem.at(name)));
  const std::string scale =
      problem.scale ? round_trip(*problem.scale, problem.dtype) : fmt::format("1/sqrt({})", problem.sizes.d_k);
  text += fmt::format("scale {}  computed in {}\n", scale, attnref::name_of(problem.dtype));
  for (const char* name : {"weights", "output"}) {
    const Tensor& tensor = answer.at(name);
    text += fmt::format("\n{} ({}) {}{}\n", name, shape_of(tensor), attnref::name_of(tensor.dtype),
                        is_small(tensor) ? "" : fmt::format(": too large to print; --{} FILE writes it", name));
    if (is_small(tensor)) text += rows_of(tensor, 2, false);
  }
  return text + '\n' + row_sums(answer.at("weights"));
}

}  // namespace

int attend(const AttendVerb& verb, Console& console) {
  require_one_form(verb);
  require_own_files(verb);
  Problem problem = problem_of(read_inputs(verb));
  problem.scale = verb.scale;
  if (!verb.outputs.empty()) problem.outputs.clear();
  for (const auto& [name, file] : verb.outputs) problem.outputs.insert(name);
  for (const std::string& name : names_in_order(outputs_in_order, verb.outputs))
    require_writable(verb.outputs.at(name), option_of(name));
  const Answer answer = answer_of(problem, verb.dtype.value_or(problem.dtype));
  write_outputs(verb, answer);
  if (verb.outputs.empty()) console.out.stream << summary(problem, answer);
  return 0;
}

}  // namespace attnref::cli
