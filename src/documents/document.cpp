#include "documents/document.hpp"

#include "problem/names.hpp"
#include "problem/one_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace attnref {
namespace {

constexpr std::string_view contract_version = "1";

constexpr PartSet projected_inputs{Part::x, Part::wq, Part::wk, Part::wv};
constexpr PartSet given_inputs{Part::q, Part::k, Part::v};
/// An answer may hold what attnref does not compute yet.
constexpr PartSet all_outputs = [] {
  PartSet outputs = computed_outputs;
  outputs.insert(parts_of(Role::reserved_output));
  return outputs;
}();
constexpr std::array<std::string_view, 9> problem_keys{"attnref", "kind",      "scale",   "causal", "window",
                                                       "softcap", "empty_row", "outputs", "replay"};
constexpr std::array<std::string_view, 5> vector_keys{"id", "title", "flags", "notes", "source"};
constexpr std::array<std::string_view, 6> answer_keys{"attnref", "kind",    "unsupported",
                                                      "failed",  "settled", "precision"};

constexpr std::string_view undecided_suffix = ".undecided";

template <class Names>
bool among(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string in_quotes(std::string_view text) { return fmt::format("'{}'", on_one_line(text)); }

// ---- metadata

/// The metadata of a document, with the words for what is wrong with it.
struct Metadata {
  const Document& document;
  const std::string& source;

  std::optional<std::string_view> find(std::string_view key) const {
    const auto found = document.metadata.find(key);
    if (found == document.metadata.end()) return std::nullopt;
    return found->second;
  }
  [[noreturn]] void fail(std::string_view key, std::string_view expected, std::string_view found) const {
    throw file_error(source, fmt::format("metadata {}", key), expected, found);
  }
  [[noreturn]] void refuse(std::string_view key, std::string_view expected) const {
    fail(key, expected, in_quotes(*find(key)));
  }
  void require(std::string_view key, std::string_view value) const {
    const auto found = find(key);
    if (!found) fail(key, in_quotes(value), "no such key");
    if (*found != value) refuse(key, in_quotes(value));
  }
  template <class... Names>
  void allow(const Names&... names) const {
    for (const auto& [key, text] : document.metadata) {
      if (!(among(names, key) || ...)) {
        throw file_error(source, "metadata", "keys that attnref knows", in_quotes(key));
      }
    }
  }
};

template <class Number>
bool read_whole(std::string_view text, Number& number) {
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && stopped == text.data() + text.size();
}

/// A decimal or hexadecimal float, in the "C" locale whatever the user's.
std::optional<double> number_in(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  double number = 0;
  if (text.empty() || text.starts_with('-')) return std::nullopt;
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), number,
                                                hexadecimal ? std::chars_format::hex : std::chars_format::general);
  if (error != std::errc{} || stopped != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return negative ? -number : number;
}

std::optional<double> scale_in(const Metadata& metadata) {
  const auto text = metadata.find("scale");
  if (!text || *text == "default") return std::nullopt;
  const std::optional<double> scale = number_in(*text);
  if (!scale) metadata.refuse("scale", "'default' or a finite number, decimal or hexadecimal");
  return scale;
}

Causal causal_in(const Metadata& metadata) {
  const auto text = metadata.find("causal");
  if (!text || *text == "none") return Causal::none;
  if (*text == "top_left") return Causal::top_left;
  if (*text == "bottom_right") return Causal::bottom_right;
  metadata.refuse("causal", "none, top_left or bottom_right");
}

std::optional<Window> window_in(const Metadata& metadata) {
  const auto text = metadata.find("window");
  if (!text || *text == "none") return std::nullopt;
  const std::size_t comma = text->find(',');
  Window window;
  if (comma == std::string_view::npos || !read_whole(text->substr(0, comma), window.left) ||
      !read_whole(text->substr(comma + 1), window.right)) {
    metadata.refuse("window", "none, or keys to the left and to the right as in '2,0'");
  }
  return window;
}

std::optional<double> softcap_in(const Metadata& metadata) {
  const auto text = metadata.find("softcap");
  if (!text || *text == "none") return std::nullopt;
  const std::optional<double> cap = number_in(*text);
  if (!cap || !(*cap > 0)) metadata.refuse("softcap", "none or a number above 0");
  return cap;
}

EmptyRow empty_row_in(const Metadata& metadata) {
  const auto text = metadata.find("empty_row");
  if (!text || *text == "zero") return EmptyRow::zeros;
  if (*text == "nan") return EmptyRow::nans;
  metadata.refuse("empty_row", "zero or nan");
}

/// Throws not_built_error for the name of an output that attnref does not compute yet.
Part output_named(std::string_view name, const Metadata& metadata) {
  const std::optional<Part> part = part_named(name);
  if (part && info_of(*part).role == Role::reserved_output) {
    throw not_built_error(metadata.source, "metadata outputs", "outputs that this version computes", in_quotes(name));
  }
  if (!part || !computed_outputs.contains(*part)) {
    metadata.fail("outputs", fmt::format("some of {}", joined_names(computed_outputs, ",")), in_quotes(name));
  }
  return *part;
}

PartSet wanted_in(const Metadata& metadata) {
  const auto text = metadata.find("outputs");
  if (!text) return Problem{}.wanted;
  PartSet wanted;
  for (std::size_t begin = 0; begin <= text->size();) {
    const std::size_t end = std::min(text->find(',', begin), text->size());
    const Part part = output_named(text->substr(begin, end - begin), metadata);
    begin = end + 1;
    if (wanted.contains(part))
      metadata.fail("outputs", "each output once", fmt::format("{} twice", in_quotes(name_of(part))));
    wanted.insert(part);
  }
  return wanted;
}

/// The names in their order, commas between.
std::string outputs_text(PartSet wanted) {
  std::string text;
  for (const Part part : in_order_of_names(wanted)) text += (text.empty() ? "" : ",") + std::string(name_of(part));
  return text;
}

std::string_view text_of(Causal causal) {
  if (causal == Causal::none) return "none";
  return causal == Causal::top_left ? "top_left" : "bottom_right";
}

// ---- tensors

Tensor number_tensor(std::string_view name, StoredTensor stored, const std::string& source) {
  const std::optional<Dtype> dtype = dtype_of(stored.type);
  if (!dtype) throw file_error(source, name, "dtype F64, F32, F16 or BF16", name_of(stored.type));
  if (stored.shape.size() > most_axes) {
    throw file_error(source, name, fmt::format("at most {} axes", most_axes), std::to_string(stored.shape.size()));
  }
  Tensor tensor;
  tensor.dtype = *dtype;
  tensor.shape = std::move(stored.shape);
  tensor.values = std::move(stored.values);
  return tensor;
}

StoredTensor stored(Tensor tensor) {
  return {element_type_of(tensor.dtype), std::move(tensor.shape), std::move(tensor.values)};
}

/// Takes an input out of the document.
Tensor take_input(Document& document, Part part, Part first, const std::string& source) {
  const std::string_view name = name_of(part);
  const auto found = document.tensors.find(name);
  if (found == document.tensors.end()) {
    throw file_error(source, name, fmt::format("it, as {} is there", name_of(first)), "none");
  }
  Tensor tensor = number_tensor(name, std::move(found->second), source);
  if (tensor.rank() == 3 || tensor.rank() == 4) {
    throw not_built_error(source, name, "rank 2: a batch and heads are not built yet",
                          fmt::format("rank {}", tensor.rank()));
  }
  if (tensor.rank() != 2) throw file_error(source, name, "rank 2", fmt::format("rank {}", tensor.rank()));
  return tensor;
}

/// True for OUTPUT.FORMAT and OUTPUT.FORMAT.undecided.
bool is_golden_name(std::string_view name) {
  if (name.ends_with(undecided_suffix)) name.remove_suffix(undecided_suffix.size());
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || !dtype_named(name.substr(dot + 1))) return false;
  const std::optional<Part> part = part_named(name.substr(0, dot));
  return part && computed_outputs.contains(*part);
}

void expect_known_tensors(const Document& document, bool is_vector, const std::string& source) {
  for (const auto& [name, tensor] : document.tensors) {
    const std::optional<Part> part = part_named(name);
    if (part && info_of(*part).role == Role::reserved_input) {
      throw not_built_error(source, "tensors", "those of unmasked attention, since others are not built yet", name);
    }
    if ((part && taken_inputs.contains(*part)) || (is_vector && is_golden_name(name))) continue;
    throw file_error(source, "tensors", "x, wq, wk, wv, or q, k, v", in_quotes(name));
  }
}

/// The first of the parts that the document has.
std::optional<Part> first_of(PartSet parts, const Document& document) {
  for (const Part part : parts) {
    if (document.tensors.contains(name_of(part))) return part;
  }
  return std::nullopt;
}

Problem problem_of_tensors(Document& document, const std::string& source) {
  const auto projected = first_of(projected_inputs, document), given = first_of(given_inputs, document);
  if (projected.has_value() == given.has_value()) {
    throw file_error(
        source, "tensors", "x, wq, wk, wv, or q, k, v",
        !given ? std::string("none of them") : fmt::format("{} and {}", name_of(*projected), name_of(*given)));
  }
  const auto take = [&](Part part) { return take_input(document, part, projected ? *projected : *given, source); };
  try {
    if (projected) return self_attention_problem(take(Part::x), take(Part::wq), take(Part::wk), take(Part::wv));
    return attention_problem(take(Part::q), take(Part::k), take(Part::v));
  } catch (const problem_error& error) {
    throw file_error(fmt::format("{}: {}", source, error.what()));
  }
}

// ---- answers

/// One that says nothing would leave a report with nothing behind its colon.
std::string reason_in(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos ? "gave no reason" : std::string(text);
}

// ---- golden answers

std::string settled_text(const SettledCounts& counts) {
  return fmt::format("interval={},exact={},sign={},dominance={},undecided={}", counts.interval, counts.exact,
                     counts.sign, counts.dominance, counts.undecided);
}

StoredTensor undecided_of(const GoldenOutput& output) {
  StoredTensor where{ElementType::boolean, output.tensor.shape, {}};
  for (const Settlement settlement : output.settled) where.values.push_back(settlement.how() == Settled::undecided);
  return where;
}

/// Adds one output under a name; returns how its values were settled.
SettledCounts add_golden_output(Document& document, const std::string& name, GoldenOutput output) {
  const SettledCounts counts = output.counts();
  if (counts.undecided > 0) document.tensors[name + std::string(undecided_suffix)] = undecided_of(output);
  document.tensors[name] = stored(std::move(output.tensor));
  return counts;
}

void say_how_settled(Document& document, const SettledCounts& counts) {
  document.metadata["settled"] = settled_text(counts);
  document.metadata["precision"] = std::to_string(counts.bits);
}

Document new_document(std::string_view kind) {
  Document document;
  document.metadata["attnref"] = contract_version;
  document.metadata["kind"] = kind;
  return document;
}

}  // namespace

std::map<std::string, std::string, std::less<>> choices_of(const Problem& problem) {
  const How& how = problem.how;
  std::map<std::string, std::string, std::less<>> choices;
  if (how.scale) choices["scale"] = fmt::format("{}", *how.scale);
  if (how.causal != Causal::none) choices["causal"] = text_of(how.causal);
  if (how.window) choices["window"] = fmt::format("{},{}", how.window->left, how.window->right);
  if (how.softcap) choices["softcap"] = fmt::format("{}", *how.softcap);
  if (how.empty_row == EmptyRow::nans) choices["empty_row"] = "nan";
  return choices;
}

Document document_of(Problem problem) {
  Document document = new_document(problem_kind);
  document.metadata.merge(choices_of(problem));
  if (problem.wanted != Problem{}.wanted) document.metadata["outputs"] = outputs_text(problem.wanted);
  for (auto& [part, tensor] : problem.tensors) document.tensors.emplace(name_of(part), stored(std::move(tensor)));
  return document;
}

Problem problem_of(Document document, const std::string& source) {
  const Metadata metadata{document, source};
  metadata.require("attnref", contract_version);
  const bool is_vector = metadata.find("kind") == vector_kind;
  if (!is_vector) metadata.require("kind", problem_kind);
  if (is_vector) {
    metadata.allow(problem_keys, vector_keys);
  } else {
    metadata.allow(problem_keys);
  }
  expect_known_tensors(document, is_vector, source);
  Problem problem = problem_of_tensors(document, source);
  problem.how.scale = scale_in(metadata);
  problem.how.causal = causal_in(metadata);
  problem.how.window = window_in(metadata);
  problem.how.softcap = softcap_in(metadata);
  problem.how.empty_row = empty_row_in(metadata);
  problem.wanted = wanted_in(metadata);
  return problem;
}

Document document_of(Reply reply) {
  Document document = new_document(answer_kind);
  if (const auto* no = std::get_if<Unsupported>(&reply)) {
    document.metadata["unsupported"] = no->reason;
  } else if (const auto* failed = std::get_if<Failed>(&reply)) {
    document.metadata["failed"] = failed->reason;
  } else {
    for (auto& [part, tensor] : std::get<Answer>(reply).tensors) {
      document.tensors.emplace(name_of(part), stored(std::move(tensor)));
    }
  }
  return document;
}

Document document_of(GoldenAnswer answer) {
  Document document = new_document(answer_kind);
  SettledCounts counts;
  for (auto& [part, output] : answer) {
    counts += add_golden_output(document, std::string(name_of(part)), std::move(output));
  }
  say_how_settled(document, counts);
  return document;
}

Reply reply_of(Document document, const std::string& source) {
  const Metadata metadata{document, source};
  metadata.require("attnref", contract_version);
  metadata.require("kind", answer_kind);
  metadata.allow(answer_keys);
  const auto unsupported = metadata.find("unsupported"), failed = metadata.find("failed");
  if (unsupported && failed) metadata.fail("unsupported", "it or failed", "both");
  if (unsupported || failed) {
    if (!document.tensors.empty()) {
      metadata.fail(unsupported ? "unsupported" : "failed", "a reason and no tensors",
                    in_quotes(document.tensors.begin()->first));
    }
    if (unsupported) return Unsupported{reason_in(*unsupported)};
    return Failed{reason_in(*failed)};
  }
  Answer answer;
  for (auto& [name, tensor] : document.tensors) {
    const std::string_view view = name;
    const bool undecided = view.ends_with(undecided_suffix);
    const auto part = part_named(undecided ? view.substr(0, view.size() - undecided_suffix.size()) : view);
    if (!part || !all_outputs.contains(*part)) {
      throw file_error(source, "tensors", fmt::format("some of {}", joined_names(computed_outputs)), in_quotes(name));
    }
    if (!undecided) {
      answer.tensors.add(*part, number_tensor(name, std::move(tensor), source));
    } else if (tensor.type != ElementType::boolean) {
      throw file_error(source, name, "dtype BOOL", name_of(tensor.type));
    }
  }
  return answer;
}

void add_golden_answers(Document& document, std::map<Dtype, GoldenAnswer> answers) {
  document.metadata["kind"] = vector_kind;
  for (auto& [dtype, answer] : answers) {
    for (auto& [part, output] : answer) {
      add_golden_output(document, fmt::format("{}.{}", name_of(part), name_of(dtype)), std::move(output));
    }
  }
}

}  // namespace attnref
