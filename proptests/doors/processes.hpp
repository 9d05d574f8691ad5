// Which processes run now, by a word of theirs.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

namespace attnref::test {

/// True if some process has `word` among its arguments.
inline bool runs_now(const std::string& word) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    std::ifstream arguments(entry.path() / "cmdline", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(arguments), {}};
    if (text.find(word) != std::string::npos) return true;
  }
  return false;
}

/// The same, shortly after: what was ended takes a moment to be gone.
inline bool runs(const std::string& word) {
  for (int waited = 0; waited < 200 && runs_now(word); ++waited) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return runs_now(word);
}

}  // namespace attnref::test
