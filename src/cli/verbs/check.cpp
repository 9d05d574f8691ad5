#include "cli/check.hpp"

#include "cli/usage.hpp"
#include "cli/verbs/verbs.hpp"
#include "documents/exceptions.hpp"
#include "problem/largest_size.hpp"

#include <memory>
#include <string>
#include <vector>

namespace attnref::cli {

void declare_check(VerbParser& parser) {
  auto verb = std::make_shared<CheckVerb>();
  CheckOptions& options = verb->options;
  options.jobs = 0;
  options.dtypes.clear();
  parser.add_flag("--reference", "Check attnref's own reference (the default)");
  parser
      .add("--mutant", "NAME", "Check a mutant: an implementation with one mistake",
           [verb](Text name, Text text) {
             if (text.empty()) throw usage_error(name, "the name of a mutant", text);
             verb->backend.mutant = text;
           })
      .offers(mutant_names())
      .excludes({"--reference"});
  parser
      .add("--library", "FILE", "Check a shared library that has the functions of abi.h, in a process of its own",
           [verb](Text name, Text text) { verb->backend.library = file_option(name, text); })
      .excludes({"--reference", "--mutant"});
  parser
      .add("--command", "LINE", "Check a program that answers documents, as the shell runs this line",
           [verb](Text name, Text text) {
             // An option that lost its value has taken the next one's name.
             if (text.empty() || text.starts_with("--")) throw usage_error(name, "a program and its arguments", text);
             verb->backend.command = text;
           })
      .excludes({"--reference", "--mutant", "--library"});
  parser.add("--timeout", "SECONDS", "For one answer of a library or a command (default 10)",
             [verb](Text name, Text text) { verb->backend.patience.answer = seconds_option(name, text); });
  parser.add("--hello", "SECONDS", "From the start of a library or a command to its hello (default 60)",
             [verb](Text name, Text text) { verb->backend.patience.hello = seconds_option(name, text); });
  parser.add("--silence", "SECONDS", "Without an answer, after which the rest is not run (default 30)",
             [verb](Text name, Text text) { verb->backend.patience.silence = seconds_option(name, text); });
  parser
      .add_repeated("--law", "ID", "Only this law; give --law once for each",
                    [verb](const std::vector<std::string>& ids) {
                      for (const std::string& id : ids) require_law("--law", id);
                      verb->options.laws = ids;
                    })
      .offers(law_ids());
  parser.add("--cases", "N", "Cases a law and dtype (default 100)",
             [verb](Text name, Text text) { verb->options.cases = integer_option(name, text, 1, most_cases); });
  parser.add("--max-length", "N", "No axis is generated longer, up to 4096 (default 129)",
             [verb](Text name, Text text) { verb->options.max_length = integer_option(name, text, 1, largest_size); });
  parser
      .add("--dtype", "LIST", "Some of f64,f32,f16,bf16 (default: all that the backend takes)",
           [verb](Text name, Text text) { verb->options.dtypes = dtypes_option(name, text); })
      .offers({"f64", "f32", "f16", "bf16"});
  parser.add("--seed", "N|random", "Of every random choice (default 20170612)",
             [verb](Text name, Text text) { verb->options.seed = seed_option(name, text); });
  parser
      .add("--time", "SECONDS", "Try cases for so long, instead of --cases of them, which end after an hour",
           [verb](Text name, Text text) { verb->options.seconds = seconds_option(name, text); })
      .excludes({"--cases"});
  parser.add("--jobs", "N",
             "Threads (default: as many as run at once here); processes, of a library or a command (default 1)",
             [verb](Text name, Text text) { verb->options.jobs = integer_option(name, text, 1, most_jobs); });
  parser
      .add("--replay", "SPEC|FILE", "This one case: the line that a violation prints, or a file that --save wrote",
           [verb](Text name, Text text) { verb->options.replay = replay_option(name, text); })
      .excludes({"--law", "--cases", "--dtype", "--max-length", "--time"});
  parser
      .add("--profile", "NAME|JSON", "Judge by this rounding profile, not the one the backend declares",
           [verb](Text name, Text text) {
             profile_option(name, text);
             verb->options.profile = text;
           })
      .offers(profile_names());
  parser.add("--require-judged", "SHARE", "Exit code 3 if less of what is asked is judged (default 0.5)",
             [verb](Text name, Text text) { verb->options.require_judged = share_option(name, text); });
  parser.add(
      "--exceptions", "FILE", "Laws known to be violated: JSON {law: reason}. One that holds is an error",
      [verb](Text name, Text text) { verb->options.exceptions = read_exceptions(file_option(name, text), name); });
  parser.add_flag("--verbose", "Print each finding as it is found, then the table and every finding in full",
                  [verb] { verb->verbose = true; });
  CheckDocuments& documents = verb->documents;
  parser.add("--save", "DIR", "Also write each counterexample into this folder, as a .safetensors file",
             [&documents](Text name, Text text) { documents.save = folder_option(name, text); });
  parser.add("--json", "FILE|-", "Also write the report as JSON; with - stdout is JSON alone",
             [&documents](Text name, Text text) { documents.json = file_option(name, text); });
  parser.add("--junit", "FILE|-", "Also write it as JUnit XML, for continuous integration",
             [&documents](Text name, Text text) { documents.junit = file_option(name, text); });
  parser.add("--html", "FILE|-", "Also write it as one HTML page that needs nothing beside it",
             [&documents](Text name, Text text) { documents.html = file_option(name, text); });
  parser.footer(
      "\nWhere a law is violated: the most telling finding, and the other violated laws in a line each.\n"
      "The table, where none is, and with --verbose: a law's verdict; cases judged of those asked (a bound that says "
      "nothing judges nothing);\n"
      "the largest error seen over its bound; and how many times smaller than a useless bound the bound is.\n"
      "A law holds if in each dtype a quarter of its cases, and at least 5, were judged (or all of fewer).\n"
      "The same seed gives the same cases on every machine.\n"
      "Ctrl-C (or SIGTERM) stops the check and reports what was judged until then; a second one ends it at once.\n\n"
      "  attnref check                                     every law, 100 cases in f64 and in f32\n"
      "  attnref check --law rows_sum_to_one --dtype f32   one law in one dtype\n"
      "  attnref check --mutant scale_missing              a wrong implementation, and how it is found out\n"
      "  attnref check --replay v=2,law=rows_sum_to_one,t_q=3,t_k=5,d_k=2,d_v=4,seed=7\n"
      "  attnref check --time 60 --seed random --json report.json\n"
      "  attnref check --mutant scale_missing --html report.html --save found\n"
      "  attnref check --mutant scale_missing --replay found/quadrupling_dk.f64.safetensors\n\n"
      "Exit codes: 0 at least one law holds and none is violated, 1 a law is violated or holds in spite of\n"
      "an exception, 2 bad usage or bad input, 3 none is violated, but too little is known: no law holds; less\n"
      "than --require-judged was judged of what was asked (lengths that constraints rule out are asked and\n"
      "declined); the median resolving power of a dtype is below 10; or the backend broke off.\n"
      "JSON: numbers that it lacks are the strings \"inf\", \"-inf\" and \"nan\".\n");
  parser.run = [verb](Console& console) { return check(*verb, console); };
}

}  // namespace attnref::cli
