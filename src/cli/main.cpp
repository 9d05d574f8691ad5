// attnref: what is typed becomes plain options, and a verb runs on them. The only file that includes the option parser.
#include "cli/attend.hpp"
#include "cli/check.hpp"
#include "cli/compare.hpp"
#include "cli/console.hpp"
#include "cli/laws.hpp"
#include "cli/lesson.hpp"
#include "cli/mutants.hpp"
#include "cli/serve.hpp"
#include "cli/show.hpp"
#include "cli/usage.hpp"
#include "cli/vectors.hpp"
#include "files/exceptions.hpp"
#include "files/file_error.hpp"
#include "reports/colour.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <signal.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace attnref::cli {
namespace {

/// Options as typed; a value that wasn't is empty, and the count of the option says so.
using Text = std::string;

/// A verb as the parser knows it, and what it does once parsed.
struct Verb {
  CLI::App* parser;
  std::function<int(Console&)> run;
};

constexpr const char* exit_codes =
    "Exit codes: 0 done (check: at least one law holds, none is violated), 1 a law is violated, or a\n"
    "value is beyond its bound, 2 bad usage or bad input, 3 nothing was judged.\n";

/// An option's line of --help: its value as it is typed once, and after its description which options it excludes.
class Help : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string value = option->get_type_name();
    return option->get_type_size() == 0 || value.empty() ? "" : " " + value;
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    std::vector<std::string> excluded;
    for (const CLI::Option* other : option->get_excludes()) excluded.push_back(other->get_name());
    const std::string description = CLI::Formatter::make_option_desc(option);
    return excluded.empty() ? description : fmt::format("{} (not with {})", description, fmt::join(excluded, ", "));
  }
};

/// Adds an option that takes one value; `convert` is called with the value if it was given.
template <class Convert>
CLI::Option* add(CLI::App& app, const char* option, const char* value, const char* help, Convert convert) {
  const std::string name = std::string(option).substr(0, std::string(option).find(' '));
  const auto callback = [name, convert](const CLI::results_t& values) {
    // Of a value between brackets the parser may make several.
    convert(name, fmt::format("{}", fmt::join(values, ",")));
    return true;
  };
  return app.add_option(option, callback, help)->type_name(value)->expected(1);
}

constexpr std::uint64_t most_cases = 1000000000;
constexpr std::uint64_t most_jobs = 1024;

Verb check_verb(CLI::App& app) {
  CLI::App& parser = *app.add_subcommand("check", "Put the laws to a back end and print their verdicts");
  auto verb = std::make_shared<CheckVerb>();
  CheckOptions& options = verb->options;
  options.jobs = 0;
  options.dtypes.clear();
  parser.add_flag("--reference")->description("Check attnref's own reference (the default)")->disable_flag_override();
  add(parser, "--mutant", "NAME", "Check a mutant: an implementation with one mistake",
      [verb](auto&& option, Text text) {
        if (text.empty()) throw usage_error(option, "the name of a mutant", text);
        verb->back_end.mutant = std::move(text);
      })
      ->excludes("--reference");
  add(parser, "--library", "FILE", "Check a shared library that has the functions of abi.h, in a process of its own",
      [verb](auto&& name, const Text& text) { verb->back_end.library = file_option(name, text); })
      ->excludes("--reference", "--mutant");
  add(parser, "--command", "LINE", "Check a program that answers documents, as the shell runs this line",
      [verb](auto&& name, const Text& text) {
        if (text.empty()) throw usage_error(name, "a program and its arguments", text);
        verb->back_end.command = text;
      })
      ->excludes("--reference", "--mutant", "--library");
  add(parser, "--timeout", "SECONDS", "For one answer of a library or a command (default 10)",
      [verb](auto&& name, const Text& text) { verb->back_end.patience.answer = seconds_option(name, text); });
  add(parser, "--hello", "SECONDS", "From the start of a library or a command to its hello (default 60)",
      [verb](auto&& name, const Text& text) { verb->back_end.patience.hello = seconds_option(name, text); });
  add(parser, "--silence", "SECONDS", "Without an answer, after which the rest is not run (default 30)",
      [verb](auto&& name, const Text& text) { verb->back_end.patience.silence = seconds_option(name, text); });
  parser
      .add_option_function<std::vector<Text>>(
          "--law",
          [verb](const std::vector<Text>& ids) {
            for (const Text& id : ids) require_law("--law", id);
            verb->options.laws = ids;
          },
          "Only this law; give --law once for each")
      ->type_name("ID")
      ->allow_extra_args(false)
      ->take_all();
  add(parser, "--cases", "N", "Cases a law and dtype (default 100)",
      [verb](auto&& name, const Text& text) { verb->options.cases = integer_option(name, text, 1, most_cases); });
  add(parser, "--max-length", "N", "No axis is dealt longer (default 129, the longest there is)",
      [verb](auto&& name, const Text& text) { verb->options.max_length = integer_option(name, text, 1, 129); });
  add(parser, "--dtype", "LIST", "Some of f64,f32,f16,bf16 (default: all that the back end takes)",
      [verb](auto&& name, const Text& text) { verb->options.dtypes = dtypes_option(name, text); });
  add(parser, "--seed", "N|random", "Of every random choice (default 20170612)",
      [verb](auto&& name, const Text& text) { verb->options.seed = seed_option(name, text); });
  add(parser, "--time", "SECONDS", "Deal cases for so long, instead of --cases of them",
      [verb](auto&& name, const Text& text) { verb->options.seconds = seconds_option(name, text); })
      ->excludes("--cases");
  add(parser, "--jobs", "N", "Threads (default: as many as run at once here); processes, of a library or a command (default 1)",
      [verb](auto&& name, const Text& text) { verb->options.jobs = integer_option(name, text, 1, most_jobs); });
  add(parser, "--replay", "SPEC|FILE", "This one case: the line that a violation prints, or a file that --save wrote",
      [verb](auto&& name, const Text& text) { verb->options.replay = replay_option(name, text); })
      ->excludes("--law", "--cases", "--dtype", "--max-length", "--time");
  add(parser, "--profile", "NAME", "Judge by this rounding profile, not the one the back end declares",
      [verb](auto&& name, Text text) {
        require_profile(name, text);
        verb->options.profile = std::move(text);
      });
  add(parser, "--exceptions", "FILE", "Laws known to be violated: JSON {law: reason}. One that holds is an error",
      [verb](auto&& name, const Text& text) {
        verb->options.exceptions = read_exceptions(file_option(name, text), name);
      });
  CheckDocuments& documents = verb->documents;
  add(parser, "--save", "DIR", "Also write each counterexample into this folder, as a .safetensors file",
      [&documents](auto&& name, const Text& text) { documents.save = file_option(name, text); });
  add(parser, "--json", "FILE|-", "Also write the report as JSON; with - stdout is JSON alone",
      [&documents](auto&& name, const Text& text) { documents.json = file_option(name, text); });
  add(parser, "--junit", "FILE|-", "Also write it as JUnit XML, for continuous integration",
      [&documents](auto&& name, const Text& text) { documents.junit = file_option(name, text); });
  add(parser, "--html", "FILE|-", "Also write it as one HTML page that needs nothing beside it",
      [&documents](auto&& name, const Text& text) { documents.html = file_option(name, text); });
  parser.footer(
      "\nThe table: a law's verdict; cases judged of those asked (a bound that says nothing judges nothing);\n"
      "the largest error seen over its bound; and how many times smaller than a useless bound the bound is.\n"
      "The same seed gives the same cases on every machine.\n\n"
      "  attnref check                                     every law, 100 cases in f64 and in f32\n"
      "  attnref check --law rows_sum_to_one --dtype f32   one law in one dtype\n"
      "  attnref check --mutant scale_missing              a wrong implementation, and how it is found out\n"
      "  attnref check --replay law=rows_sum_to_one,t_q=3,t_k=5,d_k=2,d_v=4,seed=7\n"
      "  attnref check --time 60 --seed random --json report.json\n"
      "  attnref check --mutant scale_missing --html report.html --save found\n"
      "  attnref check --mutant scale_missing --replay found/quadrupling_dk.f64.safetensors\n\n"
      "Exit codes: 0 at least one law holds and none is violated, 1 a law is violated or holds in spite of\n"
      "an exception, 2 bad usage or bad input, 3 no law holds and none is violated.\n"
      "JSON: numbers that it lacks are the strings \"inf\", \"-inf\" and \"nan\".\n");
  return {&parser, [verb](Console& console) { return check(*verb, console); }};
}

constexpr const char* attend_inputs = "Inputs (.npy, or one .safetensors)";
constexpr const char* attend_outputs = "Outputs (.npy, or one .safetensors)";

void add_attend_inputs(CLI::App& parser, const std::shared_ptr<AttendVerb>& verb) {
  constexpr std::array<std::pair<const char*, const char*>, 7> inputs{{
      {"x", "The sequence, T x d_model"},
      {"wq", "W^Q, d_model x d_k"},
      {"wk", "W^K, d_model x d_k"},
      {"wv", "W^V, d_model x d_v"},
      {"q", "Or queries, T x d_k (without projections)"},
      {"k", "Keys, S x d_k"},
      {"v", "Values, S x d_v"},
  }};
  for (const auto& [tensor, help] : inputs) {
    add(parser, fmt::format("--{}", tensor).c_str(), "FILE", help,
        [verb, tensor = tensor](auto&& name, const Text& text) { verb->inputs[tensor] = file_option(name, text); })
        ->group(attend_inputs);
  }
}

void add_attend_outputs(CLI::App& parser, const std::shared_ptr<AttendVerb>& verb) {
  constexpr std::array<std::pair<const char*, const char*>, 7> outputs{{
      {"output", "Y = A V"},
      {"weights", "A, whose rows sum to 1"},
      {"lse", "log sum exp of each row of scores"},
      {"scores", "scale Q K^T"},
      {"queries", "Q"},
      {"keys", "K"},
      {"values", "V"},
  }};
  for (const auto& [tensor, help] : outputs) {
    add(parser, fmt::format("--{}", tensor).c_str(), "FILE", help,
        [verb, tensor = tensor](auto&& name, const Text& text) {
          // Stdout is for the summary: an array goes to a file.
          if (text == "-") throw usage_error(name, "the name of a file", text);
          verb->outputs[tensor] = file_option(name, text);
        })
        ->group(attend_outputs);
  }
}

Verb attend_verb(CLI::App& app) {
  CLI::App& parser = *app.add_subcommand("attend", "Compute one answer: the reference's, or the correctly rounded one");
  auto verb = std::make_shared<AttendVerb>();
  verb->jobs = default_jobs();
  add_attend_inputs(parser, verb);
  add(parser, "--problem", "FILE", "Or all of them in one .safetensors file, golden vectors among them",
      [verb](auto&& name, const Text& text) { verb->problem = file_option(name, text); })
      ->group(attend_inputs);
  add_attend_outputs(parser, verb);
  add(parser, "--save", "FILE", "Or the answer in one .safetensors file: what the problem asks for (output, weights)",
      [verb](auto&& name, const Text& text) {
        if (text == "-") throw usage_error(name, "the name of a file", text);
        verb->save = file_option(name, text);
      })
      ->group(attend_outputs);
  parser.add_flag("--exact", verb->exact, "The numbers nearest to the exact result, each proved to be, and how it was")
      ->disable_flag_override();
  add(parser, "--scale", "NUMBER", "Instead of 1/sqrt(d_k), and of a document's own; the double nearest to this decimal or hexadecimal",
      [verb](auto&& name, const Text& text) { verb->scale = number_option(name, text); });
  add(parser, "--dtype", "f64|f32|f16|bf16", "Of the answer (default: the inputs'); no .npy file holds bf16",
      [verb](auto&& name, const Text& text) { verb->dtype = format_option(name, text); });
  add(parser, "--jobs", "N", "Threads, of --exact (default: as many as run at once here)",
      [verb](auto&& name, const Text& text) { verb->jobs = integer_option(name, text, 1, most_jobs); });
  parser.footer(
      "\nQ = X W^Q, K = X W^K, V = X W^V, A = softmax by rows of scale Q K^T, Y = A V. The inputs are arrays of\n"
      "rank 2, all of one dtype. The answer is computed in the wider of the inputs' dtype and its own, f32 at\n"
      "least, and each of its numbers is rounded once: f64 inputs with --dtype f32 are not rounded first.\n"
      "With --exact nothing else is rounded: 1/sqrt(d_k) is exact, and so are a given scale, projections and sums.\n"
      "A given scale is the double nearest to what was typed. --exact takes that double, even beside f32 inputs;\n"
      "otherwise it is rounded to the dtype computed in: --scale 0.3 is not 3/10, and in f32 it is the float nearest.\n"
      "How the values were settled is printed, and in the document: by ball (both ends of an interval round to the\n"
      "value), exact (a sum, a mean or a tie), dominance (its side of a boundary was proved), or undecided.\n"
      "Without an output option a summary is printed: the numbers or a corner of them, and the row sums of A.\n\n"
      "  attnref attend --x X.npy --wq Wq.npy --wk Wk.npy --wv Wv.npy\n"
      "  attnref attend --q Q.npy --k K.npy --v V.npy --scale 0.125 --output Y.npy --weights A.npy\n"
      "  attnref attend --q Q.npy --k K.npy --v V.npy --exact --dtype f32 --output Y.npy\n"
      "  attnref attend --problem problem.safetensors --exact --save golden.safetensors\n\n"
      "Exit codes: 0 done, 2 bad usage, bad input, or no golden values without FLINT.\n");
  return {&parser, [verb](Console& console) { return attend(*verb, console); }};
}

Verb compare_verb(CLI::App& app) {
  CLI::App& parser = *app.add_subcommand("compare", "Say how far an answer is from the correctly rounded one");
  auto verb = std::make_shared<CompareVerb>();
  verb->jobs = default_jobs();
  add(parser, "problem", "PROBLEM", "A .safetensors file: a problem, or a golden vector",
      [verb](auto&&, const Text& text) { verb->problem = file_option("PROBLEM", text); });
  add(parser, "answer", "ANSWER", "A .safetensors file of outputs, or one output as .npy, told by its shape",
      [verb](auto&&, const Text& text) { verb->answer = file_option("ANSWER", text); });
  add(parser, "--as", "OUTPUT", "What the .npy file is: output, weights, lse, scores, queries, keys or values",
      [verb](auto&& name, const Text& text) {
        require_output(name, text);
        verb->as = text;
      });
  add(parser, "--profile", "NAME|JSON", "Judge by this rounding profile, not by the plain one of the answer's dtype",
      [verb](auto&& name, const Text& text) { verb->profile = profile_option(name, text); });
  parser.add_flag("--map")->description("Show error / bound as a heat map (the default)")->disable_flag_override();
  parser.add_flag_callback("--no-map", [verb] { verb->map = false; }, "Show none")
      ->excludes("--map")
      ->disable_flag_override();
  add(parser, "--jobs", "N", "Threads (default: as many as run at once here)",
      [verb](auto&& name, const Text& text) { verb->jobs = integer_option(name, text, 1, most_jobs); });
  add(parser, "--json", "FILE|-", "Also write the comparison as JSON; with - stdout is JSON alone",
      [verb](auto&& name, const Text& text) { verb->json = file_option(name, text); });
  parser.footer(
      "\nOf each output, beside the exact result:\n"
      "  max ulp, mean ulp   the error in ulps: an ulp is the spacing of the answer's dtype at the exact value\n"
      "  correctly rounded   the part of its numbers that are the nearest to the exact ones\n"
      "  kappa               the largest |error| / (u sum_j A_ij |v_jc| + s/2), where u is half the spacing at 1 and s\n"
      "                      the smallest subnormal: small where an error is due to cancellation alone\n"
      "  error / bound       the largest part that an error is of its bound: what rounding of the profile, in any order\n"
      "                      of summation, may come to with this problem's numbers. Beyond 1 it is a mistake.\n"
      "                      - where no bound says anything: something may overflow, or any answer is within it\n"
      "  beyond              how many numbers are beyond their bound\n"
      "then where the last is largest, the verdict, and a heat map of error / bound. Numbers that are NaN or infinite\n"
      "where the exact ones are not are beyond any finite bound, counted, and left out of ulps and kappa.\n"
      "'within the bounds of profile P': all errors are as small as an implementation that rounds as P can make them.\n"
      "Tried are the plain profile of the answer's dtype and then wider ones that implementations in it have (f32:\n"
      "fp32_online, tf32, weights stored in f16 or bf16; f16: flash_f16, f16_all; bf16: flash_bf16, bf16_all). A wider\n"
      "one may hide a mistake that is smaller than its rounding: it is said how many times wider its bounds are.\n"
      "Of a .npy file that may be several outputs it is the first of output, weights, lse, scores, queries, keys,\n"
      "values, unless --as says which.\n"
      "A profile in JSON is a named one with keys changed: input_roundoff, bias_roundoff, stored_qkv, stored_scores,\n"
      "stored_weights, c, c_s, c_sub, exp_ulp, block, shift, shifted, flush, exp_flush, weights_from_lse.\n\n"
      "  attnref compare problem.safetensors answer.safetensors\n"
      "  attnref compare problem.safetensors A.npy --as weights --profile fp32_online\n"
      "  attnref compare problem.safetensors Y.npy --profile '{\"profile\": \"f32\", \"flush\": true}'\n"
      "  attnref compare problem.safetensors Y.npy --json - --no-map\n\n"
      "Exit codes: 0 every number lies within its bound, 1 one doesn't, 2 bad usage, bad input, or no golden values\n"
      "without FLINT, 3 none is beyond its bound, but of an output no bound says anything, or not of a NaN in it.\n"
      "JSON: numbers that it lacks are the strings \"inf\", \"-inf\" and \"nan\".\n");
  return {&parser, [verb](Console& console) { return compare(*verb, console); }};
}

Verb show_verb(CLI::App& app) {
  CLI::App& parser = *app.add_subcommand("show", "A sentence against itself as a heat map, projections off and on");
  auto verb = std::make_shared<ShowVerb>();
  parser
      .add_option_function<std::vector<Text>>(
          "sentence",
          [verb](const std::vector<Text>& words) { verb->sentence = fmt::format("{}", fmt::join(words, " ")); },
          fmt::format("Any words (default: {})", default_sentence))
      ->type_name("");
  parser.footer(
      "\nRows ask, columns answer. In colour on a terminal, unless NO_COLOR is set; with numbers otherwise.\n"
      "Lines end at COLUMNS or the terminal's width: a wider grid is shown a range of columns at a time.\n\n"
      "  attnref show\n"
      "  attnref show \"the pictures on the wall were new\"\n\n"
      "Exit codes: 0 done, 2 no words, too many, or not UTF-8.\n");
  return {&parser, [verb](Console& console) { return show(*verb, console); }};
}

Verb lesson_verb(CLI::App& app) {
  CLI::App& parser = *app.add_subcommand("lesson", "The lesson's two programs, each printed line computed");
  auto verb = std::make_shared<LessonVerb>();
  add(parser, "program", "1|2", "1: the layer and its shapes; 2: without projections, and the divisor (default 1)",
      [verb](auto&&, const Text& text) { verb->program.which = static_cast<int>(integer_option("lesson", text, 1, 2)); });
  const auto add_size = [&](const char* option, const char* description, std::optional<std::size_t>& size) {
    add(parser, option, "N", description,
        [verb, &size](auto&& name, const Text& text) { size = integer_option(name, text, 1, most_cases); });
  };
  add_size("--t", "Positions (default 6)", verb->program.t);
  add_size("--d-model", "Width of X (default 8)", verb->program.d_model);
  add_size("--d-k", "Width of queries and keys (default 4)", verb->program.d_k);
  add_size("--d-v", "Width of values, which program 1 alone has (default 5)", verb->program.d_v);
  add(parser, "--seed", "N|random", "Other arrays than the lesson's own",
      [verb](auto&& name, const Text& text) { verb->program.seed = seed_option(name, text); });
  parser.footer(
      "\nThe lesson's own arrays serve program 1 at T = 6 and 9 and program 2 at T = 6; other sizes, and any seed,\n"
      "take arrays of attnref's own, in which a longer X only adds rows. No size is beyond 512.\n\n"
      "  attnref lesson 1\n"
      "  attnref lesson 1 --t 9\n"
      "  attnref lesson 1 --d-model 512 --d-k 64 --d-v 64\n"
      "  attnref lesson 2 --seed 7\n\n"
      "Exit codes: 0 done, 2 bad usage.\n");
  return {&parser, [verb](Console& console) { return lesson(*verb, console); }};
}

Verb laws_verb(CLI::App& app) {
  CLI::App& parser = *app.add_subcommand("laws", "List the laws and the claims, or print some in full");
  auto verb = std::make_shared<LawsVerb>();
  parser.add_option("id", verb->ids, "Laws or claims to print in full (default: the list of all)")->type_name("ID");
  add(parser, "--json", "FILE|-", "Also write them as JSON; with - stdout is JSON alone",
      [verb](auto&& name, const Text& text) { verb->json = file_option(name, text); });
  parser.footer(
      "\nA law is put to any back end; a claim on the typed layer is proved by its own tests.\n"
      "An exact law allows for no rounding; a bounded one ends at a derived bound on it.\n\n"
      "  attnref laws\n"
      "  attnref laws rows_sum_to_one\n"
      "  attnref laws --json -\n\n"
      "Exit codes: 0 done, 2 bad usage.\n");
  return {&parser, [verb](Console& console) { return laws(*verb, console); }};
}

Verb mutants_verb(CLI::App& app) {
  CLI::App& parser =
      *app.add_subcommand("mutants", "Put the laws to wrong implementations and print which law kills which");
  auto verb = std::make_shared<MutantsVerb>();
  verb->options.jobs = default_jobs();
  parser.add_flag("--list", verb->list, "Only list them: name, the law that must notice, the mistake; nothing is run")
      ->disable_flag_override();
  add(parser, "--cases", "N", fmt::format("Cases a law and dtype at most (default {})", verb->options.cases).c_str(),
      [verb](auto&& name, const Text& text) { verb->options.cases = integer_option(name, text, 1, most_cases); })
      ->excludes("--list");
  add(parser, "--seed", "N|random", "Of every random choice (default 20170612)", [verb](auto&& name, const Text& text) {
    verb->options.seed = seed_option(name, text);
  })->excludes("--list");
  add(parser, "--jobs", "N", "Threads (default: as many as run at once here)", [verb](auto&& name, const Text& text) {
    verb->options.jobs = integer_option(name, text, 1, most_jobs);
  })->excludes("--list");
  add(parser, "--json", "FILE|-", "Also write the matrix, or the list, as JSON; with - stdout is JSON alone",
      [verb](auto&& name, const Text& text) { verb->json = file_option(name, text); });
  parser.footer(
      "\nThe laws can fail: each mutant has one mistake that real code makes, and names the law that must notice.\n\n"
      "  attnref mutants\n"
      "  attnref mutants --list                   their names and mistakes, at once\n"
      "  attnref mutants --json mutants.json\n"
      "  attnref check --mutant scale_missing     one of them, and how it is found out\n\n"
      "Exit codes: 0 all as it must be; 1 a mutant survives, its named law misses it, a law kills nothing, or a\n"
      "right implementation is flagged; 2 bad usage.\n");
  return {&parser, [verb](Console& console) { return mutants(*verb, console); }};
}

Verb vectors_verb(CLI::App& app) {
  CLI::App& parser = *app.add_subcommand("vectors", "List the golden vectors, write them anew, or judge answers to them");
  auto verb = std::make_shared<VectorsVerb>();
  add(parser, "action", "list|write|verify", "What to do", [verb](auto&&, const Text& text) { verb->action = text; });
  add(parser, "folder", "DIR", "Where write puts them (made if it isn't there, other files are left alone), and verify reads",
      [verb](auto&& name, const Text& text) { verb->folder = file_option(name, text); });
  add(parser, "--answers", "DIR", "Of verify: the folder of the answers (default: the vectors' own)",
      [verb](auto&& name, const Text& text) { verb->answers = file_option(name, text); });
  add(parser, "--profile", "NAME|JSON", "Of verify: judge by this rounding profile, not by the plain one of each answer's dtype",
      [verb](auto&& name, const Text& text) { verb->profile = profile_option(name, text); });
  add(parser, "--jobs", "N", "Of verify: threads (default: as many as run at once here)",
      [verb](auto&& name, const Text& text) { verb->jobs = integer_option(name, text, 1, most_jobs); });
  add(parser, "--json", "FILE|-", "Also write the list, or the verdicts, as JSON; with - stdout is JSON alone",
      [verb](auto&& name, const Text& text) { verb->json = file_option(name, text); });
  parser.footer(
      "\nProblems with their correctly rounded answers, each chosen for a mistake that it shows: a .safetensors\n"
      "file for each, and manifest.json, which names the mistakes, the laws that they break and each file's\n"
      "SHA-256. The bytes are the same on every machine.\n"
      "A program of any language answers by files beside them: ID.answer.safetensors with the outputs by name, or\n"
      "ID.answer.npy (the output) and ID.OUTPUT.npy (as ID.weights.npy). verify judges each as compare does, and says\n"
      "which mistakes the violated ones show. verify.py, beside the vectors, judges without attnref.\n\n"
      "  attnref vectors list\n"
      "  attnref vectors list --json -\n"
      "  attnref vectors write golden\n"
      "  attnref vectors verify golden\n\n"
      "Exit codes: 0 done (verify: an answer holds, none is violated), 1 an answer is beyond its bound, or none,\n"
      "2 bad usage, a vector that is not as its manifest says, a file that can't be written, or no golden values\n"
      "without FLINT, 3 no answer was judged.\n");
  return {&parser, [verb](Console& console) { return vectors(*verb, console); }};
}

Verb serve_verb(CLI::App& app) {
  CLI::App& parser = *app.add_subcommand("serve", "Answer documents on stdin with documents on stdout");
  auto verb = std::make_shared<ServeVerb>();
  add(parser, "--mutant", "NAME", "A mutant answers, not the reference",
      [verb](auto&&, const Text& text) { verb->mutant = text; });
  add(parser, "--library", "FILE", "A shared library answers that has the functions of abi.h",
      [verb](auto&& name, const Text& text) { verb->library = file_option(name, text); })
      ->excludes("--mutant");
  const std::filesystem::path helpers = helper_folder();
  parser.footer(
      "\nThe other end of `check --command`: .safetensors documents, one after the other with nothing between. The first\n"
      "has metadata attnref = 1 and kind = hello, and is answered by one that says what the back end is; each further one\n"
      "is a problem, and is answered by its answer, until the input ends. docs/doors.md says what they hold.\n"
      "What a library writes to, and must not, is an answer too: failed, and why.\n\n"
      "  attnref check --command \"attnref serve\"              the reference by that door\n"
      "  attnref check --command \"python3 mine.py\"            a back end of one's own\n\n" +
      (helpers.empty() ? std::string()
                       : fmt::format("Modules that make one a few lines, for Python, Node, Rust and C, are in\n  {}\n"
                                     "where Python started by check --command finds them.\n\n",
                                     helpers.string())) +
      "Exit codes: 0 the input ended, 2 bad usage, or an input that is no document.\n");
  return {&parser, [verb](Console&) { return serve(*verb); }};
}

/// The words that nothing took. `--` by itself only says that no option follows.
std::vector<std::string> words_left(const CLI::App& parser) {
  std::vector<std::string> words = parser.remaining();
  words.erase(std::remove(words.begin(), words.end(), "--"), words.end());
  return words;
}

/// Throws for a word that a verb doesn't take: an unknown option, or one too many.
void refuse_word(const CLI::App& parser, const std::string& word) {
  const std::string extra = word.substr(0, word.find('='));
  std::vector<std::string> names;
  for (const CLI::Option* option : parser.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  const std::string found = on_one_line(extra, 80);
  if (extra.starts_with("-")) {
    throw usage_error(fmt::format("{}: expected options that --help lists, found '{}'{}", parser.get_name(), found,
                                  suggestion(extra, {names.begin(), names.end()})));
  }
  const bool takes_words = !parser.get_options([](const CLI::Option* o) { return o->get_positional(); }).empty();
  throw usage_error(fmt::format("{}: expected {}, found '{}'", parser.get_name(),
                                takes_words ? "no further word" : "options only", found));
}

[[noreturn]] void refuse_verb(const CLI::App& app, const std::vector<Verb>& verbs) {
  std::vector<std::string_view> names;
  for (const Verb& verb : verbs) names.push_back(verb.parser->get_name());
  const std::vector<std::string> extras = words_left(app);
  const std::string found = extras.empty() ? "none" : fmt::format("'{}'", on_one_line(extras.front(), 80));
  const std::string guess = extras.empty() ? "" : suggestion(extras.front(), names);
  throw usage_error(fmt::format("expected a verb ({}), found {}{}", fmt::join(names, ", "), found,
                                guess.empty() ? "; attnref --help says more" : guess));
}

int run(int argc, char** argv, Console& console) {
  CLI::App app(
      "attnref: the golden reference for self-attention. Shapes are proved by the compiler, laws are\n"
      "attacked by random search, and every tolerance is derived.");
  app.name("attnref");
  app.set_version_flag("--version", std::string("attnref ") + ATTNREF_VERSION);
  app.require_subcommand(0, 1);
  app.allow_extras();
  app.formatter(std::make_shared<Help>());
  app.get_formatter()->column_width(30);
  app.footer(std::string("\n  attnref check                  does every law hold?\n"
                         "  attnref show                   the keys to this car are here\n"
                         "  attnref VERB --help            options and examples of a verb\n\n") +
             exit_codes +
             "Findings go to stdout, progress and errors to stderr. Colour only on a terminal and without NO_COLOR.\n");
  const std::vector<Verb> verbs{check_verb(app),  attend_verb(app), compare_verb(app), show_verb(app),
                                lesson_verb(app), laws_verb(app),   mutants_verb(app), vectors_verb(app),
                                serve_verb(app)};
  for (const Verb& verb : verbs) verb.parser->allow_extras();
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked_for) {
    return app.exit(asked_for, console.out.stream, console.err.stream);
  } catch (const CLI::ArgumentMismatch& error) {
    // The parser's words begin with the option.
    const std::string what = error.what();
    const std::string option = what.substr(0, what.find_first_of(": "));
    if (what.find("flag override") != std::string::npos)
      throw usage_error(fmt::format("--{}: expected no value", option));
    throw usage_error(fmt::format("{}: expected exactly one value", option));
  } catch (const CLI::ParseError& error) {
    throw usage_error(on_one_line(error.what(), 200));
  }
  for (const Verb& verb : verbs) {
    if (!verb.parser->parsed()) continue;
    for (const std::string& word : words_left(*verb.parser)) refuse_word(*verb.parser, word);
    // What stands before the verb, or behind a `--` after it, the parser leaves to the whole command.
    if (const auto words = words_left(app); !words.empty()) {
      if (argv[1] == words.front()) refuse_verb(app, verbs);
      refuse_word(*verb.parser, words.front());
    }
    return verb.run(console);
  }
  refuse_verb(app, verbs);
}

/// Cases ask for and give back the same few megabytes: returning them to the system each time costs a tenth of a check.
void keep_freed_memory() {
#ifdef __GLIBC__
  ::mallopt(M_TRIM_THRESHOLD, 256 << 20);
  ::mallopt(M_MMAP_THRESHOLD, 32 << 20);
  ::mallopt(M_TOP_PAD, 4 << 20);
#endif
}

HeatMapStyle style_of(int descriptor) { return {colour_mode_of(descriptor), line_width_of(descriptor)}; }

constexpr int bad_input = 2;
constexpr int nothing_judged = 3;

/// Programs that were started go when this one is told to.
void end_children_with_this_process() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction ending {}, before {};
    // Who is told to ignore a signal goes on doing so.
    if (::sigaction(number, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
    ending.sa_handler = [](int caught) {
      kill_all_children();
      ::signal(caught, SIG_DFL);
      ::raise(caught);
    };
    ::sigaction(number, &ending, nullptr);
  }
}

/// Runs, and says in one line what went wrong.
int guarded(int argc, char** argv) {
  keep_freed_memory();
  end_children_with_this_process();
  Console console{{std::cout, style_of(STDOUT_FILENO), ::isatty(STDOUT_FILENO) == 1},
                  {std::cerr, style_of(STDERR_FILENO), ::isatty(STDERR_FILENO) == 1}};
  const auto complain = [](std::string_view what) {
    std::cerr << "attnref: " << on_one_line(what, 1000) << std::endl;
    return bad_input;
  };
  try {
    const int code = run(argc, argv, console);
    if (!std::cout.flush()) return complain("stdout: expected to write it, found an error");
    return code;
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

int main(int argc, char** argv) { return attnref::cli::guarded(argc, argv); }
