#include "doors/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <map>
#include <stdexcept>
#include <system_error>
#include <thread>

extern "C" char** environ;

namespace attnref {
namespace {

/// The process groups that a signal handler must end; 0 is a free slot.
std::array<std::atomic<pid_t>, 256> running{};

/// How many threads have started a process that isn't in the list yet.
std::atomic<int> starting{0};

std::size_t remember(pid_t pid) {
  for (std::size_t slot = 0; slot < running.size(); ++slot) {
    pid_t free = 0;
    if (running[slot].compare_exchange_strong(free, pid)) return slot;
  }
  return running.size();
}

void forget(std::size_t slot) {
  if (slot < running.size()) running[slot] = 0;
}

[[noreturn]] void fail(std::string_view what, int error) {
  throw std::runtime_error(fmt::format("{}: {}", what, std::generic_category().message(error)));
}

struct Pipe {
  FileDescriptor reading, writing;
};

Pipe new_pipe() {
  int ends[2];
#ifdef __linux__
  if (::pipe2(ends, O_CLOEXEC) != 0) fail("a pipe", errno);
#else
  if (::pipe(ends) != 0) fail("a pipe", errno);
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
#endif
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

/// This process's environment with the given variables set.
std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& changes) {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos) variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  for (const auto& [name, value] : changes) variables[name] = value;
  std::vector<std::string> entries;
  for (const auto& [name, value] : variables) entries.push_back(name + "=" + value);
  return entries;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

/// What posix_spawn is to do in the new process.
struct Spawning {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;

  Spawning(int input, int output) {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    ::posix_spawnattr_init(&attributes);
    // A group of its own, no signal blocked, and those that attnref ignores as they were.
    ::posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t none, all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  Spawning(const Spawning&) = delete;
  Spawning& operator=(const Spawning&) = delete;
  ~Spawning() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }
};

/// Milliseconds for poll.
int milliseconds_until(ChildProcess::Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - ChildProcess::Clock::now()).count();
  return static_cast<int>(std::clamp<decltype(left)>(left, 0, 1000000000));
}

/// While it lives, writing to a pipe that nobody reads gives EPIPE in this thread, and no signal.
class NoSignalFromPipes {
 public:
  NoSignalFromPipes() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    sigset_t waiting;
    ::sigpending(&waiting);
    was_waiting_ = ::sigismember(&waiting, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  NoSignalFromPipes(const NoSignalFromPipes&) = delete;
  NoSignalFromPipes& operator=(const NoSignalFromPipes&) = delete;
  ~NoSignalFromPipes() {
    sigset_t waiting;
    ::sigpending(&waiting);
    if (!was_waiting_ && ::sigismember(&waiting, SIGPIPE) == 1) {
      int taken = 0;
      ::sigwait(&pipe_, &taken);
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_, before_;
  bool was_waiting_ = false;
};

/// While it lives, this thread starts a process and puts it in the list, and no signal comes between: one that ended this
/// process there would leave the other behind.
class Starting {
 public:
  Starting() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &before_);
    ++starting;
  }
  Starting(const Starting&) = delete;
  Starting& operator=(const Starting&) = delete;
  ~Starting() {
    --starting;
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t before_;
};

bool is_transient(int error) { return error == EINTR || error == EAGAIN || error == EWOULDBLOCK; }

/// Reads what is there, up to a piece.
ChildProcess::State read_some(int descriptor, std::string& received) {
  std::array<char, 65536> piece;
  const ssize_t count = ::read(descriptor, piece.data(), piece.size());
  if (count > 0) received.append(piece.data(), static_cast<std::size_t>(count));
  if (count > 0 || (count < 0 && is_transient(errno))) return ChildProcess::State::ready;
  return ChildProcess::State::closed;
}

}  // namespace

Program shell_line(const std::string& line) {
  // Where the line is one program, the shell becomes it: nobody else then holds the pipes, so that their end is seen.
  const std::string first = line.substr(0, line.find_first_of(" \t"));
  const bool one_program =
      line.find_first_of("|&;<>()`\n") == std::string::npos && first.find('=') == std::string::npos;
  return {{"/bin/sh", "-c", one_program ? "exec " + line : line}, {}, line};
}

ChildProcess::ChildProcess(const Program& program) {
  Pipe to = new_pipe(), from = new_pipe();
  const Spawning spawning(to.reading.get(), from.writing.get());
  std::vector<std::string> arguments = program.arguments, variables = environment_with(program.environment);
  int error = 0;
  {
    const Starting unseen;
    error = ::posix_spawnp(&pid_, arguments.front().c_str(), &spawning.actions, &spawning.attributes,
                           pointers(arguments).data(), pointers(variables).data());
    if (error == 0) slot_ = remember(pid_);
  }
  if (error != 0) fail(arguments.front(), error);
  input_ = std::move(to.writing);
  output_ = std::move(from.reading);
  ::fcntl(input_.get(), F_SETFL, ::fcntl(input_.get(), F_GETFL) | O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
  kill();
  wait(true);
  forget(slot_);
}

ChildProcess::State ChildProcess::send(std::string_view bytes, std::string& received, Clock::time_point until) {
  const NoSignalFromPipes quiet;
  while (!bytes.empty()) {
    if (!input_.is_open()) return State::closed;
    std::array<pollfd, 2> both{{{input_.get(), POLLOUT, 0}, {output_.get(), POLLIN, 0}}};
    const int ready = ::poll(both.data(), both.size(), milliseconds_until(until));
    if (ready == 0) return State::timed_out;
    if (ready < 0) continue;
    if ((both[1].revents & (POLLIN | POLLHUP | POLLERR)) != 0 && read_some(output_.get(), received) == State::closed) {
      return State::closed;
    }
    if ((both[0].revents & (POLLOUT | POLLERR)) == 0) continue;
    const ssize_t count = ::write(input_.get(), bytes.data(), bytes.size());
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (!is_transient(errno)) {
      return State::closed;
    }
  }
  return State::ready;
}

ChildProcess::State ChildProcess::receive(std::string& received, Clock::time_point until) {
  for (;;) {
    pollfd one{output_.get(), POLLIN, 0};
    const int ready = ::poll(&one, 1, milliseconds_until(until));
    if (ready == 0) return State::timed_out;
    if (ready > 0) return read_some(output_.get(), received);
  }
}

bool ChildProcess::wait(bool blocking) {
  if (status_ || pid_ < 0) return true;
  int status = 0;
  pid_t ended = 0;
  do {
    ended = ::waitpid(pid_, &status, blocking ? 0 : WNOHANG);
  } while (ended < 0 && errno == EINTR);
  if (ended == 0) return false;
  status_ = ended == pid_ ? status : 0;
  // What it started may have stayed in its group.
  ::kill(-pid_, SIGKILL);
  return true;
}

bool ChildProcess::ended_by(Clock::time_point until) {
  while (!wait(false)) {
    if (Clock::now() >= until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

std::string ChildProcess::how_it_ended() {
  if (!ended_by(Clock::now() + std::chrono::milliseconds(200))) return "closed its output";
  if (WIFSIGNALED(*status_)) {
    return fmt::format("was ended by signal {} ({})", WTERMSIG(*status_), ::strsignal(WTERMSIG(*status_)));
  }
  return fmt::format("ended with code {}", WEXITSTATUS(*status_));
}

void ChildProcess::kill() {
  if (status_ || pid_ < 0) return;
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
}

void kill_all_children() noexcept {
  // Another thread's is about to be in the list; this thread's is, since a signal waits for it.
  for (int waited = 0; starting > 0 && waited < 1000; ++waited) {
    const timespec millisecond{0, 1000000};
    ::nanosleep(&millisecond, nullptr);
  }
  for (const std::atomic<pid_t>& pid : running) {
    if (const pid_t leader = pid.load(); leader > 0) ::kill(-leader, SIGKILL);
  }
}

}  // namespace attnref
