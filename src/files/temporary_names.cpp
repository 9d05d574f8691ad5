#include "files/temporary_names.hpp"

#include <unistd.h>

#include <atomic>
#include <string>
#include <utility>

namespace attnref {

/// A link of the list of all names. Links are never freed: a signal handler may be reading them.
struct TemporaryName::Known {
  std::string name;
  std::atomic<bool> is_there{true};
  Known* next = nullptr;
};

namespace {

std::atomic<void*> newest{nullptr};

}  // namespace

TemporaryName::Known* TemporaryName::all() { return static_cast<Known*>(newest.load()); }

TemporaryName::TemporaryName(std::filesystem::path path) : path_(std::move(path)), known_(new Known) {
  known_->name = path_.string();
  void* before = newest.load();
  do {
    known_->next = static_cast<Known*>(before);
  } while (!newest.compare_exchange_weak(before, known_));
}

void TemporaryName::forget() noexcept {
  if (known_ != nullptr) known_->is_there = false;
  known_ = nullptr;
  path_.clear();
}

void remove_temporary_files() noexcept {
  for (const auto* known = TemporaryName::all(); known != nullptr; known = known->next) {
    if (known->is_there) ::unlink(known->name.c_str());
  }
}

}  // namespace attnref
