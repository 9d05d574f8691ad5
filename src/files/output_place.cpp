#include "files/output_place.hpp"

#include <unistd.h>

#include <system_error>

namespace attnref {

namespace fs = std::filesystem;

fs::path behind_links(const fs::path& path) {
  constexpr int most_links = 40;  // Linux's own limit; a circle has no end
  fs::path place = path;
  std::error_code failed;
  // What is there need not have a name: the link /dev/stdout may lead to a pipe.
  if (fs::exists(path, failed)) return path;
  for (int i = 0; i < most_links && fs::is_symlink(place, failed); ++i) {
    const fs::path target = fs::read_symlink(place, failed);
    if (failed) break;
    place = place.parent_path() / target;  // an absolute target replaces all of it
  }
  return place;
}

bool take_owner_and_mode(int descriptor, const struct stat& of) {
  struct stat now;
  if (::fstat(descriptor, &now) != 0) return false;
  const bool other_owner = now.st_uid != of.st_uid || now.st_gid != of.st_gid;
  // A change of owner may clear bits of the mode, so the mode comes after it.
  return (!other_owner || ::fchown(descriptor, of.st_uid, of.st_gid) == 0) &&
         ::fchmod(descriptor, of.st_mode & 07777U) == 0;
}

}  // namespace attnref
