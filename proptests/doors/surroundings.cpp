// What a program is started with, and what it cannot reach: its descriptors, its environment, the memory of its judge.
#include "catch.hpp"
#include "doors/child_process.hpp"
#include "doors/processes.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <optional>

#if defined(__SANITIZE_ADDRESS__)
#define ATTNREF_UNDER_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ATTNREF_UNDER_ASAN
#endif
#endif

using namespace attnref::test;
using nlohmann::json;

namespace {

const std::string program = std::string(proptests_dir) + "/doors/faulty_program.py";

std::vector<std::string> words_of_check(const std::string& line, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words{"check", "--command", line, "--law", "rows_sum_to_one", "--cases", "5"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Why a program that supports nothing says it can't answer.
std::string reason_of(const std::string& line, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = words_of_check(line, {"--json", "-"});
  words.insert(words.end(), more.begin(), more.end());
  const Run seen = run(words);
  const json report = json::parse(seen.out, nullptr, false);
  return report.is_discarded() ? seen.err : report["laws"][0]["reason"].get<std::string>();
}

std::string line_of(const std::string& mode) { return "python3 '" + program + "' " + mode; }

/// Sets or removes a variable of the environment while it lives.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    set(value);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { set(before_ ? before_->c_str() : nullptr); }

 private:
  void set(const char* value) { value ? ::setenv(name_, value, 1) : ::unsetenv(name_); }
  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace

TEST_CASE("closed standard descriptors reach no program", "[surroundings]") {
  const std::string line = "'" + std::string(command_path) + "' serve";
  for (const std::vector<int>& closed :
       std::vector<std::vector<int>>{{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}}) {
    const Folder folder;
    RunningCommand command(words_of_check(line, {"--json", folder.file("json")}), [&closed] {
      for (const int descriptor : closed) ::close(descriptor);
    });
    const int code = command.wait();
    INFO("closed " << json(closed).dump() << '\n' << command.out() << command.err());
    const auto is_closed = [&closed](int d) { return std::find(closed.begin(), closed.end(), d) != closed.end(); };
    CHECK(json::parse(contents(folder.file("json")))["laws"][0]["verdict"] == "holds");
    CHECK(code == (is_closed(1) ? 2 : 0));
    CHECK(has(command.out(), "1 law holds") == !is_closed(1));
    if (is_closed(1) && !is_closed(2)) CHECK(has(command.err(), "attnref: stdout: expected to write it"));
  }
}

TEST_CASE("pipes to a program never take the numbers of standard descriptors", "[surroundings]") {
  const pid_t pid = ::fork();
  if (pid == 0) {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::close(descriptor);
    attnref::ChildProcess cat({{"cat"}, {}, {}});
    const auto until = attnref::ChildProcess::Clock::now() + std::chrono::minutes(1);
    std::string received;
    const auto take = [&received](std::string_view bytes) { received += bytes; };
    cat.send("said", take, until);
    while (received.size() < 4 && cat.receive(take, until) == attnref::ChildProcess::State::ready) {
    }
    ::_exit(received == "said" ? 0 : 1);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 0));
}

TEST_CASE("any line that a shell runs is run", "[surroundings]") {
  const Folder folder;
  const std::string plain = line_of("all_unsupported");
  write(folder.file("run.sh"), plain + "\n");
  for (const std::string& line : {
           plain,
           "exec " + plain,
           "command " + plain,
           "eval \"" + plain + "\"",
           "\"command\" " + plain,
           "\\exec " + plain,
           "$NONE exec " + plain,
           ". '" + folder.file("run.sh") + "'",
           "sh '" + folder.file("run.sh") + "'",
           "cd '" + folder.file("") + "' && " + plain,
           "cd / ; " + plain,
           "if true; then " + plain + "; fi",
           "while :; do " + plain + "; break; done",
           "{ " + plain + "; }",
           "( " + plain + " )",
           "! " + plain,
           "MINE=1 " + plain,
           "export MINE=1; " + plain,
           "umask 077; exec " + plain,
           "\"python3\"" + plain.substr(std::string("python3").size()),
       }) {
    INFO(line);
    CHECK(reason_of(line) == "nothing is built yet");
  }
}

TEST_CASE("a program has one BLAS thread unless the user says otherwise", "[surroundings]") {
  const Variable openmp("OMP_NUM_THREADS", nullptr), mkl("MKL_NUM_THREADS", nullptr);
  {
    const Variable openblas("OPENBLAS_NUM_THREADS", nullptr);
    const std::string given = reason_of(line_of("tells_what_it_was_given _NUM_THREADS"));
    INFO(given);
    CHECK(has(given, "MKL_NUM_THREADS=1"));
    CHECK(has(given, "OPENBLAS_NUM_THREADS=1"));
    // A kernel of the user's own keeps its threads, and with them its races.
    CHECK(!has(given, "OMP_NUM_THREADS"));
    const Variable all("OMP_NUM_THREADS", "3");
    const std::string followed = reason_of(line_of("tells_what_it_was_given _NUM_THREADS"));
    CHECK(has(followed, "OMP_NUM_THREADS=3"));
    CHECK(!has(followed, "OPENBLAS_NUM_THREADS"));
  }
  const Variable openblas("OPENBLAS_NUM_THREADS", "5");
  CHECK(has(reason_of(line_of("tells_what_it_was_given _NUM_THREADS")), "OPENBLAS_NUM_THREADS=5"));
}

TEST_CASE("a program is not told the seed", "[surroundings]") {
  // It finds its own argument, which says what to look for, and nothing else.
  CHECK(reason_of(line_of("tells_what_it_was_given 8675309"), {"--seed", "8675309"}) == "8675309");
}

#ifdef __linux__
TEST_CASE("a program cannot write to the memory of its judge", "[surroundings]") {
  CHECK(reason_of(line_of("looks_into_its_judge")) == "memory is closed");
}

TEST_CASE("BLAS starts no threads of its own", "[surroundings]") {
  const Variable unset("OPENBLAS_NUM_THREADS", nullptr);
  int input[2];
  REQUIRE(::pipe(input) == 0);
  RunningCommand command({"serve"}, [&input] { ::dup2(input[0], STDIN_FILENO); });
  const std::string header = R"({"__metadata__":{"attnref":"1","kind":"hello"}})";
  const std::string hello = static_cast<char>(header.size()) + std::string(7, '\0') + header;
  REQUIRE(::write(input[1], hello.data(), hello.size()) == static_cast<ssize_t>(hello.size()));
  // It has answered: whatever is loaded at the start is loaded.
  REQUIRE(comes_true([&] { return has(command.out(), "reference"); }));
  CHECK(has(contents("/proc/" + std::to_string(command.pid()) + "/status"), "Threads:\t1\n"));
  ::close(input[0]);
  ::close(input[1]);
  command.kill(SIGKILL);
}

#ifndef ATTNREF_UNDER_ASAN  // its shadow memory is larger than any limit
TEST_CASE("where memory is limited the command runs, or says in one line what it lacks", "[surroundings]") {
  const auto limited = [] {
    const rlimit most{rlim_t{120} << 20, rlim_t{120} << 20};
    ::setrlimit(RLIMIT_AS, &most);
  };
  const Variable unset("OPENBLAS_NUM_THREADS", nullptr);
  RunningCommand version({"--version"}, limited);
  CHECK(version.wait() == 0);
  const std::string x = lesson_file("cell2_X");
  for (const auto& words :
       std::vector<std::vector<std::string>>{{"check", "--law", "rows_sum_to_one", "--cases", "5", "--jobs", "2"},
                                             {"attend", "--q", x, "--k", x, "--v", x}}) {
    RunningCommand command(words, limited);
    const int code = command.wait();
    INFO(words[0] << ": " << command.err());
    CHECK((code == 0 || (code == 2 && lines_of(command.err()).size() == 1)));
  }
}
#endif
#endif
