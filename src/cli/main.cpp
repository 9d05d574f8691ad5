// attnref: the verbs, and what must hold of the process whichever of them runs.
#include "cli/command.hpp"
#include "cli/console.hpp"
#include "cli/signals.hpp"
#include "cli/standard_descriptors.hpp"
#include "doors/child_backend.hpp"
#include "problem/one_line.hpp"
#include "reports/colour.hpp"

#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <exception>
#include <iostream>
#include <new>
#include <string_view>

namespace attnref::cli {
namespace {

/// Cases ask for and give back the same few megabytes: returning them to the system each time costs a tenth of a check.
void keep_freed_memory() {
#ifdef __GLIBC__
  ::mallopt(M_TRIM_THRESHOLD, 256 << 20);
  ::mallopt(M_MMAP_THRESHOLD, 32 << 20);
  ::mallopt(M_TOP_PAD, 4 << 20);
#endif
}

HeatMapStyle style_of(int descriptor) { return {colour_mode_of(descriptor), line_width_of(descriptor)}; }

/// COLUMNS may say more than the terminal has.
std::size_t columns_of_stderr() {
  return std::min(line_width_of(STDERR_FILENO), terminal_columns(STDERR_FILENO).value_or(no_limit));
}

constexpr int bad_input = 2;
constexpr int nothing_judged = 3;

/// Runs, and says in one line what went wrong.
int guarded(int argc, char** argv) {
  open_standard_descriptors();
  keep_freed_memory();
  leave_nothing_behind();
  Console console{{std::cout, style_of(STDOUT_FILENO), ::isatty(STDOUT_FILENO) == 1},
                  {std::cerr, style_of(STDERR_FILENO), ::isatty(STDERR_FILENO) == 1, columns_of_stderr}};
  const auto complain = [](std::string_view what) {
    std::cerr << "attnref: " << on_one_line(what, 1000) << std::endl;
    return bad_input;
  };
  try {
    const int code = run_command(attnref_command(), argc, argv, console);
    if (!std::cout.flush()) return complain("stdout: expected to write it, found an error");
    return code;
  } catch (const wrong_hello_error& error) {
    return complain(error.what());
  } catch (const no_hello_error& error) {
    complain(error.what());
    return nothing_judged;
  } catch (const std::bad_alloc&) {
    return complain("not enough memory for maps of this size");
  } catch (const std::exception& error) {
    return complain(error.what());
  }
}

}  // namespace
}  // namespace attnref::cli

int main(int argc, char** argv) {
  const int code = attnref::cli::guarded(argc, argv);
  attnref::cli::end_if_stopped();
  return code;
}
