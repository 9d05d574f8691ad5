#include "cli/command.hpp"

#include "cli/verbs/verbs.hpp"

namespace attnref::cli {

const Command& attnref_command() {
  static const Command command{
      .name = "attnref",
      .version = ATTNREF_VERSION,
      .help =
          "attnref finds bugs in attention kernels and says what the right numbers are. It tests a backend against\n"
          "laws that every attention obeys; its tolerances are derived from each problem's own numbers.",
      .footer =
          "\n  attnref check                  test attnref's own reference\n"
          "  attnref example backend        a backend in Python to start from\n"
          "  attnref help VERB              options and examples of a verb\n\n"
          "Exit codes: 0 done (check: at least one law holds, none is violated), 1 a law is violated, or a\n"
          "value is beyond its bound, 2 bad usage or bad input, 3 too little was judged.\n"
          "Findings go to stdout, progress and errors to stderr. Colour only on a terminal and without NO_COLOR.\n",
      .verbs = {
          {"check", "Test a backend against the laws and print the verdicts", declare_check},
          {"attend", "Compute one answer: the reference's, or the correctly rounded one", declare_attend},
          {"compare", "Say how far an answer is from the correctly rounded one", declare_compare},
          {"show", "A sentence against itself as a heat map, projections off and on", declare_show},
          {"lesson", "The lesson's two programs, each printed line computed", declare_lesson},
          {"laws", "List the laws and the claims, or print some in full", declare_laws},
          {"mutants", "Test the laws: run them on wrong implementations and print which law catches which",
           declare_mutants},
          {"vectors", "List the golden vectors, write them to files, or judge answers to them", declare_vectors},
          {"serve", "Answer documents on stdin with documents on stdout", declare_serve},
          {"example", "Print a problem, an answer or a backend to start from", declare_example},
          {"help", "Print the help of a verb", declare_help},
          {"completion", "Print what makes a shell complete verbs, options and their values", declare_completion}}};
  return command;
}

}  // namespace attnref::cli
