// Programs that break off, babble or lie: each is a finding, or the reason for which nothing could be judged.
#include "catch.hpp"
#include "doors/fault.hpp"
#include "doors/processes.hpp"
#include "run_command.hpp"

#include <nlohmann/json.hpp>

#include <signal.h>
#include <sys/resource.h>

using namespace attnref::test;
using nlohmann::json;

namespace {

const std::string program = std::string(proptests_dir) + "/doors/faulty_program.py";

Run check_line(const std::string& line, const std::vector<std::string>& more = {}) {
  return run(with(
      {"check", "--command", line, "--law", "rows_sum_to_one", "--cases", "10", "--max-length", "9", "--timeout", "2"},
      more));
}

Run check(const std::string& fault, const std::vector<std::string>& more = {}) {
  return check_line("/usr/bin/env python3 '" + program + "' " + fault, more);
}

/// Starts a check of a program that never says hello, sends it `signal` when that program runs, and waits for its end.
int ended_by(int signal) {
  const std::string line = "/usr/bin/env python3 '" + program + "' no_hello";
  const pid_t pid = ::fork();
  if (pid == 0) {
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::signal(signal, SIG_DFL);  // a test's runner may ignore it
    ::execl(command_path, command_path, "check", "--command", line.c_str(), nullptr);
    ::_exit(99);
  }
  // As arguments of the program's own, not within the line that the command was given.
  const std::string started = program + std::string(1, '\0') + "no_hello";
  for (int waited = 0; waited < 3000 && !runs_now(started); ++waited) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ::kill(pid, signal);
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : -1;
}

}  // namespace

TEST_CASE("each fault of a program is a finding with its law and input", "[programs]") {
  const std::vector<Fault> faults{
      {"closes_pipe", "closed its output before it answered"},
      {"exits", "ended with code 3 before it answered"},
      {"garbage", "expected the length of a header in its first 8 bytes, found 'Traceback"},
      {"short", "ended with code 0"},
      {"wrong_shape", "output: expected shape ("},
      {"wrong_dtype", "expected dtype f64, found f32"},
      {"huge", "document: expected at most "},
      {"twice", "wrote more after its answer"},
      {"no_output", "output: asked for, and not in the answer"},
      {"floods", "expected"},
      {"zeros", "row sum"},
  };
  for (const Fault& fault : faults) {
    INFO(fault.name);
    const Run seen = check(fault.name, {"--json", "-"});
    INFO(seen.out << seen.err);
    REQUIRE(seen.code == 1);
    std::size_t found = 0;
    const json report = json::parse(seen.out);
    for (const json& law : report["laws"]) {
      if (law["verdict"] != "violated") continue;
      CHECK(law["counterexample"]["inputs"].contains("q"));
      if (has(law["reason"], fault.words)) ++found;
    }
    CHECK(found > 0);
    CHECK(!runs(program));
  }
}

TEST_CASE("a crash and a time-out on a problem that the law makes are shown with that problem", "[programs]") {
  const std::vector<Fault> faults{{"crashes_at_second", "was ended by signal 11"},
                                  {"hangs_at_second", "gave no answer in "}};
  for (const Fault& fault : faults) {
    INFO(fault.name);
    const Run seen =
        run({"check", "--command", "/usr/bin/env python3 '" + program + "' " + fault.name, "--replay",
             "v=2,law=earlier_calls_leave_no_trace,t_q=2,t_k=2,d_k=2,d_v=2,seed=1", "--timeout", "2", "--json", "-"});
    INFO(seen.out << seen.err);
    REQUIRE(seen.code == 1);
    const json example = json::parse(seen.out)["laws"][0]["counterexample"];
    CHECK(has(example["reason"], fault.words));
    REQUIRE(example["answers"].size() == 2);
    CHECK(example["answers"][0]["failure"].is_null());
    CHECK(example["answers"][1]["failure"] == example["reason"]);
    CHECK(example["answers"][1]["telling"] == true);
    CHECK(example["answers"][1]["problem"]["inputs"].contains("q"));
  }
}

TEST_CASE("without a hello nothing is judged, and it is said why", "[programs]") {
  const std::vector<Fault> faults{
      {"prints_first", "expected the length of a header in its first 8 bytes, found 'Welcome to my kernel!"},
      {"long_name", "header length: expected at most 4194304 bytes, found 5242"},
  };
  for (const Fault& fault : faults) {
    INFO(fault.name);
    const Run seen = check(fault.name);
    INFO(seen.err);
    CHECK(seen.code == 3);
    CHECK(has(seen.err, fault.words));
    CHECK(lines_of(seen.err).size() == 1);
  }
  CHECK(check_line("true").code == 3);
  CHECK(has(check_line("sh -c 'exit 7'").err, "ended with code 7 before it answered"));
  CHECK(has(check_line("no-such-program-at-all").err, "ended with code 127"));
  CHECK(has(check_line("echo nonsense").err, "'nonsense"));
  CHECK(has(check_line("WHERE=there; echo nonsense >&2; exit 4").err, "ended with code 4"));
  CHECK(!runs(program));
}

TEST_CASE("a hello that cannot be meant is bad input, whichever key it is", "[programs]") {
  const std::vector<Fault> faults{
      {"no_dtypes", "hello: dtypes: expected at least one of f64, f32, f16, bf16, found no such key"},
      {"bad_constraints", "hello: constraints: d_k.among: expected an integer"},
      {"bad_profile", "profile"},
      {"wide_profile", "expected bounds no wider than those of bf16_all"},
      {"unknown_feature", "'telepathy'"},
  };
  for (const Fault& fault : faults) {
    INFO(fault.name);
    const Run seen = check(fault.name);
    INFO(seen.err);
    CHECK(seen.code == 2);
    CHECK(has(seen.err, fault.words));
    CHECK(lines_of(seen.err).back().starts_with("attnref: "));
  }
  // It says the question again, which has no name.
  CHECK(check_line("cat").code == 2);
  CHECK(!runs(program));
}

TEST_CASE("sizes that no case can have are refused before any is drawn", "[programs]") {
  for (const char* axis : {"t", "d_k", "d_v"}) {
    for (const char* sizes : {R"({"least": 4097})", R"({"among": [1000000]})", R"({"multiple_of": 1073741824})",
                              R"({"multiple_of": 65536, "least": 1})"}) {
      const Run seen = check(std::string("'{\"") + axis + "\": " + sizes + "}'");
      INFO(axis << ' ' << sizes << '\n' << seen.err);
      CHECK(seen.code == 2);
      CHECK(has(seen.err, std::string("constraints: ") + axis + ": expected a size up to 4096"));
    }
  }
}

TEST_CASE("what a terminal would obey is shown, not sent", "[programs]") {
  const Run seen = check("obeyed_name");
  INFO(seen.out);
  CHECK(seen.out.starts_with(R"(a\xc2\x9b31mb\xe2\x80\xaec\xe2\x80\xa8d\xe2\x81\xa6e)"
                             "\xc3\xa9: f64\n"));
}

TEST_CASE("a program is called what the user called it", "[programs]") {
  const Run seen = check_line("no-such-program-at-all --fast");
  CHECK(has(seen.err, "attnref: 'no-such-program-at-all --fast' ended with code 127"));
}

TEST_CASE("a program goes with the command, whichever signal ends that", "[programs]") {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    INFO(signal);
    CHECK(ended_by(signal) == signal);
    CHECK(!runs(program));
  }
}

TEST_CASE("a program that supports nothing holds nothing", "[programs]") {
  const Run seen = check("all_unsupported");
  INFO(seen.out << seen.err);
  CHECK(seen.code == 3);
  CHECK(has(seen.out, "nothing is built yet"));
}

TEST_CASE("a program that fails for ever once it has failed is shrunk to what makes it fail", "[programs]") {
  // A law that zeros obey.
  const Run seen = run({"check", "--command", "/usr/bin/env python3 '" + program + "' poisoned", "--law",
                        "same_call_same_answer", "--cases", "30", "--max-length", "17", "--json", "-"});
  INFO(seen.out << seen.err);
  REQUIRE(seen.code == 1);
  const json report = json::parse(seen.out), example = report["laws"][0]["counterexample"];
  CHECK(example["sizes"]["t_q"] > 8);
  CHECK(example["flaky"] == false);
}

TEST_CASE("a program that the system kills violates nothing", "[programs]") {
  const Run seen = check("killed");
  INFO(seen.out << seen.err);
  CHECK(seen.code == 3);
  CHECK(has(seen.out, "was ended by signal 9"));
}

TEST_CASE("a program that floods and reads no question is found out by its first bytes", "[programs]") {
  const Run seen = run({"check", "--command", "/usr/bin/env python3 '" + program + "' floods_unread", "--law",
                        "rows_sum_to_one", "--cases", "2", "--timeout", "2", "--json", "-"});
  INFO(seen.out << seen.err);
  REQUIRE(seen.code == 1);
  CHECK(json::parse(seen.out)["laws"][0]["reason"] == "failed: its answer: header: expected '{', found ''");
  CHECK(!runs(program));
}

TEST_CASE("a process that can't be started beside another, or after it was killed, violates nothing", "[programs]") {
  const Folder folder;
  const Run alone = check("alone '" + folder.file("device") + "'", {"--law", "same_call_same_answer", "--jobs", "3"});
  INFO(alone.out << alone.err);
  CHECK((alone.code == 1) == has(alone.out, "row sum"));  // what the zeros that it answers violate
  CHECK_FALSE(has(alone.out, "failed:"));
  const Run killed = check("killed_once_for_ever '" + folder.file("killed") + "'");
  INFO(killed.out << killed.err);
  CHECK(killed.code == 3);
  CHECK(has(killed.err, "no memory to start in"));
}

TEST_CASE("a program that ends badly when its input ends is a finding", "[programs]") {
  const Run seen = check("ends_badly");
  INFO(seen.out << seen.err);
  CHECK(seen.code == 1);
  CHECK(has(seen.out, "The backend failed at its end: ended with code 3 when its input ended: expected code 0"));
}

TEST_CASE("what a program writes to standard error is shown", "[programs]") {
  CHECK(has(check("chatters").err, "a word on standard error"));
}

TEST_CASE("a program in step hears that the input ends, and may end by itself", "[programs]") {
  CHECK(has(check("all_unsupported").err, "the input ended"));
}

TEST_CASE("a silent start is waited for as long as --hello says", "[programs]") {
  const Run seen = check("no_hello", {"--hello", "0.5"});
  INFO(seen.err);
  CHECK(seen.code == 3);
  CHECK(has(seen.err, "gave no answer in 0.5"));
  CHECK(!runs(program));
}

TEST_CASE("the replay line of a program is one that a shell understands", "[programs]") {
  const Run seen = check("zeros");
  CHECK(has(seen.out, "replay: attnref check --command '/usr/bin/env python3 '\\''"));
}
