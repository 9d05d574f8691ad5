#include "cli/attend.hpp"

#include "attnref/golden.hpp"
#include "attnref/problem.hpp"
#include "attnref/reference.hpp"
#include "cli/blas_threads.hpp"
#include "cli/progress.hpp"
#include "cli/usage.hpp"
#include "documents/computed_problem.hpp"
#include "files/file_bytes.hpp"
#include "files/file_error.hpp"
#include "files/npy.hpp"
#include "files/safetensors.hpp"
#include "reports/numbers.hpp"
#include "reports/settled.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <list>
#include <utility>
#include <vector>

namespace attnref::cli {
namespace {

constexpr PartSet projected_inputs{Part::x, Part::wq, Part::wk, Part::wv};
constexpr PartSet given_inputs{Part::q, Part::k, Part::v};

/// A summary prints numbers up to these sizes, and of what is larger the first of them.
constexpr std::size_t most_rows = 16;
constexpr std::size_t most_columns = 10;
constexpr std::size_t corner = 4;

std::string option_of(std::string_view tensor) { return fmt::format("--{}", tensor); }

std::string option_of(Part part) { return option_of(attnref::name_of(part)); }

/// Throws unless the inputs are just --x --wq --wk --wv, or just --q --k --v, or just --problem.
void require_one_form(const AttendVerb& verb) {
  const std::size_t projected = verb.inputs.parts().among(projected_inputs).size();
  const std::size_t given = verb.inputs.parts().among(given_inputs).size();
  const bool arrays = (projected == 4 && given == 0) || (projected == 0 && given == 3);
  const bool none = projected + given == 0;
  if (verb.problem.empty() ? arrays : none) return;
  std::vector<std::string> found;
  if (!verb.problem.empty()) found.push_back("--problem");
  for (const auto& [part, file] : verb.inputs) found.push_back(option_of(part));
  throw usage_error(fmt::format("attend: expected --x --wq --wk --wv, or --q --k --v, or --problem, found {}",
                                found.empty() ? "none of them" : fmt::format("{}", fmt::join(found, " "))));
}

/// Throws if an output would replace an input or another output, by whatever path or link.
void require_own_files(const AttendVerb& verb) {
  using NamedFile = std::pair<std::string, std::string>;
  std::vector<NamedFile> taken, written;
  if (!verb.problem.empty()) taken.emplace_back("problem", verb.problem);
  for (const auto& [part, file] : verb.inputs) taken.emplace_back(attnref::name_of(part), file);
  if (!verb.save.empty()) written.emplace_back("save", verb.save);
  for (const auto& [part, file] : verb.outputs) written.emplace_back(attnref::name_of(part), file);
  for (const auto& [name, file] : written) {
    for (const auto& [other, others_file] : taken) {
      if (!same_file(file, others_file)) continue;
      throw usage_error(fmt::format("--{}: expected a file of its own, found {}, which is --{}'s", name,
                                    on_one_line(file, 4096), other));
    }
    taken.emplace_back(name, file);
  }
}

/// Reads the inputs, all of one dtype.
Tensors read_inputs(const AttendVerb& verb) {
  Tensors tensors;
  for (const auto& [part, file] : verb.inputs) tensors.add(part, tensor_of(read_matrix(file, option_of(part))));
  const Part first = tensors.contains(Part::x) ? Part::x : Part::q;
  const Dtype dtype = tensors.at(first).dtype;
  for (const auto& [part, tensor] : tensors) {
    if (tensor.dtype == dtype) continue;
    throw usage_error(fmt::format("{}: expected dtype {} as {} has, found {}", option_of(part), attnref::name_of(dtype),
                                  option_of(first), attnref::name_of(tensor.dtype)));
  }
  return tensors;
}

enum class Side { rows, columns };

/// One side of one input.
struct Place {
  Part part;
  Side side;
};

void require_same(const Tensors& tensors, Place a, Place b) {
  const auto size = [&](Place place) {
    const Tensor& tensor = tensors.at(place.part);
    return place.side == Side::rows ? tensor.rows() : tensor.columns();
  };
  const auto says = [&](Place place) {
    const std::string_view side = place.side == Side::rows ? "row" : "column";
    return fmt::format("{} has {} {}{}", option_of(place.part), size(place), side, size(place) == 1 ? "" : "s");
  };
  if (size(a) != size(b)) throw usage_error(fmt::format("attend: {} but {}", says(a), says(b)));
}

Problem problem_of_arrays(Tensors tensors) {
  const auto take = [&tensors](Part part) { return std::move(tensors.at(part)); };
  if (tensors.contains(Part::x)) {
    for (const Part w : {Part::wq, Part::wk, Part::wv}) {
      require_same(tensors, {Part::x, Side::columns}, {w, Side::rows});
    }
    require_same(tensors, {Part::wq, Side::columns}, {Part::wk, Side::columns});
    return self_attention_problem(take(Part::x), take(Part::wq), take(Part::wk), take(Part::wv));
  }
  require_same(tensors, {Part::q, Side::columns}, {Part::k, Side::columns});
  require_same(tensors, {Part::k, Side::rows}, {Part::v, Side::rows});
  return attention_problem(take(Part::q), take(Part::k), take(Part::v));
}

Problem read_problem_document(const AttendVerb& verb) {
  const std::string option = option_of("problem");
  return computed_problem_of(read_safetensors(verb.problem, option), source_name(verb.problem, option));
}

Problem read_problem(const AttendVerb& verb) {
  Problem problem = verb.problem.empty() ? problem_of_arrays(read_inputs(verb)) : read_problem_document(verb);
  if (verb.scale) problem.how.scale = verb.scale;
  return problem;
}

bool writes_files(const AttendVerb& verb) { return !verb.outputs.empty() || !verb.save.empty(); }

/// Asks for what is to be written: in the document what the problem asks for, and what has a file of its own.
void choose_outputs(const AttendVerb& verb, Problem& problem) {
  if (!writes_files(verb)) problem.wanted = {Part::output, Part::weights};
  if (verb.save.empty() && !verb.outputs.empty()) problem.wanted.clear();
  problem.wanted.insert(verb.outputs.parts());
}

/// Throws for what could not be written when it is there.
void require_writable_outputs(const AttendVerb& verb, Dtype dtype) {
  if (!verb.save.empty()) require_writable(verb.save, option_of("save"));
  for (const auto& [part, file] : verb.outputs) {
    require_writable(file, option_of(part));
    if (npy_dtype_of(dtype)) continue;
    throw usage_error(fmt::format("{}: expected an answer in f64, f32 or f16, since .npy has no {}; --save has",
                                  option_of(part), attnref::name_of(dtype)));
  }
}

/// Every number of a narrower format is one of the wider.
void widen(Problem& problem, Dtype dtype) {
  for (auto& [part, tensor] : problem.tensors) tensor.dtype = dtype;
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

/// The reference's answer, and the problem that it was asked.
Answer reference_answer(Problem& problem, Dtype dtype) {
  const bool wide = dtype == Dtype::f64 || problem.dtype() == Dtype::f64;
  widen(problem, wide ? Dtype::f64 : Dtype::f32);
  if (problem.how.scale) problem.how.scale = scale_in(problem.dtype(), *problem.how.scale);
  Reply reply = reference().attend(problem);
  if (const auto* no = std::get_if<Unsupported>(&reply)) throw usage_error("attend: " + no->reason);
  if (const auto* no = std::get_if<Failed>(&reply)) throw usage_error("attend: " + no->reason);
  Answer answer = std::move(std::get<Answer>(reply));
  for (auto& [part, tensor] : answer.tensors) round_once(tensor, dtype);
  return answer;
}

GoldenAnswer golden_answer(const AttendVerb& verb, const Problem& problem, Dtype dtype, Console& console) {
  keep_blas_to_one_thread();
  GoldenOptions options{.formats = {dtype}, .threads = static_cast<unsigned>(verb.jobs), .progress = {}};
  if (const Progress progress = progress_on(console.err)) {
    options.progress = [progress](std::size_t done, std::size_t rows) {
      progress("rows of golden values", done, rows);
    };
  }
  return std::move(golden(problem, options).at(dtype));
}

Answer numbers_of(GoldenAnswer golden) {
  Answer answer;
  for (auto& [part, output] : golden) answer.tensors.add(part, std::move(output.tensor));
  return answer;
}

SettledCounts counts_of(const GoldenAnswer& golden) {
  SettledCounts counts;
  for (const auto& [part, output] : golden) counts += output.counts();
  return counts;
}

/// Writes every output or, after a failure, none: all are on the disk before the first is to be seen.
void write_outputs(const AttendVerb& verb, const Answer& answer, Document document) {
  std::list<StagedFile> staged;
  if (!verb.save.empty()) {
    const auto produce = [held = std::move(document)](const ByteSink& sink) { encode_safetensors(held, sink); };
    staged.emplace_back(verb.save, produce, option_of("save"));
  }
  for (const auto& [part, file] : verb.outputs) {
    staged.emplace_back(file, encode_npy(npy_array_of(answer.at(part))), option_of(part));
  }
  appear_together(staged);
}

bool is_small(const Tensor& tensor) { return tensor.rows() <= most_rows && tensor.columns() <= most_columns; }

/// The first rows and columns.
Tensor corner_of(const Tensor& tensor) {
  Tensor first(tensor.dtype, std::min(tensor.rows(), corner), std::min(tensor.columns(), corner));
  for (std::size_t i = 0; i < first.rows(); ++i) {
    for (std::size_t j = 0; j < first.columns(); ++j) first(i, j) = tensor(i, j);
  }
  return first;
}

/// The numbers where there are few, else a corner of them.
std::string numbers_text(Part part, const Tensor& tensor) {
  if (is_small(tensor)) return rows_of(tensor, 2, false);
  const Tensor first = corner_of(tensor);
  return fmt::format("{}  the first {}; {} FILE writes all\n", rows_of(first, 2, false), shape_of(first),
                     option_of(part));
}

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

/// A given scale need not be a number of the inputs' dtype where nothing is rounded.
std::string scale_text(const Problem& problem) {
  if (!problem.how.scale) return fmt::format("1/sqrt({})", problem.sizes().d_k);
  const bool of_dtype = round_to(problem.dtype(), *problem.how.scale) == *problem.how.scale;
  return round_trip(*problem.how.scale, of_dtype ? problem.dtype() : Dtype::f64);
}

/// `how` says what the numbers are.
std::string summary(const Problem& problem, const Answer& answer, std::string_view how) {
  std::string text;
  for (const auto& [part, tensor] : problem.tensors) {
    text += fmt::format("{} ({})  ", attnref::name_of(part), shape_of(tensor));
  }
  text += fmt::format("scale {}  {}\n", scale_text(problem), how);
  for (const Part part : {Part::weights, Part::output}) {
    const Tensor& tensor = answer.at(part);
    text += fmt::format("\n{} ({}) {}\n", attnref::name_of(part), shape_of(tensor), attnref::name_of(tensor.dtype));
    text += numbers_text(part, tensor);
  }
  return text + '\n' + row_sums(answer.at(Part::weights));
}

/// What is said of golden values when they are there.
void say_how_settled(const SettledCounts& counts, Console& console) {
  console.out.stream << settled_text(counts) << '\n';
  if (counts.undecided == 0) return;
  console.err.stream << fmt::format("attnref: warning: {} of them undecided: one of two neighbours, not proved which\n",
                                    counts.undecided);
}

int attend_exactly(const AttendVerb& verb, const Problem& problem, Dtype dtype, Console& console) {
  GoldenAnswer golden = golden_answer(verb, problem, dtype, console);
  const SettledCounts counts = counts_of(golden);
  Document document = verb.save.empty() ? Document{} : document_of(golden);
  const Answer answer = numbers_of(std::move(golden));
  write_outputs(verb, answer, std::move(document));
  if (!writes_files(verb)) console.out.stream << summary(problem, answer, "correctly rounded") << '\n';
  say_how_settled(counts, console);
  return 0;
}

}  // namespace

int attend(const AttendVerb& verb, Console& console) {
  require_one_form(verb);
  require_own_files(verb);
  Problem problem = read_problem(verb);
  choose_outputs(verb, problem);
  const Dtype dtype = verb.dtype.value_or(problem.dtype());
  require_writable_outputs(verb, dtype);
  if (verb.exact) return attend_exactly(verb, problem, dtype, console);
  const Answer answer = reference_answer(problem, dtype);
  write_outputs(verb, answer, verb.save.empty() ? Document{} : document_of(Reply(answer)));
  if (!writes_files(verb)) {
    console.out.stream << summary(problem, answer, fmt::format("computed in {}", attnref::name_of(problem.dtype())));
  }
  return 0;
}

}  // namespace attnref::cli
