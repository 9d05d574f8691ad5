#include "files/temporary_names.hpp"

#include <unistd.h>

#include <string>
#include <utility>

namespace attnref {
namespace {

/// A link of the list of all names. None is freed: a signal handler may be reading it.
struct Known {
  std::string name;
  std::atomic<bool> is_there{true};
  Known* next = nullptr;
};

std::atomic<Known*> newest{nullptr};

}  // namespace

TemporaryName::TemporaryName(std::filesystem::path path, const std::function<bool()>& make) : path_(std::move(path)) {
  auto* known = new Known;
  known->name = path_.string();
  known->next = newest.load();
  while (!newest.compare_exchange_weak(known->next, known)) {
  }
  is_there_ = &known->is_there;
  if (!make()) forget();
}

void TemporaryName::forget() noexcept {
  if (is_there_ != nullptr) *is_there_ = false;
  is_there_ = nullptr;
  path_.clear();
}

void remove_temporary_files() noexcept {
  for (const Known* known = newest.load(); known != nullptr; known = known->next) {
    if (known->is_there) ::unlink(known->name.c_str());
  }
}

}  // namespace attnref
