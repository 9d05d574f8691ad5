// Files that are there only until they are whole, by name, so that a signal that ends the process can take them along.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>

namespace attnref {

/// The name of a file that this process made and will rename or remove.
class TemporaryName {
 public:
  /// The name of nothing.
  TemporaryName() = default;
  /// The name of the file that `make` makes. It is known before, so that a signal while the file is made takes it
  /// along; where `make` returns false, for want of the name or of the file, it is the name of nothing.
  TemporaryName(std::filesystem::path path, const std::function<bool()>& make);

  bool empty() const { return path_.empty(); }
  const std::filesystem::path& path() const { return path_; }

  /// The file has another name now, or is gone.
  void forget() noexcept;

 private:
  std::filesystem::path path_;
  std::atomic<bool>* is_there_ = nullptr;  ///< in a list that is never freed
};

/// Removes every such file. Safe in a signal handler.
void remove_temporary_files() noexcept;

}  // namespace attnref
