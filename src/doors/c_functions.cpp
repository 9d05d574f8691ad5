#include "doors/c_functions.hpp"

#include "doors/fenced_array.hpp"
#include "doors/floating_point_environment.hpp"
#include "documents/hello.hpp"
#include "doors/nan_origin.hpp"
#include "problem/one_line.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <utility>

namespace attnref {
namespace {

constexpr std::size_t reason_bytes = 512;

struct Slot {
  std::string_view name;
  attnref_tensor attnref_problem::*member;
};

constexpr std::array<Slot, 7> inputs{{{"x", &attnref_problem::x},
                                      {"wq", &attnref_problem::wq},
                                      {"wk", &attnref_problem::wk},
                                      {"wv", &attnref_problem::wv},
                                      {"q", &attnref_problem::q},
                                      {"k", &attnref_problem::k},
                                      {"v", &attnref_problem::v}}};
constexpr std::array<Slot, 7> outputs{{{"output", &attnref_problem::output},
                                       {"weights", &attnref_problem::weights},
                                       {"lse", &attnref_problem::lse},
                                       {"scores", &attnref_problem::scores},
                                       {"queries", &attnref_problem::queries},
                                       {"keys", &attnref_problem::keys},
                                       {"values", &attnref_problem::values}}};

int64_t length(std::size_t size) { return static_cast<int64_t>(size); }

attnref_problem bare_problem(const Problem& problem) {
  attnref_problem bare{};
  bare.size = sizeof(attnref_problem);
  bare.dtype = static_cast<int32_t>(problem.dtype);
  bare.scale_is_given = problem.scale ? 1 : 0;
  const Sizes& s = problem.sizes;
  bare.scale = problem.scale.value_or(1 / std::sqrt(static_cast<double>(s.d_k)));
  bare.batch = length(s.batch);
  bare.heads = length(s.heads);
  bare.kv_heads = length(s.kv_heads);
  bare.t_q = length(s.t_q);
  bare.t_k = length(s.t_k);
  bare.d_model = length(s.d_model);
  bare.d_k = length(s.d_k);
  bare.d_v = length(s.d_v);
  bare.causal = static_cast<int32_t>(problem.causal);
  bare.empty_row = static_cast<int32_t>(problem.empty_row);
  bare.window_left = problem.window ? length(problem.window->left) : -1;
  bare.window_right = problem.window ? length(problem.window->right) : -1;
  bare.softcap = problem.softcap.value_or(0);
  return bare;
}

/// What lies between two rows, in elements: a function of the sizes alone, so that a replayed case has it too. Every
/// second size has none, as most callers of kernels have it.
std::size_t gap_of(const Sizes& s, bool contiguous) {
  const std::size_t mixed = s.t_q + 3 * s.t_k + 5 * s.d_k + 7 * s.d_v + 11 * s.d_model;
  return contiguous || mixed % 2 == 0 ? 0 : 1 + mixed / 2 % 3;
}

/// What an array of that name lay in last, in this thread. Most callers' allocators hand the same memory out again, and
/// a cache that is keyed by an address is wrong then.
FencedArray::Memory& memory_of(std::string_view name) {
  static thread_local std::map<std::string, FencedArray::Memory, std::less<>> all;
  return all[std::string(name)];
}

/// What guard bytes and outputs hold before a call.
struct Fillings {
  Filling guards = Filling::nans;
  Filling outputs = Filling::nans;
};

/// The arrays of one call.
class Call {
 public:
  Call(const Problem& problem, bool contiguous, Fillings fillings) : bare_(bare_problem(problem)) {
    const std::size_t gap = gap_of(problem.sizes, contiguous);
    for (const Slot& slot : inputs) {
      const auto found = problem.tensors.find(slot.name);
      if (found != problem.tensors.end())
        add(inputs_, slot, FencedArray(found->second, gap, fillings.guards, std::move(memory_of(slot.name))));
    }
    for (const Slot& slot : outputs) {
      if (problem.outputs.contains(slot.name)) {
        add(outputs_, slot,
            FencedArray(problem.dtype, shape_of(slot.name, problem.sizes), gap, fillings.guards, fillings.outputs,
                        std::move(memory_of(slot.name))));
      }
    }
  }

  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call() {
    for (auto* arrays : {&inputs_, &outputs_}) {
      for (auto& [name, array] : *arrays) memory_of(name) = array.release();
    }
  }

  const attnref_problem& problem() const { return bare_; }

  /// The mistake that its memory shows.
  std::optional<std::string> harm() const {
    for (const auto* arrays : {&outputs_, &inputs_}) {
      for (const auto& [name, array] : *arrays) {
        if (const auto where = array.broken_fence()) return fmt::format("wrote outside of {}: {}", name, *where);
      }
    }
    for (const auto& [name, array] : inputs_) {
      if (const auto where = array.changed_element()) return fmt::format("wrote to its input {}, at {}", name, *where);
    }
    return std::nullopt;
  }

  Outputs written() const {
    Outputs written;
    for (const auto& [name, array] : outputs_) written.emplace(name, Written{array.tensor(), array.unchanged()});
    return written;
  }

 private:
  using Arrays = std::map<std::string, FencedArray, std::less<>>;

  void add(Arrays& arrays, const Slot& slot, FencedArray array) {
    const auto [place, added] = arrays.emplace(slot.name, std::move(array));
    bare_.*slot.member = place->second.view();
  }

  attnref_problem bare_;
  Arrays inputs_, outputs_;
};

Answer answer_of(const Outputs& written) {
  Answer answer;
  for (const auto& [name, output] : written) answer.tensors.emplace(name, output.tensor);
  return answer;
}

class CBackend {
 public:
  CBackend(const CFunctions& functions, Capabilities capabilities)
      : functions_(functions), capabilities_(std::move(capabilities)) {}

  Capabilities describe() const { return capabilities_; }

  Reply attend(const Problem& problem) const {
    Reply reply;
    const Outputs first = asked(problem, {}, reply);
    if (!std::holds_alternative<Answer>(reply) || !is_suspicious(first, problem)) return reply;
    Reply again;
    const Outputs cleared = asked(problem, {.guards = Filling::nans, .outputs = Filling::zeros}, again);
    const Outputs unguarded = asked(problem, {.guards = Filling::zeros, .outputs = Filling::other_nans}, again);
    const Outputs repeated = asked(problem, {.guards = Filling::other_nans, .outputs = Filling::other_nans}, again);
    if (auto words = explanation({first, cleared, unguarded, repeated})) return Failed{*std::move(words)};
    return reply;
  }

 private:
  /// Calls the library once. The outputs where it answered; what it did otherwise is in `reply`.
  Outputs asked(const Problem& problem, Fillings fillings, Reply& reply) const {
    const Call call(problem, capabilities_.constraints.contiguous, fillings);
    std::array<char, reason_bytes> reason{};
    attnref_problem given = call.problem();
    const FloatingPointEnvironment environment;
    const int32_t code = functions_.attend(&given, reason.data(), reason.size() - 1);
    const auto changed = environment.difference();
    reason.back() = '\0';
    const std::string words = reason[0] != '\0' ? std::string(reason.data()) : fmt::format("returned {}", code);
    if (const auto harm = call.harm()) {
      reply = Failed{*harm};
    } else if (std::memcmp(&given, &call.problem(), sizeof given) != 0) {
      reply = Failed{"wrote to the attnref_problem itself"};
    } else if (changed) {
      reply = Failed{fmt::format("left the floating-point environment changed: {}", *changed)};
    } else if (code == ATTNREF_UNSUPPORTED) {
      reply = Unsupported{words};
    } else if (code != ATTNREF_DONE) {
      reply = Failed{words};
    } else {
      Outputs written = call.written();
      reply = answer_of(written);
      return written;
    }
    return {};
  }

  CFunctions functions_;
  Capabilities capabilities_;
};

}  // namespace

Document introduction_of(const CFunctions& functions, const std::string& source) {
  if (const int32_t version = functions.abi_version(); version != ATTNREF_ABI_VERSION) {
    throw file_error(source, "attnref_abi_version", std::to_string(ATTNREF_ABI_VERSION), std::to_string(version));
  }
  attnref_description description{};
  description.size = sizeof description;
  if (const int32_t code = functions.describe(&description); code != ATTNREF_DONE) {
    throw file_error(source, "attnref_describe", "0 (done)", std::to_string(code));
  }
  Document document = hello();
  const auto say = [&document](const char* key, const char* text) {
    constexpr std::size_t most = 65536;
    if (text != nullptr) document.metadata[key] = std::string(text, ::strnlen(text, most));
  };
  say("name", description.name);
  say("version", description.version);
  say("dtypes", description.dtypes);
  say("features", description.features);
  say("constraints", description.constraints);
  say("profile", description.profile);
  say("deterministic", description.deterministic != 0 ? "true" : "false");
  capabilities_of(document, source);
  return document;
}

AnyBackend c_backend(const CFunctions& functions, const std::string& source) {
  return AnyBackend(CBackend(functions, capabilities_of(introduction_of(functions, source), source)));
}

CFunctions load_library(const std::filesystem::path& path, std::string_view option) {
  const std::string source = source_name(path, option);
  // A name without a slash would be looked for among the system's libraries.
  const std::filesystem::path file = path.has_parent_path() ? path : std::filesystem::path(".") / path;
  void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw file_error(source, "library", "one that can be loaded", on_one_line(::dlerror(), 400));
  }
  const auto function = [&](const char* name) {
    void* const found = ::dlsym(library, name);
    if (found == nullptr) throw file_error(source, "library", fmt::format("the function {} of abi.h", name), "none");
    return found;
  };
  CFunctions functions;
  functions.abi_version = reinterpret_cast<decltype(functions.abi_version)>(function("attnref_abi_version"));
  functions.describe = reinterpret_cast<decltype(functions.describe)>(function("attnref_describe"));
  functions.attend = reinterpret_cast<decltype(functions.attend)>(function("attnref_attend"));
  return functions;
}

}  // namespace attnref
