// Programs end with the command, however it ends, and none is started once it is told to.
#include "catch.hpp"
#include "cli/signals.hpp"
#include "doors/child_environment.hpp"
#include "doors/processes.hpp"
#include "doors/running_programs.hpp"
#include "doors/start_process.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>

using namespace attnref::test;
using nlohmann::json;

namespace {

const std::string program = std::string(proptests_dir) + "/doors/faulty_program.py";

std::string line_of(const std::string& fault) { return "/usr/bin/env python3 '" + program + "' " + fault; }

/// As arguments of the program's own, not within the line that the command was given.
std::string running(const std::string& fault) { return program + std::string(1, '\0') + fault; }

std::size_t lines_with(const std::string& text, const std::string& part) {
  const auto lines = lines_of(text);
  return static_cast<std::size_t>(
      std::count_if(lines.begin(), lines.end(), [&](const auto& l) { return has(l, part); }));
}

/// Runs in another process, since a process that has ended all programs starts none again; true where it returned true.
bool elsewhere(const std::function<bool()>& work) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    bool good = false;
    try {
      good = work();
    } catch (...) {
    }
    ::_exit(good ? 0 : 1);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

pid_t started(std::vector<std::string> arguments) {
  return attnref::start_process(std::move(arguments), attnref::child_environment({}), STDIN_FILENO, STDERR_FILENO);
}

bool refuses(const std::function<pid_t()>& start) {
  try {
    const attnref::RunningProgram one(start);
    return false;
  } catch (const std::runtime_error&) {
    return true;
  }
}

}  // namespace

TEST_CASE("once all programs are to end none is started", "[starting]") {
  CHECK(elsewhere([] {
    attnref::end_all_programs();
    bool asked = false;
    return refuses([&asked] {
             asked = true;
             return started({"sleep", "1000"});
           }) &&
           !asked;
  }));
}

TEST_CASE("a program that is started while all are to end is ended", "[starting]") {
  CHECK(elsewhere([] {
    pid_t pid = -1;
    const bool refused = refuses([&pid] {
      pid = started({"sleep", "1000"});
      attnref::end_all_programs();
      return pid;
    });
    return refused && ::kill(pid, 0) != 0;
  }));
}

TEST_CASE("the first signal lets a verb finish, the second ends the process", "[starting]") {
  CHECK(elsewhere([] {
    const pid_t pid = ::fork();
    if (pid == 0) {
      ::signal(SIGINT, SIG_DFL);
      attnref::cli::leave_nothing_behind();
      const attnref::cli::FinishAfterSignal finish;
      ::raise(SIGINT);
      if (!finish.stopped()) ::_exit(1);
      ::raise(SIGINT);
      ::_exit(2);
    }
    int status = 0;
    ::waitpid(pid, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGINT;
  }));
}

TEST_CASE("a program does not end with the thread that asked for it", "[starting]") {
  CHECK(elsewhere([] {
    pid_t pid = -1;
    std::thread([&pid] { pid = started({"sleep", "1000"}); }).join();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const bool lives = ::waitpid(pid, nullptr, WNOHANG) == 0;
    ::kill(pid, SIGKILL);
    return lives;
  }));
}

TEST_CASE("a signal leaves no program behind, however many are being started", "[starting]") {
  for (int repeated = 0; repeated < 3; ++repeated) {
    RunningCommand command({"check", "--command", line_of("hangs"), "--jobs", "40"});
    REQUIRE(comes_true([&] { return lines_with(command.err(), "now it hangs") >= 20; }));
    CHECK(command.kill(SIGTERM) == -SIGTERM);
    CHECK(!runs(running("hangs")));
  }
}

#ifdef __linux__
TEST_CASE("a program that hangs ends with a command that is killed", "[starting]") {
  RunningCommand command({"check", "--command", line_of("hangs")});
  REQUIRE(comes_true([&] { return has(command.err(), "now it hangs"); }));
  CHECK(command.kill(SIGKILL) == -SIGKILL);
  CHECK(!runs(running("hangs")));
}
#endif

TEST_CASE("a check that is stopped reports what was judged until then", "[starting]") {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Folder folder;
    RunningCommand command({"check", "--command", line_of("hangs_after_ten"), "--cases", "10", "--law",
                            "rows_sum_to_one", "--law", "values_add", "--json", folder.file("json")});
    REQUIRE(comes_true([&] { return has(command.err(), "now it hangs"); }));
    CHECK(command.kill(signal) == -signal);
    INFO(command.out() << command.err());
    CHECK(has(command.out(), "Not all cases were judged: interrupted."));
    const json report = json::parse(contents(folder.file("json")));
    CHECK(report["ended_early"] == "interrupted");
    REQUIRE(report["laws"].size() == 2);
    CHECK(report["laws"][0]["verdict"] == "unsupported");
    CHECK(report["laws"][1]["verdict"] == "not_run");
    CHECK(report["laws"][1]["reason"] == "interrupted");
    CHECK(!runs(running("hangs_after_ten")));
  }
}
