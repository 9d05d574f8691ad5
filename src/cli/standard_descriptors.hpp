// Standard input, output and error are open before anything else is opened, which would take their numbers.
#pragma once

namespace attnref::cli {

/// Opens /dev/null in place of those that are closed. Reading standard input, or writing standard output, is an error
/// then as it was before; standard error is thrown away.
void open_standard_descriptors();

}  // namespace attnref::cli
