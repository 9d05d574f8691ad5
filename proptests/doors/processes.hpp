// Which processes run now, by a word of theirs, and the command as a process that a test can send signals to.
#pragma once

#include "run_command.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace attnref::test {

/// How many processes have `word` among their arguments.
inline std::size_t how_many_run(const std::string& word) {
  std::size_t count = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    if (has(contents(entry.path() / "cmdline"), word)) ++count;
  }
  return count;
}

inline bool runs_now(const std::string& word) { return how_many_run(word) > 0; }

/// Waits until something is so, a minute at most.
inline bool comes_true(const std::function<bool()>& is_so) {
  for (int waited = 0; waited < 6000; ++waited) {
    if (is_so()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
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

/// The command, running, with what it prints in files.
class RunningCommand {
 public:
  /// `prepare` runs in the new process before it becomes the command.
  explicit RunningCommand(
      const std::vector<std::string>& arguments, const std::function<void()>& prepare = [] {}) {
    std::vector<std::string> words{command_path};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ != 0) return;
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    // A test's runner may ignore them.
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::signal(signal, SIG_DFL);
    ::dup2(::open(file("out").c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
    ::dup2(::open(file("err").c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    prepare();
    ::execv(argv[0], argv.data());
    ::_exit(99);
  }
  RunningCommand(const RunningCommand&) = delete;
  RunningCommand& operator=(const RunningCommand&) = delete;
  ~RunningCommand() {
    if (pid_ > 0) kill(SIGKILL);
  }

  pid_t pid() const { return pid_; }
  std::string out() const { return contents(file("out")); }
  std::string err() const { return contents(file("err")); }
  std::string file(const std::string& name) const { return folder_.file(name); }

  /// Its exit code, or minus the signal that ended it, which is SIGKILL after a minute.
  int wait() {
    int status = 0;
    if (!comes_true([&] { return ::waitpid(pid_, &status, WNOHANG) != 0; })) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, &status, 0);
    }
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  int kill(int signal) {
    ::kill(pid_, signal);
    return wait();
  }

 private:
  Folder folder_;
  pid_t pid_ = -1;
};

}  // namespace attnref::test
