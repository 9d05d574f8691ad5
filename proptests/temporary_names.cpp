// What a signal takes along, and what it must leave.
#include "catch.hpp"

#include "files/file_bytes.hpp"
#include "files/temporary_names.hpp"
#include "run_command.hpp"

#include <filesystem>

namespace fs = std::filesystem;
using attnref::StagedFile;
using attnref::test::Folder;

TEST_CASE("a file that is not yet whole goes with the process", "[files]") {
  const Folder folder;
  const StagedFile one(folder.file("one"), "1"), two(folder.file("two"), "2");
  REQUIRE(folder.count() == 2);
  attnref::remove_temporary_files();
  CHECK(folder.count() == 0);
}

TEST_CASE("a signal that comes as soon as a file is made takes it along", "[files]") {
  const Folder folder;
  const attnref::TemporaryName name(folder.file("new"), [&] {
    attnref::test::write(folder.file("new"), "");
    attnref::remove_temporary_files();  // as the handler does
    return true;
  });
  CHECK(folder.count() == 0);
}

TEST_CASE("a name under which no file could be made is nobody's", "[files]") {
  const Folder folder;
  const attnref::TemporaryName name(folder.file("taken"), [] { return false; });
  CHECK(name.empty());
  attnref::test::write(folder.file("taken"), "of another");
  attnref::remove_temporary_files();
  CHECK(folder.count() == 1);
}

TEST_CASE("a file that has appeared stays, and so does one of another's that took a name given up", "[files]") {
  const Folder folder;
  fs::path beside;
  {
    StagedFile file(folder.file("whole"), "1");
    beside = fs::directory_iterator(folder.file(""))->path();
    file.appear();
  }
  attnref::write_file(beside, "of another");
  attnref::remove_temporary_files();
  CHECK(fs::exists(folder.file("whole")));
  CHECK(fs::exists(beside));
}
