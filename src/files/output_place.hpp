// Where an output goes: the file that a path names through links, and what a file that takes its place must keep.
#pragma once

#include <filesystem>
#include <sys/stat.h>

namespace attnref {

/// The file that is not there yet and that `path` names through symbolic links; `path` where it is none.
std::filesystem::path behind_links(const std::filesystem::path& path);

/// Gives an open file the owner, the group and the mode of another. False where this process may not.
bool take_owner_and_mode(int descriptor, const struct stat& of);

}  // namespace attnref
