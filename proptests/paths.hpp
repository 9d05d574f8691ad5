// Where the tests find the command and the files of this folder. Only paths.cpp is compiled with these paths, so that
// the other objects are the same in every checkout.
#pragma once

namespace attnref::test {

extern const char* const command_path;   ///< the command attnref; empty where it is not built
extern const char* const proptests_dir;  ///< this folder

}  // namespace attnref::test
