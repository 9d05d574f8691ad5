// Programs that are judged may not look into the judge.
#pragma once

namespace attnref::cli {

/// Makes this process's memory unreadable and unwritable for other processes of the same user, and leaves no core dump
/// (Linux). It is no sandbox: such a process can still end this one, and use the user's files.
void keep_memory_private();

}  // namespace attnref::cli
