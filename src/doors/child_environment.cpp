#include "doors/child_environment.hpp"

#include <array>
#include <map>
#include <string_view>

extern "C" char** environ;

namespace attnref {
namespace {

/// OpenMP's own variable is not among them: a kernel of the user's with a race must keep its threads. Where the user
/// has set it, the libraries follow it.
constexpr std::array<const char*, 4> blas_threads{"OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS",
                                                  "VECLIB_MAXIMUM_THREADS"};
constexpr const char* openmp_threads = "OMP_NUM_THREADS";

}  // namespace

std::vector<std::string> child_environment(const std::vector<std::pair<std::string, std::string>>& changes) {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos) variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  if (!variables.contains(openmp_threads)) {
    for (const char* name : blas_threads) variables.emplace(name, "1");
  }
  for (const auto& [name, value] : changes) variables[name] = value;
  std::vector<std::string> entries;
  for (const auto& [name, value] : variables) entries.push_back(name + "=" + value);
  return entries;
}

}  // namespace attnref
