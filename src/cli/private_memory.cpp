#include "cli/private_memory.hpp"

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace attnref::cli {

void keep_memory_private() {
#ifdef __linux__
  ::prctl(PR_SET_DUMPABLE, 0);
#endif
}

}  // namespace attnref::cli
