#include "doors/c_functions.hpp"

#include "doors/c_call.hpp"
#include "doors/floating_point_environment.hpp"
#include "documents/hello.hpp"
#include "doors/nan_origin.hpp"
#include "problem/one_line.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <utility>

namespace attnref {
namespace {

constexpr std::size_t reason_bytes = 512;

/// What the problem needs that the library does not declare, in words; nothing where it declares all.
std::optional<std::string> undeclared(const Problem& problem, const Capabilities& capabilities) {
  if (!capabilities.takes(problem.dtype())) return fmt::format("declares no dtype {}", name_of(problem.dtype()));
  const FeatureSet lacking = needed_by(problem).without(capabilities.features);
  if (lacking.empty()) return std::nullopt;
  return fmt::format("declares no feature {}", name_of(*lacking.begin()));
}

Answer answer_of(const Outputs& written) {
  Answer answer;
  for (const auto& [part, output] : written) answer.tensors.add(part, output.tensor);
  return answer;
}

void require_version(int32_t version, const std::string& source) {
  if (version == ATTNREF_ABI_VERSION) return;
  const char* const remedy = version < ATTNREF_ABI_VERSION
                                 ? "compile the library with this attnref's abi.h, where arrays are found by name"
                                 : "the library needs a newer attnref";
  throw file_error(source, "attnref_abi_version", std::to_string(ATTNREF_ABI_VERSION),
                   fmt::format("{}: {}", version, remedy));
}

class CBackend {
 public:
  CBackend(const CFunctions& functions, Capabilities capabilities)
      : functions_(functions), capabilities_(std::move(capabilities)) {}

  Capabilities describe() const { return capabilities_; }

  Reply attend(const Problem& problem) const {
    if (auto words = undeclared(problem, capabilities_)) return Unsupported{*std::move(words)};
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
    CCall call(problem, capabilities_.constraints, fillings);
    std::array<char, reason_bytes> reason{};
    const FloatingPointEnvironment environment;
    const int32_t code = functions_.attend(&call.problem(), reason.data(), reason.size() - 1);
    const auto changed = environment.difference();
    reason.back() = '\0';
    const std::string words = reason[0] != '\0' ? std::string(reason.data()) : fmt::format("returned {}", code);
    if (const auto harm = call.harm()) {
      reply = Failed{*harm};
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
  require_version(functions.abi_version(), source);
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
