#include "paths.hpp"

namespace attnref::test {

const char* const command_path = ATTNREF_COMMAND_PATH;
const char* const proptests_dir = ATTNREF_PROPTESTS_DIR;

}  // namespace attnref::test
