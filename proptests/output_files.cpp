// A file that is written keeps what is its owner's business: who owns it, who may read it, which links lead to it.
#include "catch.hpp"
#include "files/file_bytes.hpp"
#include "run_command.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace fs = std::filesystem;
using namespace attnref;
using namespace attnref::test;

namespace {

struct stat status_of(const std::string& file) {
  struct stat found {};
  REQUIRE(::stat(file.c_str(), &found) == 0);
  return found;
}

std::string fault_of(const std::string& file) {
  try {
    write_file(file, "new", "--json");
  } catch (const file_error& error) {
    return error.what();
  }
  return "no fault";
}

/// Does it as the user nobody, which only root can; true if it went well.
template <class Work>
bool as_nobody(const Work& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t nobody = 65534;
    bool well = ::setgid(nobody) == 0 && ::setuid(nobody) == 0;
    try {
      if (well) work();
    } catch (const std::exception&) {
      well = false;
    }
    ::_exit(well ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

TEST_CASE("output files: what takes the place of a file has its mode and its owner", "[files]") {
  const Folder folder;
  const std::string file = folder.file("report.json");
  for (const mode_t mode : {0640U, 0600U, 0666U, 0755U, 02640U}) {
    write(file, "old");
    REQUIRE(::chmod(file.c_str(), mode) == 0);
    write_file(file, "new");
    CHECK(contents(file) == "new");
    CHECK((status_of(file).st_mode & 07777U) == mode);
  }
  if (::geteuid() != 0) return;
  REQUIRE(::chown(file.c_str(), 1234, 4321) == 0);
  write_file(file, "newer");
  CHECK(contents(file) == "newer");
  CHECK(status_of(file).st_uid == 1234);
  CHECK(status_of(file).st_gid == 4321);
  CHECK(folder.count() == 1);
}

TEST_CASE("output files: another's file is written in place, and one that may not be written is left alone",
          "[files]") {
  if (::geteuid() != 0) return;  // only root has another user to be
  const Folder folder;
  REQUIRE(::chmod(folder.file("").c_str(), 0777) == 0);
  const std::string open_to_all = folder.file("open"), read_only = folder.file("closed");
  write(open_to_all, "a longer text than the new one");
  write(read_only, "old");
  REQUIRE(::chmod(open_to_all.c_str(), 0666) == 0);
  REQUIRE(::chmod(read_only.c_str(), 0644) == 0);
  const ino_t before = status_of(open_to_all).st_ino;
  CHECK(as_nobody([&] { write_file(open_to_all, "new"); }));
  CHECK(contents(open_to_all) == "new");
  CHECK(status_of(open_to_all).st_uid == 0);
  CHECK(status_of(open_to_all).st_ino == before);
  CHECK_FALSE(as_nobody([&] { write_file(read_only, "new"); }));
  CHECK(contents(read_only) == "old");
  // Nor does a folder that takes no new file keep its files from being written.
  REQUIRE(::chmod(folder.file("").c_str(), 0755) == 0);
  CHECK(as_nobody([&] { write_file(open_to_all, "newer"); }));
  CHECK(contents(open_to_all) == "newer");
  CHECK(folder.count() == 2);
}

TEST_CASE("output files: a link stays a link, and the file that it names is made where there is none", "[files]") {
  const Folder folder;
  fs::create_directory(folder.file("inner"));
  fs::create_symlink("inner/second", folder.file("first"));
  fs::create_symlink("third", folder.file("inner/second"));
  write_file(folder.file("first"), "made");
  CHECK(fs::is_symlink(folder.file("first")));
  CHECK(fs::is_symlink(folder.file("inner/second")));
  CHECK(contents(folder.file("inner/third")) == "made");
  write_file(folder.file("first"), "replaced");
  CHECK(contents(folder.file("inner/third")) == "replaced");
  CHECK(fs::is_symlink(folder.file("first")));

  fs::create_symlink(folder.file("absolute"), folder.file("inner/to_absolute"));
  CHECK(same_file(folder.file("inner/to_absolute"), folder.file("absolute")));
  write_file(folder.file("inner/to_absolute"), "made");
  CHECK(contents(folder.file("absolute")) == "made");

  // A link to what has no name, as /dev/stdout may be one.
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  write_file("/dev/fd/" + std::to_string(ends[1]), "bytes");
  char arrived[16];
  CHECK(::read(ends[0], arrived, sizeof arrived) == 5);
  ::close(ends[0]);
  ::close(ends[1]);

  fs::create_symlink("circle", folder.file("circle"));
  CHECK(has(fault_of(folder.file("circle")), "file: expected to write it, found Too many levels of symbolic links"));
  fs::create_symlink("no/such/folder", folder.file("nowhere"));
  CHECK(has(fault_of(folder.file("nowhere")), "file: expected to write it, found No such file or directory"));
}

TEST_CASE("output files: any name that a file may have can be written", "[files]") {
  const Folder folder;
  for (const std::size_t length : {200U, 240U, 254U, 255U}) {
    const std::string file = folder.file(std::string(length, 'n'));
    CHECK(fault_of(file) == "no fault");
    CHECK(contents(file) == "new");
  }
  CHECK(folder.count() == 4);
  // One that no file has is refused before the work.
  const std::string longer = folder.file(std::string(256, 'n'));
  CHECK_THROWS_AS(require_writable(longer), file_error);
  CHECK(has(fault_of(longer), "file: expected to write it, found File name too long"));
}
