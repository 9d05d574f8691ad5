#include "doors/child_process.hpp"

#include "doors/child_environment.hpp"
#include "doors/start_process.hpp"
#include "files/no_signal_from_pipes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace attnref {
namespace {

[[noreturn]] void fail(std::string_view what, int error) {
  throw std::runtime_error(fmt::format("{}: {}", what, std::generic_category().message(error)));
}

struct Pipe {
  FileDescriptor reading, writing;
};

/// The same file under a number above those of standard input, output and error: where one of these is closed, a pipe
/// that took its number would be lost, or read and written by whoever uses that.
FileDescriptor above_standard(FileDescriptor file) {
  if (file.get() > STDERR_FILENO) return file;
  FileDescriptor above(::fcntl(file.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (!above.is_open()) fail("a pipe", errno);
  return above;
}

Pipe new_pipe() {
  int ends[2];
#ifdef __linux__
  if (::pipe2(ends, O_CLOEXEC) != 0) fail("a pipe", errno);
#else
  if (::pipe(ends) != 0) fail("a pipe", errno);
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
#endif
  FileDescriptor reading(ends[0]), writing(ends[1]);
  return {above_standard(std::move(reading)), above_standard(std::move(writing))};
}

/// Milliseconds for poll.
int milliseconds_until(ChildProcess::Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - ChildProcess::Clock::now()).count();
  return static_cast<int>(std::clamp<decltype(left)>(left, 0, 1000000000));
}

bool is_transient(int error) { return error == EINTR || error == EAGAIN || error == EWOULDBLOCK; }

/// Reads what is there, up to a piece.
ChildProcess::State read_some(int descriptor, const ChildProcess::Receiver& received) {
  std::array<char, 65536> piece;
  const ssize_t count = ::read(descriptor, piece.data(), piece.size());
  if (count > 0) received({piece.data(), static_cast<std::size_t>(count)});
  if (count > 0 || (count < 0 && is_transient(errno))) return ChildProcess::State::ready;
  return ChildProcess::State::closed;
}

}  // namespace

ChildProcess::ChildProcess(const Program& program) {
  Pipe to = new_pipe(), from = new_pipe();
  const std::vector<std::string> environment = child_environment(program.environment);
  running_.emplace([&] { return start_process(program.arguments, environment, to.reading.get(), from.writing.get()); });
  input_ = std::move(to.writing);
  output_ = std::move(from.reading);
  ::fcntl(input_.get(), F_SETFL, ::fcntl(input_.get(), F_GETFL) | O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
  kill();
  wait(true);
}

ChildProcess::State ChildProcess::send(std::string_view bytes, const Receiver& received, Clock::time_point until) {
  const NoSignalFromPipes no_signal;
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

ChildProcess::State ChildProcess::receive(const Receiver& received, Clock::time_point until) {
  for (;;) {
    pollfd one{output_.get(), POLLIN, 0};
    const int ready = ::poll(&one, 1, milliseconds_until(until));
    if (ready == 0) return State::timed_out;
    if (ready > 0) return read_some(output_.get(), received);
  }
}

bool ChildProcess::wait(bool blocking) {
  if (status_) return true;
  siginfo_t ended{};
  int result = 0;
  do {
    result = ::waitid(P_PID, static_cast<id_t>(pid()), &ended, WEXITED | WNOWAIT | (blocking ? 0 : WNOHANG));
  } while (result < 0 && errno == EINTR);
  if (result == 0 && ended.si_pid == 0) return false;
  // What it started may have stayed in its group, whose number is no other's until its leader is waited for.
  ::kill(-pid(), SIGKILL);
  running_->forget();
  int status = 0;
  status_ = ::waitpid(pid(), &status, 0) == pid() ? status : 0;
  return true;
}

bool ChildProcess::ended_by(Clock::time_point until) {
  while (!wait(false)) {
    if (Clock::now() >= until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

bool ChildProcess::ended_well() const { return status_ && WIFEXITED(*status_) && WEXITSTATUS(*status_) == 0; }

bool ChildProcess::was_killed() const { return status_ && WIFSIGNALED(*status_) && WTERMSIG(*status_) == SIGKILL; }

std::string ChildProcess::how_it_ended() {
  if (!ended_by(Clock::now() + std::chrono::milliseconds(200))) return "closed its output";
  if (WIFSIGNALED(*status_)) {
    return fmt::format("was ended by signal {} ({})", WTERMSIG(*status_), ::strsignal(WTERMSIG(*status_)));
  }
  return fmt::format("ended with code {}", WEXITSTATUS(*status_));
}

void ChildProcess::kill() {
  if (status_) return;
  ::kill(-pid(), SIGKILL);
  ::kill(pid(), SIGKILL);
}

}  // namespace attnref
