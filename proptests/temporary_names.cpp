// What a signal takes along, and what it must leave.
#include "catch.hpp"

#include "files/file_bytes.hpp"
#include "files/temporary_names.hpp"

#include <filesystem>
#include <string>
#include <unistd.h>

namespace fs = std::filesystem;
using attnref::StagedFile;

namespace {

struct Folder {
  fs::path path = fs::temp_directory_path() / ("attnref-temporary-" + std::to_string(::getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  auto files() const { return std::distance(fs::directory_iterator(path), fs::directory_iterator()); }
};

}  // namespace

TEST_CASE("a file that is not yet whole goes with the process", "[files]") {
  const Folder folder;
  const StagedFile one(folder.path / "one", "1"), two(folder.path / "two", "2");
  REQUIRE(folder.files() == 2);
  attnref::remove_temporary_files();
  CHECK(folder.files() == 0);
}

TEST_CASE("a file that has appeared stays, and so does one of another's that took a name given up", "[files]") {
  const Folder folder;
  fs::path beside;
  {
    StagedFile file(folder.path / "whole", "1");
    beside = fs::directory_iterator(folder.path)->path();
    file.appear();
  }
  attnref::write_file(beside, "of another");
  attnref::remove_temporary_files();
  CHECK(fs::exists(folder.path / "whole"));
  CHECK(fs::exists(beside));
}
