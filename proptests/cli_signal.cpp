// A signal that ends the command leaves nothing half-written behind.
#include "catch.hpp"

#include "run_command.hpp"

#include <signal.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>

namespace fs = std::filesystem;
using namespace attnref::test;

namespace {

/// The process that is about to put A.npy in its place, which the file beside it names: .attnref-PID-NUMBER.part.
std::optional<pid_t> writer_in(const Folder& folder) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.file(""))) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".part")) return std::stoi(name.substr(std::string(".attnref-").size()));
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("a signal that ends the command takes along files that are not yet whole", "[cli]") {
  const Folder folder;
  // Nobody reads this pipe. The weights are written beside their place, and wait there for it.
  const std::string pipe = folder.file("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  Run seen;
  std::thread command([&] {
    const std::string x = lesson_file("cell2_X");
    seen = run({"attend", "--q", x, "--k", x, "--v", x, "--weights", folder.file("A.npy"), "--output", pipe});
  });
  std::optional<pid_t> writer;
  for (int waited = 0; waited < 6000 && !(writer = writer_in(folder)); ++waited) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  if (writer)
    ::kill(*writer, SIGINT);
  else
    ::close(::open(pipe.c_str(), O_RDONLY | O_NONBLOCK));  // it must end all the same
  command.join();
  REQUIRE(writer);
  CHECK(seen.code == -SIGINT);
  CHECK(folder.count() == 1);
}
